/** Hono in TypeScript by `node --import tsx`: Maps from JSON, an enum, Intl and Date, CSV as a stream, middleware by factory. */
const boot = { boot: true };
const key = { 'x-cashier-key': 's3' };
const get = (where) => ({ requests: [`GET /${where}`] });
const asCashier = (where) => ({ requests: [`GET /${where}`], headers: key });
const sale = { requests: ['POST /tickets {"screening":101,"seat":"B2","category":"child"}'] };
const trialOf = ({ headers }) => (headers ? { trial: { env: { CASHIER_KEYS: 'mia:s3' } } } : {});
const fault = (id, cause, trigger, ...broken) => ({ id: `cinema-${id}`, cause, expect: 'repair', break: broken, trigger, ...trialOf(trigger) });
const edit = (file, find, replace) => ({ file: `src/${file}.ts`, find, replace });

export default {
  server: 'cinema-hono',
  half: 'dev',
  entry: 'src/index.ts',
  env: { CASHIER_KEYS: 'mia:s3' },
  checks: [
    { request: 'GET /', status: 200, text: 'box office' },
    { request: 'GET /screenings', status: 200, json: [{ id: 100, title: 'The Tin Harbour', director: 'Mara Quill', length: '1 h 44 min', when: '6 Mar 2026, 18:30', price: '€11.00', free: 13 }, { id: 101, director: 'Jon Esk', when: '7 Mar 2026, 13:00', free: 8 }, { id: 102, title: 'Slow Comet', director: null, length: '2 h 21 min', free: 7 }] },
    { request: 'GET /screenings?hall=red', status: 200, json: [{ id: 101 }, { id: 102 }] },
    { request: 'GET /screenings/100', status: 200, json: { id: 100, seats: ['A3', 'A4', 'A5', 'B1', 'B2', 'B3', 'B4', 'B5', 'C1', 'C2', 'C3', 'C4', 'C5'] } },
    { request: 'GET /screenings/9', status: 404, json: { error: 'No screening 9' } },
    { request: 'GET /screenings/102/ends', status: 200, json: { endsAt: '2026-03-07T22:06:00.000Z' } },
    { request: 'GET /tickets/t-1', status: 200, json: { code: 'T-1', seat: 'A1', category: 'adult', sold: '2026-03-01' } },
    { request: 'GET /tickets/t-9', status: 404, json: { error: 'No such ticket' } },
    { request: 'GET /nowhere', status: 404, json: { error: 'No route /nowhere' } },
    { request: 'GET /reports/revenue', status: 401, json: { error: 'Cashiers only' } },
    { request: 'GET /reports/tickets.csv', status: 401 },
    { request: 'GET /reports/revenue', headers: key, status: 200, json: { for: 'mia', rows: [{ title: 'The Tin Harbour', sold: 2, revenue: '€16.50' }, { title: 'Pocket Moon', sold: 0, revenue: '€0.00' }, { title: 'Slow Comet', sold: 1, revenue: '€9.60' }] } },
    { request: 'GET /reports/tickets.csv', headers: key, status: 200, text: 'code,screeningId,seat,category,soldAt\r\nT-1,100,A1,adult,2026-03-01T10:00:00.000Z\r\nT-2,100,A2,child,2026-03-01T10:00:00.000Z\r\nT-3,102,B4,senior,2026-03-02T09:15:00.000Z\r\n' },
    { request: 'POST /tickets {"screening":101,"seat":"B2","category":"child"}', status: 201, json: { code: 'T-4', seat: 'B2', price: '€3.50' } },
    { request: 'POST /tickets {"screening":101,"seat":"B2"}', status: 409, json: { error: 'Seat B2 is not free' } },
    { request: 'POST /tickets {"screening":101,"seat":"B3"}', status: 201, json: { code: 'T-5', price: '€7.00' } },
    { request: 'POST /tickets {"screening":102,"seat":"A1","category":"senior"}', status: 201, json: { code: 'T-6', price: '€9.60' } },
    { request: 'POST /tickets {"screening":101,"seat":"B4","category":"dog"}', status: 400, json: { error: 'Unknown category dog' } },
    { request: 'POST /tickets {"screening":7,"seat":"B4"}', status: 404 },
  ],
  cases: [
    fault('file-case', 'path', boot, edit('index', "'./app'", "'./App'")),
    fault('subpath', 'import', boot, edit('services/sales', "'hono/http-exception'", "'hono/http-exceptions'")),
    fault('named-app', 'import', boot, edit('index', 'import app from', 'import { app } from')),
    fault('default-lost', 'import', boot, edit('routes/reports', 'export default app;', 'export { app };')),
    fault('param-method', 'name', get('screenings/102/ends'), edit('routes/screenings', "Number(c.req.param('id')));\n  if (!screening) throw new HTTPException(404, { message: 'No such", "Number(c.req.params.id));\n  if (!screening) throw new HTTPException(404, { message: 'No such")),
    fault('header-method', 'name', asCashier('reports/tickets.csv'), edit('routes/reports', "c.header('content-type'", "c.setHeader('content-type'")),
    fault('intl-value', 'config', boot, edit('lib/format', "dateStyle: 'medium'", "dateStyle: 'middle'")),
    fault('time-zone', 'config', boot, edit('lib/env', "'Europe/Lisbon'", "'Europe/Lisboa'")),
    fault('enum-name', 'name', boot, edit('services/sales', '[Category.Child]', '[Categories.Child]')),
    fault('enum-as-type', 'import', sale, edit('routes/tickets', 'import { Category, type AppEnv }', 'import type { AppEnv, Category }')),
    fault('record-key', 'config', get('screenings'), { file: 'data/programme.json', find: '"hall": "red", "startsAt": "2026-03-07T13:00:00Z"', replace: '"hall": "red", "startAt": "2026-03-07T13:00:00Z"' }),
    fault('field-case', 'name', get('screenings'), edit('routes/screenings', 'const film = films.get(screening.filmId)!;', 'const film = films.get(screening.filmID)!;')),
    fault('paren', 'syntax', boot, edit('middleware/timing', "dur=${took.toFixed(1)}`);\n});", "dur=${took.toFixed(1)}`);\n};")),
    fault('stream-method', 'name', asCashier('reports/tickets.csv'), edit('lib/csv', 'controller.enqueue(encoder.encode(toCsvRow(columns)));', 'controller.push(encoder.encode(toCsvRow(columns)));')),
    fault('file-moved', 'file', boot, { move: ['src/lib/csv.ts', 'src/lib/export/csv.ts'] }),
    fault('builtin-case', 'name', get('screenings/100'), edit('services/seating', 'String.fromCharCode(', 'String.fromCharcode(')),
    fault('env-key', 'config', boot, edit('lib/env', '  cashierKeys:', '  cashiers:')),
    fault('film-field', 'name', get('screenings/102/ends'), edit('routes/screenings', 'screening.startsAt.getTime() + minutes', 'screening.startAt.getTime() + minutes')),
    fault('number-method', 'name', sale, edit('middleware/timing', 'took.toFixed(1)', 'took.fixed(1)')),
    fault('middleware-file', 'path', boot, edit('app', "'./middleware/cashier'", "'./middlewares/cashier'")),
    fault('credits', 'null', get('screenings'), edit('routes/screenings', 'film.credits?.director ?? null', 'film.credits.director ?? null')),
    fault('await-sell', 'async', sale, edit('routes/tickets', 'await sell(', 'sell(')),
    fault('await-revenue', 'async', asCashier('reports/revenue'), edit('routes/reports', 'await revenue()', 'revenue()')),
    fault('arguments-turned', 'logic', boot, edit('services/programme', 'index(raw.halls as Hall[], (hall) => hall.code)', 'index((hall: Hall) => hall.code, raw.halls as Hall[])')),
    fault('date-lost', 'data', get('screenings'), edit('services/programme', 'raw.screenings.map((one: Screening) => ({ ...one, startsAt: new Date(one.startsAt) })) as Screening[]', 'raw.screenings as Screening[]')),
    fault('return-lost', 'logic', get('screenings'), edit('services/seating', 'return new Set(', 'new Set(')),
    fault('map-map', 'data', asCashier('reports/tickets.csv'), edit('routes/reports', '[...tickets.values()].map(', 'tickets.map(')),
    fault('map-totals', 'data', asCashier('reports/revenue'), edit('routes/reports', '[...totals].map(', 'totals.map(')),
    fault('next-not-awaited', 'middleware', sale, edit('middleware/timing', 'await next();', 'next();')),
    fault('total-absent', 'null', asCashier('reports/revenue'), edit('services/sales', '  for (const screening of screenings.values()) totals.set(screening.id, { sold: 0, cents: 0 });\n', '')),
  ],
};
