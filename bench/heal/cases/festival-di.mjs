/** Express, class controllers out of a container, `#` imports, catalogues and schemas read from disk, a config per stage, a worker. */
const [app, programme, translator, orders] = ['app', 'services/programme', 'services/translator', 'services/orders'].map((name) => `src/${name}.js`);
const [settings, data, en] = ['config/default.json', 'data/programme.json', 'locales/en.json'];
const unpaid = { rows: [{ name: 'Mira Voss', amount: 700 }, { name: 'Low Tide', amount: 2500 }], total: 3200 };
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const order = { requests: ['POST /orders {"email":"a@example.com","kind":"day","count":2}'] };
const fault = (id, cause, trigger, file, find, replace) => ({ id: `festival-${id}`, cause, expect: 'repair', break: [{ file, find, replace }], trigger });

export default {
  server: 'festival-di',
  half: 'dev',
  entry: 'src/server.js',
  checks: [
    { request: 'GET /', status: 200, text: 'Riverside Festival' },
    { request: 'GET /', status: 200, text: 'Uferfest', headers: { 'accept-language': 'de' } },
    { request: 'GET /acts', status: 200, json: { page: 1, acts: [{ id: 1, name: 'The Larks', stage: 'River Stage', at: '6:00 pm' }, { id: 2, name: 'Mira Voss', stage: 'Barn', at: '7:30 pm' }] } },
    { request: 'GET /acts?page=2', status: 200, json: { acts: [{ id: 3, stage: 'River Stage', at: '9:00 pm' }] } },
    { request: 'GET /acts/2', status: 200, json: { name: 'Mira Voss', at: '7:30 pm' } },
    { request: 'GET /acts/9', status: 404, json: { error: 'Act 9 not found' } },
    { request: 'GET /acts/9', status: 404, json: { error: 'Auftritt 9 nicht gefunden' }, headers: { 'accept-language': 'de' } },
    { request: 'GET /acts/unpaid', status: 200, json: unpaid },
    { request: 'GET /stages', status: 200, json: { 'River Stage': ['The Larks', 'Low Tide'], Barn: ['Mira Voss'] } },
    { request: 'POST /orders {"email":"a@example.com","kind":"day","count":2}', status: 201, json: { id: 1, total: 80, currency: 'EUR', reserveMinutes: 15 } },
    { request: 'POST /orders {"email":"a@example.com","kind":"weekend","count":7}', status: 422, json: { error: 'At most 6 tickets per order' } },
    { request: 'POST /orders {"kind":"day","count":"2"}', status: 400, json: { error: 'Invalid order: email, count' } },
    { request: 'GET /orders/totals', status: 200, json: { total: 80 } },
    { request: 'GET /digest', status: 200, json: { words: 6, longest: 'larks' } },
  ],
  cases: [
    fault('generator-star', 'syntax', boot, programme, '  *unpaid() {', '  unpaid() {'),
    fault('nested-key', 'name', get('/acts/unpaid'), programme, 'if (!act.fee.paid) yield { name: act.name, amount: act.fee.amount }', 'if (!act.fees.paid) yield { name: act.name, amount: act.fees.amount }'),
    fault('config-key', 'config', order, settings, '"limits": {', '"limit": {'),
    { id: 'festival-data-key', cause: 'config', expect: 'repair', trigger: get('/acts'), break: [{ file: data, find: '"stages": {', replace: '"venues": {' }] },
    {
      id: 'festival-records-key',
      cause: 'config',
      expect: 'repair',
      trigger: get('/acts'),
      break: [
        { file: data, find: '"startsAt": "18:00"', replace: '"start": "18:00"' },
        { file: data, find: '"startsAt": "19:30"', replace: '"start": "19:30"' },
        { file: data, find: '"startsAt": "21:00"', replace: '"start": "21:00"' },
      ],
    },
    fault('locale-key', 'config', get('/'), en, '"title"', '"heading"'),
    fault('export-shape', 'import', boot, programme, 'module.exports = Programme;', 'module.exports = { Programme };'),
    fault('require-shape', 'import', boot, app, "const { Translator } = require('#services/translator');", "const Translator = require('#services/translator');"),
    fault('sub-import', 'dependency', boot, 'package.json', '"#config": "./config/index.js"', '"#settings": "./config/index.js"'),
    fault('sub-path', 'dependency', boot, 'package.json', './src/services/*.js', './services/*.js'),
    { id: 'festival-file-case', cause: 'file', expect: 'repair', trigger: boot, break: [{ move: ['src/pricing.js', 'src/Pricing.js'] }] },
    { id: 'festival-moved', cause: 'path', expect: 'repair', trigger: boot, break: [{ move: ['src/pricing.js', 'src/services/pricing.js'] }] },
    fault('worker-path', 'path', get('/digest'), app, "'jobs', 'digest.js'", "'workers', 'digest.js'"),
    fault('locales-path', 'path', boot, translator, "'../../locales'", "'../locales'"),
    fault('comma', 'syntax', boot, orders, '{ limits, currency, reserveMinutes }', '{ limits currency, reserveMinutes }'),
    fault('container-name', 'name', boot, app, ".register('programme',", ".register('program',"),
    fault('super', 'syntax', boot, 'src/controllers/acts.js', '    super(translator);\n', ''),
    fault('export-missing', 'import', get('/acts/2'), 'src/format.js', '{ clock, summarize }', '{ summarize }'),
    fault('kinds-shape', 'config', order, settings, '["day", "weekend"]', '{ "day": true, "weekend": true }'),
    fault('dead-zone', 'syntax', boot, 'config/index.js', "const base = load('default');\nconst own = load(stage);\n", "const own = merge(load(stage));\nconst base = load('default');\n\nfunction merge(settings) {\n  return { ...base.extra, ...settings };\n}\n"),
  ],
};
