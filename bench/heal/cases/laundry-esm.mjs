/** Fastify in ES modules, a private class with an emitter, settings awaited at the top, a ledger as a namespace. */
const [settings, board, ledger, routes, server] = ['lib/settings', 'lib/board', 'lib/ledger', 'routes/index', 'server'].map((name) => `${name}.js`);
const data = 'config/app.json';
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const run = { requests: ['POST /runs {"no":1,"guest":"ann"}'] };
const fault = (id, cause, trigger, file, find, replace) => ({ id: `laundry-${id}`, cause, expect: 'repair', break: [{ file, find, replace }], trigger });

export default {
  server: 'laundry-esm',
  half: 'dev',
  entry: 'server.js',
  checks: [
    { request: 'GET /machines', status: 200, json: [{ no: 1, kind: 'washer', state: 'free' }, { no: 2, kind: 'washer', state: 'free' }, { no: 3, kind: 'dryer', state: 'free' }] },
    { request: 'GET /tariff/dryer', status: 200, json: { kind: 'dryer', price: '2.00', tokens: 1 } },
    { request: 'GET /tariff/iron', status: 404, json: { error: 'No such tariff' } },
    { request: 'GET /hours', status: 200, text: '7-22' },
    { request: 'POST /runs {"no":1,"guest":"ann"}', status: 201, json: { no: 1, guest: 'ann', minutes: 40, cents: 350 } },
    { request: 'POST /runs {"no":1,"guest":"bo"}', status: 409 },
    { request: 'GET /guests/ann', status: 200, json: { guest: 'ann', cents: 350 } },
    { request: 'GET /machines', status: 200, json: [{ no: 1, kind: 'washer', state: 'busy' }, { no: 2, kind: 'washer', state: 'free' }, { no: 3, kind: 'dryer', state: 'free' }] },
  ],
  cases: [
    fault('import-kind', 'import', boot, routes, "import { Board } from '../lib/board.js';", "import Board from '../lib/board.js';"),
    fault('private-name', 'name', run, board, '    this.#runs.set(no, run);', '    this.runs.set(no, run);'),
    fault('config-path', 'path', boot, settings, "'../config/app.json'", "'./config/app.json'"),
    fault('opening-key', 'config', get('/hours'), data, '"opening"', '"hours"'),
    fault('json-comma', 'syntax', boot, data, '"minutes": 40 },\n    { "no": 2', '"minutes": 40 }\n    { "no": 2'),
    fault('await-import', 'syntax', boot, server, 'await app.register(routes);', 'await app.register(routes;'),
    fault('export-lost', 'import', boot, board, 'export class Board', 'class Board'),
    fault('package-name', 'dependency', boot, server, "from 'fastify'", "from 'fastfy'"),
    fault('method', 'name', run, board, 'this.emit(', 'this.emits('),
    { id: 'laundry-folder', cause: 'file', expect: 'repair', trigger: boot, break: [{ move: ['config/app.json', 'settings/app.json'] }] },
    fault('shape', 'config', get('/machines'), data, '"machines": [\n    { "no": 1, "kind": "washer", "minutes": 40 },\n    { "no": 2, "kind": "washer", "minutes": 40 },\n    { "no": 3, "kind": "dryer", "minutes": 25 }\n  ]', '"machines": {\n    "1": { "no": 1, "kind": "washer", "minutes": 40 },\n    "2": { "no": 2, "kind": "washer", "minutes": 40 },\n    "3": { "no": 3, "kind": "dryer", "minutes": 25 }\n  }'),
  ],
};
