/** node:http in ES modules with subpath `imports`, SQLite, ajv with schemas in JSON, a CommonJS file beside, settings out of the environment. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET /api${where}`] });
const post = (where, body) => ({ requests: [`POST /api${where} ${body}`], headers: { 'x-keeper-key': 'bee-1' } });
const visit = post('/hives/2/inspections', '{"date":"2026-06-01","mites":9}');
const trialOf = ({ headers }) => (headers ? { trial: { env: { KEEPER_KEY: 'bee-1' } } } : {});
const fault = (id, cause, trigger, ...broken) => ({ id: `apiary-${id}`, cause, expect: 'repair', break: broken, trigger, ...trialOf(trigger) });
const person = (...given) => ({ ...fault(...given), expect: 'ask' });
const edit = (file, find, replace) => ({ file, find, replace });

export default {
  server: 'apiary-imports',
  half: 'dev',
  entry: 'server.js',
  env: { KEEPER_KEY: 'bee-1', PAGE_SIZE: '3' },
  checks: [
    { request: 'GET /api/summary', status: 200, json: { club: 'Heather Lane Apiary', founded: 1974, hives: 4 } },
    { request: 'GET /api/hives', status: 200, json: { page: 1, total: 4, hives: [{ id: 1, name: 'Ada', queenYear: 2024, frames: 10 }, { id: 2, name: 'Beatrix', frames: 12 }, { id: 3, name: 'Clara', queenYear: null }] } },
    { request: 'GET /api/hives?page=2', status: 200, json: { page: 2, hives: [{ id: 4, name: 'Dora' }] } },
    { request: 'GET /api/hives?site=heath', status: 200, json: { hives: [{ name: 'Clara' }, { name: 'Dora' }] } },
    { request: 'GET /api/hives/1', status: 200, json: { name: 'Ada', site: 'orchard', lastInspection: '2026-05-03' } },
    { request: 'GET /api/hives/9', status: 404, json: { error: 'No hive 9' } },
    { request: 'GET /api/hives/1/inspections', status: 200, json: [{ date: '2026-05-03', mites: 5, mood: 'calm' }, { date: '2026-04-12', mites: 2, notes: 'Brood on six frames' }] },
    { request: 'GET /api/reports/mites', status: 200, json: [{ hive: 'Clara', average: 11, inspections: 1 }, { hive: 'Ada', average: 3.5, inspections: 2 }] },
    { request: 'GET /api/reports/honey', status: 200, json: [{ site: 'orchard', harvests: 3, weight: '14.0 kg', jars: 28, worth: '£203.00' }] },
    { request: 'GET /api/hives/2/label', status: 200, text: 'Honey of hive Beatrix (orchard)\nHeather Lane Apiary' },
    { request: 'POST /api/hives/2/quote {"grams":1250}', status: 200, json: { hive: 'Beatrix', flower: 'mixed', jars: { full: 2, rest: 250 }, price: '£18.85' } },
    { request: 'POST /api/hives/2/quote {"grams":"much"}', status: 422, json: { details: ['/grams must be integer'] } },
    { request: 'POST /api/hives {"name":"Edith","site":"heath"}', headers: { 'x-keeper-key': 'wrong' }, status: 401 },
    { request: 'POST /api/hives/2/inspections {"date":"2026-06-01","mites":9}', status: 201, json: { date: '2026-06-01', mites: 9, mood: 'calm', notes: '' } },
    { request: 'POST /api/hives/2/inspections {"date":"June","mites":9}', status: 422 },
    { request: 'GET /api/alerts', status: 200, json: { alerts: [{ hive: 'Beatrix', mites: 9, date: '2026-06-01' }] } },
  ],
  cases: [
    person('subpath-folder', 'config', boot, edit('package.json', '"./src/core/*.js"', '"./src/lib/*.js"')),
    fault('subpath-ending', 'config', boot, edit('package.json', '"./src/db/*.js"', '"./src/db/*"')),
    fault('subpath-key', 'config', boot, edit('package.json', '"#legacy/weights"', '"#legacy/weight"')),
    person('type-commonjs', 'config', boot, edit('package.json', '"type": "module"', '"type": "commonjs"')),
    person('json-bracket', 'syntax', boot, edit('package.json', 'weights.cjs"\n  },', 'weights.cjs"\n  ')),
    fault('hash-import', 'path', boot, edit('src/modules/hives.js', "'#core/validate'", "'#core/validation'")),
    fault('named-cjs', 'import', boot, edit('src/modules/reports.js', "import weights from '#legacy/weights'", "import weights from '#legacy/weights.cjs'")),
    fault('cjs-exports', 'import', get('/reports/honey'), edit('src/legacy/weights.cjs', 'module.exports = { toKilos, jars, describe };', 'module.exports = { toKilos, jars };')),
    fault('esm-in-cjs', 'import', boot, edit('src/legacy/weights.cjs', "const { format } = require('node:util');", "import { format } from 'node:util';")),
    fault('namespace', 'import', boot, edit('src/modules/inspections.js', "import * as inspections from '#db/inspections'", "import inspections from '#db/inspections'")),
    fault('barrel', 'import', boot, edit('src/modules/index.js', "export { default as reports } from './reports.js';", "export { reports } from './reports.js';")),
    fault('dirname', 'name', boot, edit('src/db/index.js', "join(here, 'schema.sql')", "join(__dirname, 'schema.sql')")),
    fault('meta-url', 'path', get('/hives/2/label'), edit('src/modules/reports.js', "'../../assets/label.txt'", "'../assets/label.txt'")),
    fault('sql-column', 'name', get('/hives/1'), edit('src/db/inspections.js', "'SELECT inspected_on AS date, mites, mood FROM inspections WHERE hive_id = ? ORDER BY inspected_on DESC LIMIT 1'", "'SELECT date, mites, mood FROM inspections WHERE hive_id = ? ORDER BY inspected_on DESC LIMIT 1'")),
    fault('sql-alias', 'name', get('/reports/honey'), edit('src/db/inspections.js', 'ON h.id = v.hive_id', 'ON hv.id = v.hive_id')),
    fault('schema-table', 'name', boot, edit('src/db/schema.sql', 'INSERT INTO harvests (hive_id, grams, flower)', 'INSERT INTO harvests (hive, grams, flower)')),
    fault('sql-arguments', 'name', get('/hives/1/inspections'), edit('src/db/inspections.js', "ORDER BY inspected_on DESC', hiveId);\n\nexport const latest", "ORDER BY inspected_on DESC', hiveid);\n\nexport const latest")),
    fault('private-field', 'name', get('/summary'), edit('src/core/router.js', 'of this.#routes', 'of this.routes')),
    fault('context-key', 'name', get('/hives/1'), edit('src/core/router.js', '{ req, res, params, query: url.searchParams }', '{ req, res, parameters: params, query: url.searchParams }')),
    fault('event-payload', 'name', visit, edit('src/modules/inspections.js', "({ hive, inspection }) =>", "({ hive, visit: inspection }) =>")),
    fault('query-method', 'name', get('/hives'), edit('src/modules/hives.js', "site: query.get('site')", "site: query.param('site')")),
    fault('ajv-method', 'name', visit, edit('src/core/validate.js', 'ajv.getSchema(name)', 'ajv.schema(name)')),
    fault('schema-keyword', 'config', visit, edit('src/schemas/inspection.json', '"format": "date"', '"format": "day"')),
    fault('schema-json', 'syntax', boot, edit('src/schemas/hive.json', '"default": 10 }\n  },', '"default": 10 }\n  ,')),
    fault('env-name', 'config', boot, edit('config/index.js', "required('KEEPER_KEY')", "required('KEEPERS_KEY')")),
    fault('config-key', 'config', get('/reports/honey'), edit('config/defaults.json', '"pricePerKg"', '"pricePerKilo"'), edit('src/modules/reports.js', '* honey.pricePerKg', '* honey.price.perKg')),
    fault('config-section', 'config', boot, edit('config/defaults.json', '"alerts": {', '"alarms": {')),
    fault('intl-option', 'name', boot, edit('src/modules/reports.js', "style: 'currency', currency: 'GBP'", "style: 'currency', currencyCode: 'GBP'")),
    fault('buffer-method', 'name', get('/summary'), edit('src/core/http.js', 'Buffer.byteLength(text)', 'Buffer.byteSize(text)')),
    fault('bracket', 'syntax', boot, edit('src/modules/reports.js', "      worth: price(grams),\n    })),", "      worth: price(grams),\n    }),")),
    { id: 'apiary-schema-moved', cause: 'file', expect: 'repair', trigger: boot, break: [{ move: ['src/db/schema.sql', 'sql/schema.sql'] }] },
    fault('config-named', 'name', boot, edit('server.js', 'import config from \'#config\'', 'import { config } from \'#config\'')),
  ],
};
