/** Express 4 in CommonJS, in layers: routes, controllers, services, repositories over JSON files; settings by environment and `.env`. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const wanted = '{"plate":"P-LL 9","title":"Clutch","hours":4,"parts":[{"sku":"FLT-1","quantity":1}]}';
const post = { requests: [`POST /api/jobs ${wanted}`] };
const fault = (id, cause, trigger, ...broken) => ({ id: `garage-${id}`, cause, expect: 'repair', break: broken, trigger });
const edit = (file, find, replace) => ({ file, find, replace });
const src = (name) => `src/${name}.js`;
const opel = { id: 1, plate: 'B-KA 112', make: 'Opel', model: 'Corsa', year: 2014 };

export default {
  server: 'garage-layers',
  half: 'dev',
  entry: 'server.js',
  checks: [
    { request: 'GET /health', status: 200, json: { ok: true, name: 'Corner Garage', opening: '8-17' } },
    { request: 'GET /api/vehicles?make=opel', status: 200, json: [opel, { id: 3, plate: 'P-LL 9', make: 'Opel', model: 'Astra', year: 2009 }] },
    { request: 'GET /api/vehicles/b-mt%2078', status: 200, json: { id: 2, plate: 'B-MT 78', make: 'Volvo', model: 'V40', year: 2017 } },
    { request: 'GET /api/vehicles/X-1', status: 404, json: { error: 'Vehicle not found' } },
    { request: 'GET /api/vehicles/B-KA%20112/history', status: 200, json: { vehicle: opel, owner: 'Ines Falk', jobs: [{ id: 1, title: 'Brake pads', status: 'open' }, { id: 3, title: 'Inspection', status: 'done' }] } },
    { request: 'GET /api/jobs/1', status: 200, json: { id: 1, bay: 'A1', estimate: { labour: 137, material: 69.8, total: 206.8 } } },
    { request: 'GET /api/jobs/bays', status: 200, json: { free: ['A2'] } },
    { request: 'GET /api/jobs/2/invoice', status: 200, json: { number: 'CG-0002', customer: 'Tom Reeh', dueDays: 14, net: 85, tax: 16.15, gross: 101.15 } },
    { request: 'GET /api/jobs/1/invoice?format=html', status: 200, text: '<p>246.09 EUR, due in 14 days</p>' },
    { request: 'POST /api/jobs {"plate":"P-LL 9","hours":4}', status: 400, json: { error: 'Validation failed', details: ['title'] } },
    { request: `POST /api/jobs ${wanted}`, status: 201, json: { id: 4, vehicleId: 3, bay: 'A2', estimate: { labour: 274, material: 8.75, total: 282.75 } } },
    { request: 'GET /api/jobs/bays', status: 200, json: { free: [] } },
    { request: `POST /api/jobs ${wanted}`, status: 409, json: { error: 'No bay is free' } },
    { request: 'GET /elsewhere', status: 404, json: { error: 'Page not found' } },
  ],
  cases: [
    fault('env-name', 'config', boot, edit('config/index.js', 'process.env.INVOICE_PREFIX', 'process.env.INVOICE_PREFX')),
    { ...fault('env-file', 'config', boot, edit('.env', 'INVOICE_PREFIX', 'INVOICES_PREFIX')), expect: 'ask' },
    fault('environment-file', 'file', boot, { move: ['config/development.json', 'config/dev.json'] }),
    fault('json-comma', 'syntax', boot, edit('config/default.json', '"dueDays": 14\n  },', '"dueDays": 14\n  }')),
    fault('export-lost', 'import', boot, edit(src('repositories/jsonStore'), '\nmodule.exports = JsonStore;\n', '')),
    fault('wrong-case', 'path', boot, edit(src('repositories/partRepository'), "'./jsonStore'", "'./JsonStore'")),
    fault('braces', 'import', get('/elsewhere'), edit(src('middlewares/errorHandler'), 'const ApiError =', 'const { ApiError } =')),
    { ...fault('handler-renamed', 'name', boot, edit(src('controllers/vehicleController'), 'exports.list =', 'exports.index =')), history: true },
    fault('import-renamed', 'import', boot, edit('config/index.js', 'const { mergeDeep }', 'const { deepMerge }')),
    fault('bracket', 'syntax', boot, edit(src('app'), 'config.server.bodyLimit }));', 'config.server.bodyLimit });')),
    fault(
      'merge-marker',
      'syntax',
      boot,
      edit(
        src('routes/jobRoutes'),
        "router.get('/bays', jobController.bays);\n",
        "<<<<<<< HEAD\nrouter.get('/bays', jobController.bays);\n=======\nrouter.get('/bays', jobController.bays);\n>>>>>>> feature/invoices\n",
      ),
    ),
    fault('package-name', 'dependency', boot, edit(src('routes/vehicleRoutes'), "require('express4')", "require('express')")),
    fault('file-moved', 'path', boot, { move: ['src/utils/env.js', 'config/env.js'] }),
    fault('section-renamed', 'config', boot, edit('config/development.json', '"logging"', '"log"')),
    fault(
      'another-level',
      'config',
      boot,
      edit('config/default.json', '"folder": "data",\n    "files":', '"folder": "data"\n  },\n  "data": {\n    "files":'),
    ),
    { ...fault('method-renamed', 'name', get('/api/vehicles/b-mt%2078'), edit(src('repositories/vehicleRepository'), 'findByPlate(', 'findOneByPlate(')), history: true },
    fault('property', 'name', get('/api/jobs/1'), edit(src('services/jobService'), 'job.parts.reduce', 'job.part.reduce')),
    fault('key-renamed', 'config', get('/health'), edit('config/default.json', '"opening"', '"openingHours"')),
    fault('view-moved', 'file', get('/api/jobs/1/invoice?format=html'), { move: ['views/invoice.html', 'views/invoices/invoice.html'] }),
    fault('placeholder', 'name', get('/api/jobs/1/invoice?format=html'), edit('views/invoice.html', '{{customer}}', '{{custmer}}')),
    fault('not-imported', 'import', get('/api/jobs/1/invoice?format=html'), edit(src('services/invoiceService'), '{ addTax, formatMoney }', '{ addTax }')),
    { ...fault('not-exported', 'import', get('/api/jobs/2/invoice'), edit(src('utils/money'), 'formatMoney, addTax }', 'formatMoney }')), history: true },
    fault('view-folder', 'path', get('/api/jobs/1/invoice?format=html'), edit(src('services/invoiceService'), "'../../views'", "'../views'")),
    fault('record-key', 'config', get('/api/vehicles/B-KA%20112/history'), edit('data/vehicles.json', '"year": 2014, "owner"', '"year": 2014, "onwer"')),
    fault('service-renamed', 'name', get('/api/jobs/1'), edit(src('services/jobService'), 'module.exports = { getJob,', 'module.exports = { findJob: getJob,')),
    { ...fault('list-as-text', 'config', get('/api/jobs/bays'), edit('config/development.json', '["A1", "A2"]', '"A1,A2"')), history: true },
    fault('parameter', 'name', post, edit(src('validators/jobValidator'), 'req.body[field]', 'req.body[feild]')),
    fault('this-property', 'name', post, edit(src('repositories/jsonStore'), 'this.records.push', 'this.record.push')),
  ],
};
