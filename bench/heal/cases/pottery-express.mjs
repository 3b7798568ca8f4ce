/** Express 5, ES modules in layers, YAML settings that zod checks, tables from JSON, locales; faults of merges, moves and half-done changes, all mechanical. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const staff = { 'x-staff-token': 's' };
const fault = (id, cause, trigger, ...broken) => ({ id: `pottery-${id}`, cause, expect: 'repair', break: broken, trigger });
const lost = (...words) => ({ ...fault(...words), history: true });
const ask = (id, cause, trigger, rest) => ({ id: `pottery-${id}`, cause, expect: 'ask', trigger, ...rest });
const edit = (file, find, replace) => ({ file, find, replace });
const order = 'POST /bookings {"course":"glaze-lab","guest":"Di","seats":2,"member":true}';

export default {
  server: 'pottery-express',
  half: 'dev',
  entry: 'src/server.js',
  env: { STAFF_TOKEN: 's' },
  checks: [
    { request: 'GET /', status: 200, json: { studio: 'Clay & Co', courses: 3 } },
    { request: 'GET /courses', status: 200, json: [{ id: 1, teacher: 'Ines Moor (Porto)', price: '45.00 EUR', free: 5 }, { id: 2, free: 5 }, { id: 3, free: 0 }] },
    { request: 'GET /courses?tag=glaze', status: 200, json: [{ id: 2, title: 'Glaze lab', teacher: 'Tom Ashe (Leeds)' }] },
    { request: 'GET /courses/raku-night', status: 200, json: { id: 3, price: '80.00 EUR', startsOn: '2026-06-01' } },
    { request: 'GET /courses/nothing', status: 404, json: { error: 'No courses nothing' } },
    { request: 'GET /courses/raku-night/availability', status: 200, json: { free: 0, message: 'Raku night is fully booked' } },
    { request: 'GET /courses/wheel-basics/availability?lang=de', status: 200, json: { free: 5, message: '5 Plätze frei' } },
    { request: 'GET /bookings/100', status: 200, json: { guest: 'Ada', course: 'wheel-basics', totalCents: 7650 } },
    { request: 'GET /bookings/102/receipt', status: 200, text: 'Dear Cy,\n3 x Raku night\nTotal 240.00 EUR' },
    { request: 'GET /bookings/102/receipt?lang=de', status: 200, text: 'Hallo Cy,\n3 x Raku night\nSumme 240.00 EUR' },
    { request: 'GET /bookings/abc', status: 400, json: { error: 'id must be a number' } },
    { request: 'GET /bookings/9', status: 404, json: { error: 'No bookings 9' } },
    { request: 'GET /reports/revenue', status: 401, json: { error: 'Staff only' } },
    { request: 'GET /reports/revenue', headers: staff, status: 200, json: { 'wheel-basics': 12150, 'raku-night': 24000 } },
    { request: 'GET /reports/teachers', headers: staff, status: 200, json: [{ name: 'Ines Moor', courses: 2 }, { name: 'Tom Ashe', courses: 1 }] },
    { request: 'POST /bookings {"guest":"Di"}', status: 400, json: { error: 'course is needed' } },
    { request: 'POST /bookings {"course":"glaze-lab","guest":"Di","seats":5}', status: 400, json: { error: 'At most 4 seats' } },
    { request: 'POST /bookings {"course":"raku-night","guest":"Di"}', status: 409, json: { error: 'Only 0 seats left' } },
    { request: order, status: 201, json: { id: 103, course: 'glaze-lab', totalCents: 10200 } },
    { request: 'DELETE /bookings/103', status: 200, json: { cancelled: 103 } },
    { request: 'GET /nowhere', status: 404, json: { error: 'No route /nowhere' } },
  ],
  cases: [
    // name
    fault('service-method-renamed', 'name', get('/courses/raku-night'), edit('src/services/courses.service.js', '  bySlug(slug) {', '  findBySlug(slug) {')),
    fault('replaced-everywhere', 'name', { requests: [order] }, edit('src/services/bookings.service.js', "const { id: courseId, free } = this.courses.bySlug(slug);", 'const { id: courseId, free } = this.lessons.bySlug(slug);')),
    fault('field-half-renamed', 'name', get('/bookings/100'), edit('src/services/bookings.service.js', 'this.rules = settings.booking;', 'this.policy = settings.booking;')),
    fault('lost-line-of-merge', 'name', { requests: [order] }, edit('src/controllers/bookings.controller.js', '    const input = bookingInput.parse(req.body);\n', '')),
    fault('copied-block', 'name', { requests: ['DELETE /bookings/101'] }, edit('src/services/bookings.service.js', 'return this.db.bookings.delete({ where: { id } });', 'return this.db.bookings.delete({ where: { bookingId } });')),
    fault('wired-otherwise', 'name', get('/bookings/102/receipt'), edit('src/services/index.js', '{ courses, bookings, receipts, reports }', '{ courses, bookings, receiptsService: receipts, reports }')),
    // path
    fault('helper-moved', 'path', boot, { move: ['src/lib/money.js', 'src/lib/format/money.js'] }),
    fault('emails-moved', 'path', get('/bookings/102/receipt'), { move: ['locales/emails', 'templates/emails'] }),
    fault('settings-moved-down', 'path', boot, { move: ['src/settings.js', 'src/config/settings.js'] }),
    fault('routes-without-suffix', 'path', boot, { move: ['src/routes/reports.routes.js', 'src/routes/reports.js'] }, { move: ['src/routes/courses.routes.js', 'src/routes/courses.js'] }),
    fault('root-one-short', 'path', boot, edit('src/db/client.js', "new URL('../..', import.meta.url)", "new URL('..', import.meta.url)")),
    // import
    fault('default-and-named', 'import', boot, edit('src/db/table.js', 'export class Table', 'export default class Table')),
    fault('import-of-merge-lost', 'import', boot, edit('src/app.js', "import { language } from './middleware/language.js';\n", '')),
    fault('completed-from-zod', 'import', boot, edit('src/middleware/errors.js', "import { ZodError } from 'zod';", "import { ZodErrors } from 'zod';")),
    fault('split-file', 'import', boot, edit('src/lib/errors.js', "export class ConflictError extends HttpError {\n  constructor(message) {\n    super(409, message);\n  }\n}\n", ''), { file: 'src/lib/conflict.js', content: "import { HttpError } from '#lib/errors';\n\nexport class ConflictError extends HttpError {\n  constructor(message) {\n    super(409, message);\n  }\n}\n" }),
    fault('exported-class-lost-export', 'import', boot, edit('src/controllers/courses.controller.js', 'export class', 'class')),
    // syntax
    fault('merge-both-lines', 'syntax', boot, edit('src/services/index.js', '  const receipts = new ReceiptsService(settings);\n', '  const receipts = new ReceiptsService(settings);\n  const receipts = new ReceiptsService(db, settings);\n')),
    fault('merge-lost-brace', 'syntax', boot, edit('src/db/table.js', "    if (row === null) throw new NotFoundError(this.name, Object.values(where)[0]);\n    return row;\n  }\n", "    if (row === null) throw new NotFoundError(this.name, Object.values(where)[0]);\n    return row;\n")),
    fault('arrow-turned-method', 'syntax', boot, edit('src/controllers/courses.controller.js', 'show = (req, res) => {', 'show(req, res) => {')),
    fault('object-return-lost', 'syntax', boot, edit('src/services/courses.service.js', '    return {\n      id,', '    return\n      id,')),
    fault('function-inside-class', 'syntax', boot, edit('src/services/bookings.service.js', '  cancel(id) {', '  function cancel(id) {')),
    fault('template-lost-tick', 'syntax', boot, edit('src/lib/money.js', 'toFixed(2)} ${currency}`;', 'toFixed(2)} ${currency};')),
    // config
    fault('section-out', 'config', boot, edit('config/default.yaml', '  cancellation:\n    freeDays: 3\n    feeRate: 0.25\n', 'cancellation:\n  freeDays: 3\n  feeRate: 0.25\n')),
    fault('locale-key-renamed', 'config', get('/courses/raku-night/availability'), edit('locales/en.json', '"full":', '"soldOut":')),
    fault('snake-cased', 'config', boot, edit('config/default.yaml', '  maxSeatsPerOrder: 4\n  memberDiscount: 0.15', '  max_seats_per_order: 4\n  member_discount: 0.15')),
    fault('list-as-text', 'config', boot, edit('config/default.yaml', 'supported: [en, de]', 'supported: en, de')),
    fault('table-singular', 'config', get('/courses'), edit('config/default.yaml', '    teachers: teachers.json', '    teacher: teachers.json')),
    // dependency
    fault('old-package-name', 'dependency', boot, edit('src/settings.js', "import { parse } from 'yaml';", "import { parse } from 'yamljs';")),
    fault('subpath-of-zod', 'dependency', boot, edit('src/schemas/booking.schema.js', "from 'zod';", "from 'zod/lib/index.js';")),
    fault('express-4-way', 'dependency', boot, edit('src/app.js', '  app.use(notFound);', "  app.all('*', notFound);")),
    // file
    lost('table-file-not-committed', 'file', boot, { file: 'src/db/table.js', remove: true }),
    fault('data-file-other-name', 'file', boot, { move: ['data/teachers.json', 'data/instructors.json'] }),
    lost('locale-lost', 'file', get('/courses/raku-night/availability?lang=de'), { file: 'locales/de.json', remove: true }),
    fault('data-merge-markers', 'file', boot, edit('data/teachers.json', '  { "id": 11, "name": "Tom Ashe", "city": "Leeds" }\n', '<<<<<<< HEAD\n  { "id": 11, "name": "Tom Ashe", "city": "Leeds" }\n=======\n  { "id": 11, "name": "Tom Ashe", "city": "Leeds" }\n>>>>>>> branch\n')),
    fault('data-cut-off', 'file', boot, edit('data/bookings.json', '"seats": 3, "member": false }\n]\n', '"seats": 3, "member": false }\n')),
    // a second round, written after the first was mended and before it was run
    fault('fresh-half-wired', 'name', get('/courses'), edit('src/db/table.js', '  findMany({ where = {}, orderBy } = {}) {', '  findAll({ where = {}, orderBy } = {}) {')),
    fault('fresh-other-key', 'name', get('/bookings/101'), edit('src/services/bookings.service.js', "findUniqueOrThrow({ where: { id } });\n    const course", "findUniqueOrThrow({ where: { rowId } });\n    const course")),
    fault('fresh-controller-field', 'name', get('/bookings/101/receipt'), edit('src/controllers/bookings.controller.js', 'this.receipts = receipts;', 'this.receiptsService = receipts;')),
    fault('fresh-locales-moved', 'path', get('/courses/raku-night/availability'), { move: ['locales', 'src/locales'] }),
    fault('fresh-config-root', 'path', boot, edit('src/settings.js', "'../config/default.yaml'", "'./config/default.yaml'")),
    fault('fresh-schemas-in', 'path', boot, { move: ['src/schemas/booking.schema.js', 'src/controllers/schemas/booking.schema.js'] }),
    fault('fresh-named-as-default', 'import', boot, edit('src/routes/bookings.routes.js', "import { BookingsController }", 'import BookingsController')),
    fault('fresh-lost-two', 'import', boot, edit('src/services/index.js', "import { ReceiptsService } from './receipts.service.js';\nimport { ReportsService } from './reports.service.js';\n", '')),
    fault('fresh-wrong-alias', 'import', boot, edit('src/services/receipts.service.js', "'#lib/money'", "'@lib/money'")),
    fault('fresh-async-field', 'syntax', boot, edit('src/controllers/bookings.controller.js', '  show = (req, res) => {', '  async show(req, res) => {')),
    fault('fresh-lost-paren', 'syntax', boot, edit('src/db/table.js', 'Math.max(0, ...rows.map((row) => row.id)) + 1', 'Math.max(0, ...rows.map((row) => row.id) + 1')),
    fault('fresh-const-in-class', 'syntax', boot, edit('src/controllers/bookings.controller.js', '  cancel = (req', '  const cancel = (req')),
    fault('fresh-json-tail', 'config', get('/courses/wheel-basics/availability?lang=de'), edit('locales/de.json', 'frei" },\n', 'frei" }\n')),
    fault('fresh-yaml-tab', 'config', boot, edit('config/default.yaml', '  currency: EUR', '\tcurrency: EUR')),
    fault('fresh-rate-percent', 'config', boot, edit('config/default.yaml', 'memberDiscount: 0.15', "memberDiscount: '0.15'")),
    fault('fresh-yaml-default', 'dependency', boot, edit('src/settings.js', "import { parse } from 'yaml';", "import { load as parse } from 'yaml';")),
    fault('fresh-express-router', 'dependency', boot, edit('src/routes/reports.routes.js', "import { Router } from 'express';", "import { Router } from 'express/router';")),
    lost('fresh-receipt-lost', 'file', get('/bookings/102/receipt'), { file: 'locales/emails/receipt.txt', remove: true }),
    fault('fresh-receipt-html', 'file', get('/bookings/102/receipt'), { move: ['locales/emails/receipt.txt', 'locales/emails/receipt.tpl'] }),
    lost('fresh-middleware-ignored', 'file', boot, { file: 'src/middleware/staff.js', remove: true }),
    // not to be changed
    ask('no-token', 'credential', { requests: ['GET /reports/revenue'] }, { env: { STAFF_TOKEN: null } }),
    ask('undeclared', 'undeclared', boot, { break: [edit('src/lib/log.js', 'const write', "import chalk from 'chalk';\n\nconst write"), edit('src/lib/log.js', '`[${level}] ${message}`', 'chalk.dim(`[${level}] ${message}`)')] }),
    { ...ask('no-course', 'client', get('/courses/nothing')), expect: 'none' },
  ],
};
