/** Fastify in CommonJS, plugins and routes loaded by their folders, settings checked by hand, texts in two languages. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const ticket = { requests: ['POST /tickets {"level":"P1","needsCharger":true}'] };
const permit = { requests: ['POST /permits {"plate":"B-X 1","kind":"resident"}'] };
const fault = (id, cause, trigger, ...broken) => ({ id: `parking-${id}`, cause, expect: 'repair', break: broken, trigger });
const edit = (file, find, replace) => ({ file, find, replace });
const settings = 'config/settings.json';

export default {
  server: 'parking-autoload',
  half: 'dev',
  entry: 'server.js',
  checks: [
    { request: 'GET /', status: 200, json: { name: 'Harbour Park', levels: 2 } },
    { request: 'GET /spaces/levels', status: 200, json: [{ level: 'P1', spaces: 2, free: 1 }, { level: 'P2', spaces: 2, free: 0 }] },
    { request: 'GET /spaces/widest', status: 200, json: { id: 'P2-02', width: 2.7 } },
    { request: 'GET /permits/kinds', status: 200, json: [{ kind: 'resident', price: '40.00 EUR' }, { kind: 'staff', price: '0.00 EUR' }, { kind: 'visitor', price: '75.00 EUR' }] },
    { request: 'POST /tickets {"level":"P1","needsCharger":true}', status: 201, json: { number: 1, space: 'P1-01', state: 'open', text: 'Ticket 1 for space P1-01' } },
    { request: 'POST /tickets {"level":"P1"}', status: 409, json: { error: 'No free space on P1' } },
    { request: 'POST /tickets {}', status: 400 },
    { request: 'POST /tickets/1/pay {"minutes":80}', status: 200, json: { number: 1, amount: 4.5, text: 'Paid 4.50 EUR, have a good trip' } },
    { request: 'POST /tickets/7/pay {"minutes":80}', status: 404, json: { error: 'No ticket 7' } },
    { request: 'GET /spaces/levels', status: 200, json: [{ level: 'P1', spaces: 2, free: 1 }, { level: 'P2', spaces: 2, free: 0 }] },
    { request: 'POST /tickets {"level":"P1"}', status: 201, json: { number: 2, space: 'P1-01' } },
    { request: 'POST /tickets/2/pay {"minutes":900}', status: 200, json: { amount: 18 } },
    { request: 'POST /permits {"plate":"B-X 1","kind":"resident"}', status: 201, json: { code: 'HP-001', plate: 'B-X 1', days: 365, text: 'Permit HP-001 for B-X 1, 40.00 EUR' } },
    { request: 'POST /permits {"plate":"B-X 1","kind":"king"}', status: 422, json: { error: 'No permit of kind king' } },
  ],
  cases: [
    fault('text-value', 'name', ticket, edit('messages/en.json', '%space%', '%spcae%')),
    fault('text-key', 'config', ticket, edit('messages/en.json', '"opened"', '"open"')),
    fault('tariff-key', 'config', boot, edit(settings, '"stepPrice"', '"stepPrise"')),
    fault('tariff-type', 'config', boot, edit(settings, '"dayMax": 18', '"dayMax": "18"')),
    fault('texts-moved', 'file', boot, { move: ['messages/en.json', 'i18n/en.json'] }, { move: ['messages/de.json', 'i18n/de.json'] }),
    fault('exports-alone', 'import', boot, edit('routes/spaces.js', 'module.exports = async', 'exports = async')),
    fault('plugin-braces', 'import', boot, edit('plugins/lot.js', 'const fp =', 'const { fp } =')),
    fault('schema-folder', 'path', boot, edit('routes/permits.js', "'../schemas/permit.json'", "'../schema/permit.json'")),
    fault('constant-renamed', 'import', ticket, edit('lib/constants.js', 'SpaceState, TicketState }', 'SpaceState, TicketStates: TicketState }')),
    { ...fault('method-renamed', 'name', ticket, edit('plugins/lot.js', '  findFree(', '  firstFree(')), history: true },
    fault('decorator-renamed', 'name', get('/spaces/levels'), edit('plugins/lot.js', "decorate('lot'", "decorate('parkingLot'")),
    fault('record-key', 'config', get('/spaces/widest'), edit('data/spaces.json', '"state": "closed", "features"', '"state": "closed", "feature"')),
    fault('not-exported', 'import', get('/permits/kinds'), edit('lib/tariff.js', 'exports.toMoney =', 'const toMoney =')),
    fault('json-comma', 'syntax', boot, edit('schemas/ticket.json', '"default": false }\n', '"default": false },\n')),
    { ...fault('kinds-level', 'config', get('/permits/kinds'), edit(settings, '"validDays": 365, "kinds": { "resident": 40, "staff": 0, "visitor": 75 } }', '"validDays": 365 },\n  "kinds": { "resident": 40, "staff": 0, "visitor": 75 }')), history: true },
    fault('quote', 'syntax', boot, edit('routes/spaces.js', "'/widest'", "'/widest")),
    fault('text-path', 'name', permit, edit('routes/permits.js', "'permit.issued'", "'permit.isued'")),
  ],
};
