/** Plain node:http in CommonJS, a router of its own, over PostgreSQL: roles by token, transactions, a service of somebody else that takes invoices. */
const [weighing, invoicing, reports] = ['weighing', 'invoicing', 'reports'].map((name) => `src/services/${name}.js`);
const [pool, customers, tickets, invoices] = ['pool', 'customers', 'tickets', 'invoices'].map((name) => `src/db/${name}.js`);
const [app, routes, format, settings] = ['src/app.js', 'src/routes.js', 'src/lib/format.js', 'config/app.json'];
const as = (token) => ({ authorization: `Bearer ${token}` });
const [operator, office, manager] = ['op-joris', 'of-lies', 'mg-marc'].map(as);
const march = 'POST /invoices {"customer":1,"month":"2026-03","issuedOn":"2026-04-01"}';
const nothing = 'POST /invoices {"customer":2,"month":"2026-09","issuedOn":"2026-10-01"}';
const sending = ['POST /invoices {"customer":3,"month":"2026-03","issuedOn":"2026-04-02"}', 'POST /invoices/WB-2026-002/send'];
const accepted = { status: 201, body: '{"reference":"E-6002"}' };
const arrival = 'POST /tickets {"plate":"1-zzz-001","vehicleClass":"N3","customer":1,"material":"SD04","tare":12000,"day":"2026-03-19"}';
const at = (file, find, replace) => ({ file, find, replace });
const expiredSeal = `-----BEGIN CERTIFICATE-----
MIIBTzCB9gIBATAKBggqhkjOPQQDAjA0MQswCQYDVQQGEwJCRTEWMBQGA1UECgwN
R3JvZXZlIExhdmVuZDENMAsGA1UEAwwEc2VhbDAeFw0yMzAzMDEwMDAwMDBaFw0y
NjAyMjgyMzU5NTlaMDQxCzAJBgNVBAYTAkJFMRYwFAYDVQQKDA1Hcm9ldmUgTGF2
ZW5kMQ0wCwYDVQQDDARzZWFsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoF5d
3yFvpUB49smaIRnz61LrKfK2taOuqAZPWVjwbiJ4QOf7Y7W4OrGxrDJgM2YBVQ00
dhp052Rk5V7aLwUukDAKBggqhkjOPQQDAgNIADBFAiEA/VkD3ApAFtEOqz7EHD1C
OgMHKEkTRfJS2gVhZi++KA4CICWQwUFmIEo8AD/xRBQl40hx+1KSxlrKR/45zTKC
dETe
-----END CERTIFICATE-----
`;

export default {
  server: 'weighbridge',
  half: 'record',
  entry: 'server.js',
  services: ['postgres'],
  env: { DATABASE_URL: 'postgres://postgres@{postgres}/postgres', EINVOICE_URL: 'http://{upstream}', EINVOICE_KEY: 'ek-22d8' },
  seed: { postgres: 'sql/seed.sql' },
  checks: [
    { request: 'GET /health', status: 200, json: { ok: true } },
    { request: 'GET /tickets', status: 401, json: { error: 'Log in first' } },
    { request: 'GET /tickets', headers: as('nobody'), status: 401, json: { error: 'Unknown token' } },
    { request: 'GET /customers/1/prices', headers: operator, status: 200, json: { customer: 'Wegenbouw Peeters', prices: [{ code: 'GR20', price: '13.10' }, { code: 'PB80', price: '19.60' }, { code: 'SD04', name: 'Sand 0/4', price: '11.25' }] } },
    { request: 'GET /customers/2/prices', headers: operator, status: 200, json: { prices: [{ code: 'GR20', price: '14.80' }, { code: 'PB80' }, { price: '11.25' }] } },
    { request: 'GET /customers/77/prices', headers: operator, status: 404 },
    { request: 'GET /tickets', headers: operator, status: 200, json: { count: 6, tickets: [{ number: 'W-1001', day: '2026-02-16', invoiced: true }, { number: 'W-1002', net: 18600, tonnes: 18.6, invoiced: false }, { customer: 'Tuinen Claes' }, { number: 'W-1004' }, { number: 'W-1005' }, { number: 'W-1006', gross: null, net: null, tonnes: null }] } },
    { request: 'GET /tickets?day=2026-03-03', headers: operator, status: 200, json: { count: 2, tickets: [{ number: 'W-1002' }, { number: 'W-1003' }] } },
    { request: 'GET /tickets?customer=1&day=2026-03-03', headers: operator, status: 200, json: { count: 1, tickets: [{ number: 'W-1002' }] } },
    { request: 'GET /tickets?customer=2&open=yes', headers: operator, status: 200, json: { count: 1, tickets: [{ number: 'W-1006' }] } },
    { request: 'GET /tickets?day=today', headers: operator, status: 400 },
    { request: 'GET /tickets/W-1002', headers: operator, status: 200, json: { material: 'Gravel 7/20', operator: 'Joris', amount: '243.66' } },
    { request: 'GET /tickets/W-1003', headers: operator, status: 200, json: { tonnes: 4.45, amount: '50.06' } },
    { request: 'GET /tickets/W-1006', headers: operator, status: 200, json: { amount: null } },
    { request: 'GET /tickets/W-9999', headers: operator, status: 404, json: { error: 'No weighing W-9999' } },
    { request: 'GET /tickets/W-1002/slip', headers: operator, status: 200, text: 'Groeve Lavend\nVAT BE0412.881.907\n----------------------------------\nWeighing W-1002\nDate                    2026-03-03\nPlate                    1-ABC-123\nCustomer         Wegenbouw Peeters\nMaterial               Gravel 7/20\nTare                      11880 kg\nGross                     30480 kg\nNet                        18.60 t\n----------------------------------\nKeep this slip with the load.\n' },
    { request: 'GET /tickets/W-1006/slip', headers: operator, status: 200, text: 'Gross                to be weighed\nNet                              -\n' },
    { request: 'GET /invoices/WB-2026-001', headers: operator, status: 403, json: { error: 'Not for the role operator' } },
    { request: 'GET /invoices/WB-2026-001', status: 401 },
    { request: 'GET /invoices/WB-2026-001', headers: office, status: 200, json: { customer: 'Wegenbouw Peeters', dueOn: '2026-04-01', lines: [{ ticket: 'W-1001', tonnes: 20.1 }], net: '263.31', vat: '55.30', total: '318.61', sent: true } },
    { request: 'GET /invoices/WB-2025-001', headers: office, status: 404 },
    { request: 'GET /reports/materials?month=2026-03', headers: manager, status: 200, json: { tonnes: 77.95, materials: [{ code: 'SD04', name: 'Sand 0/4', loads: 2, tonnes: 32.95, share: 42 }, { code: 'PB80', name: 'Porphyry 40/80', tonnes: 26.4, share: 34 }, { code: 'GR20', name: 'Gravel 7/20', loads: 1, share: 24 }] } },
    { request: 'GET /reports/materials?month=2026-13', headers: manager, status: 400 },
    { request: 'GET /reports/materials?month=2026-03', headers: office, status: 403 },
    { request: 'GET /reports/customers?month=2026-03', headers: manager, status: 200, json: [{ name: 'Wegenbouw Peeters', loads: 2, tonnes: 45, amount: '761.10' }, { name: 'Aannemer Smulders', tonnes: 28.5, amount: '282.15' }, { name: 'Tuinen Claes', loads: 1, amount: '50.06' }] },
    { request: 'GET /reports/busiest?month=2026-03', headers: manager, status: 200, json: { day: '2026-03-03', loads: 2 } },
    { request: 'GET /reports/busiest?month=2026-09', headers: manager, status: 200, json: { day: null, loads: 0 } },
    { request: arrival, headers: operator, status: 201, json: { number: 'W-1007', plate: '1-ZZZ-001', customer: 'Wegenbouw Peeters', tare: 12000, gross: null } },
    { request: arrival.replace('"customer":1', '"customer":4'), headers: operator, status: 422, json: { error: 'Beton Noord is blocked' } },
    { request: arrival.replace('N3', 'M1'), headers: operator, status: 400, json: { error: 'Unknown vehicle class M1' } },
    { request: arrival.replace('SD04', 'XX'), headers: operator, status: 404 },
    { request: 'POST /tickets/W-1006/gross {"gross":12500}', headers: operator, status: 422, json: { error: 'Lorry: 500 kg too heavy' } },
    { request: 'POST /tickets/W-1006/gross {"gross":5000}', headers: operator, status: 422 },
    { request: 'POST /tickets/W-1006/gross {"gross":11500}', headers: operator, status: 200, json: { net: 6080, tonnes: 6.08, amount: '89.98' } },
    { request: 'POST /tickets/W-1006/gross {"gross":11500}', headers: operator, status: 409 },
    { request: 'POST /tickets/W-1007/gross {"gross":', headers: operator, status: 400 },
    { request: march, headers: operator, status: 403 },
    { request: march, headers: office, status: 201, json: { number: 'WB-2026-002', dueOn: '2026-05-01', lines: [{ ticket: 'W-1002', tonnes: 18.6 }, { ticket: 'W-1005' }], net: '761.10', vat: '159.83', total: '920.93', sent: false } },
    { request: march, headers: office, status: 409, json: { error: 'Nothing to invoice to Wegenbouw Peeters in 2026-03' } },
    { request: 'POST /invoices {"customer":3,"month":"2026-03","issuedOn":"2026-04-02"}', headers: manager, status: 201, json: { number: 'WB-2026-003', net: '282.15', vat: '0.00', total: '282.15' } },
    { request: 'POST /invoices {"customer":77,"month":"2026-03"}', headers: office, status: 404 },
    { request: 'POST /invoices/WB-2026-001/send', headers: office, status: 409, json: { error: 'WB-2026-001 was sent as E-5501' } },
    { request: 'POST /reports/exports/March', headers: manager, status: 400 },
    { request: 'DELETE /tickets', headers: manager, status: 405 },
    { request: 'GET /nowhere', status: 404 },
  ],
  cases: [
    {
      id: 'weighbridge-mark-as-sent',
      cause: 'name',
      expect: 'repair',
      break: [at(invoices, 'module.exports = { add, findByNumber, markSent };', 'module.exports = { add, findByNumber, markAsSent };')],
      trigger: { boot: true },
      upstream: accepted,
      checks: [
        { request: 'POST /invoices/WB-2026-002/send', headers: office, status: 200, json: { number: 'WB-2026-002', reference: 'E-6002' } },
        { request: 'POST /invoices/WB-2026-002/send', headers: office, status: 409, json: { error: 'WB-2026-002 was sent as E-6002' } },
        { request: 'GET /invoices/WB-2026-003', headers: office, status: 200, json: { sent: false } },
      ],
    },
    {
      id: 'weighbridge-amount-moved',
      cause: 'import',
      expect: 'repair',
      history: true,
      break: [
        at(format, 'function amountFor(kilos, pricePerTonne) {\n  return Math.round((kilos * pricePerTonne) / 1000);\n}\n\n', ''),
        at(format, 'module.exports = { amountFor, euros', 'module.exports = { euros'),
        at(invoicing, 'const { amountFor, euros, tonnes }', 'const { euros, tonnes }'),
        at(invoicing, "function vatOn(", 'function amountFor(kilos, pricePerTonne) {\n  return Math.round((kilos * pricePerTonne) / 1000);\n}\n\nfunction vatOn('),
        at(invoicing, 'module.exports = { create, get, send };', 'module.exports = { create, get, send, amountFor };'),
        at(weighing, 'const { alignRow, amountFor, euros, tonnes }', 'const { alignRow, euros, tonnes }'),
        at(weighing, "require('../lib/period');\n", "require('../lib/period');\nconst { amountFor } = require('./invoicing');\n"),
        at(reports, 'const { amountFor, csvRow, euros, tonnes }', 'const { csvRow, euros, tonnes }'),
        at(reports, "require('../lib/period');\n", "require('../lib/period');\nconst { amountFor } = require('./invoicing');\n"),
      ],
      trigger: { requests: ['GET /invoices/WB-2026-001'], headers: office },
    },
    {
      id: 'weighbridge-query-whole',
      cause: 'import',
      expect: 'repair',
      break: [at(customers, "const { query } = require('./pool');", "const query = require('./pool');")],
      trigger: { requests: ['GET /tickets/W-1002'], headers: operator },
    },
    {
      id: 'weighbridge-period-moved',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/lib/period.js', 'src/services/period.js'] }],
      trigger: { boot: true },
    },
    {
      id: 'weighbridge-weigh-out',
      cause: 'syntax',
      expect: 'repair',
      break: [at(weighing, 'async function weighOut(', 'function weighOut(')],
      trigger: { boot: true },
    },
    {
      id: 'weighbridge-tax-settings',
      cause: 'config',
      expect: 'repair',
      history: true,
      break: [at(settings, '"vat": { "percent"', '"tax": { "percent"')],
      trigger: { requests: [march], headers: office },
    },
    {
      id: 'weighbridge-pool-inside',
      cause: 'dependency',
      expect: 'repair',
      break: [at(pool, "const { Pool, types } = require('pg');", "const { types } = require('pg');\nconst Pool = require('pg/lib/pool');")],
      trigger: { boot: true },
    },
    {
      id: 'weighbridge-slip-gone',
      cause: 'file',
      expect: 'repair',
      history: true,
      break: [{ file: 'templates/slip.txt', remove: true }],
      trigger: { requests: ['GET /tickets/W-1002/slip'], headers: operator },
    },
    {
      id: 'weighbridge-no-rate',
      cause: 'null',
      expect: 'repair',
      break: [at(customers, 'rate.rows[0]?.price_per_tonne', 'rate.rows[0].price_per_tonne')],
      trigger: { requests: ['GET /tickets/W-1003'], headers: operator },
    },
    {
      id: 'weighbridge-reply-pending',
      cause: 'async',
      expect: 'repair',
      break: [at(app, 'const reply = await route.handler(ctx);', 'const reply = route.handler(ctx);')],
      trigger: { requests: ['GET /tickets/W-9999'], headers: operator },
    },
    {
      id: 'weighbridge-busiest',
      cause: 'logic',
      expect: 'repair',
      history: true,
      break: [at(reports, '(row.loads > best.loads ? row : best), { day: null, loads: 0 });', '(row.loads > best.loads ? row : best));')],
      trigger: { requests: ['GET /reports/busiest?month=2026-09'], headers: manager },
    },
    {
      id: 'weighbridge-classes-marked',
      cause: 'data',
      expect: 'repair',
      break: [at('data/vehicle-classes.json', '[\n  { "code": "N2"', '\uFEFF[\n  { "code": "N2"')],
      trigger: { requests: [arrival], headers: operator },
    },
    {
      id: 'weighbridge-grouped',
      cause: 'sql',
      expect: 'repair',
      break: [at(reports, 'GROUP BY t.material_code, m.name', 'GROUP BY t.material_code')],
      trigger: { requests: ['GET /reports/materials?month=2026-03'], headers: manager },
    },
    {
      id: 'weighbridge-day-filter',
      cause: 'sql',
      expect: 'repair',
      break: [
        at(tickets, '    values.push(day);\n    conditions.push(`t.weighed_on = $${values.length}`);\n', '    conditions.push(`t.weighed_on = $${values.length}`);\n    values.push(day);\n'),
      ],
      trigger: { requests: ['GET /tickets?day=2026-03-03'], headers: operator },
    },
    {
      id: 'weighbridge-role-first',
      cause: 'middleware',
      expect: 'repair',
      history: true,
      break: [at(routes, "[authenticate, only('office', 'manager')]", "[only('office', 'manager'), authenticate]")],
      trigger: { requests: ['GET /invoices/WB-2026-001'], headers: office },
      checks: [{ request: 'POST /invoices/WB-2026-003/send', headers: operator, status: 403 }, { request: 'POST /invoices/WB-2026-003/send', status: 401 }],
    },
    {
      id: 'weighbridge-kept-clients',
      cause: 'other',
      expect: 'repair',
      break: [
        at(pool, "    await client.query('COMMIT');\n    return result;", "    await client.query('COMMIT');\n    client.release();\n    return result;"),
        at(pool, '    throw error;\n  } finally {\n    client.release();\n  }', '    throw error;\n  }'),
      ],
      trigger: { requests: Array(4).fill(nothing), headers: office },
      checks: [
        ...Array(5).fill({ request: nothing, headers: office, status: 409 }),
        ...['2026-03', '2026-02', '2026-03', '2026-03'].map((month) => ({ request: `POST /invoices {"customer":3,"month":"${month}"}`, headers: office, status: 409 })),
        { request: 'POST /invoices {"customer":2,"month":"2026-03","issuedOn":"2026-04-03"}', headers: office, status: 201, json: { number: 'WB-2026-004', net: '140.04' } },
        { request: 'GET /invoices/WB-2026-004', headers: office, status: 200, json: { total: '169.45' } },
      ],
    },
    {
      id: 'weighbridge-database-down',
      cause: 'outage',
      expect: 'ask',
      env: { DATABASE_URL: 'postgres://postgres@{closed}/postgres' },
      trigger: { requests: ['GET /tickets'], headers: operator },
    },
    {
      id: 'weighbridge-access-key',
      cause: 'credential',
      expect: 'ask',
      trigger: { requests: sending, headers: office },
      upstream: { status: 401, body: '{"error":"access key is not valid any more"}' },
    },
    {
      id: 'weighbridge-seal-expired',
      cause: 'certificate',
      expect: 'ask',
      history: true,
      break: [{ file: 'certs/seal.pem', content: expiredSeal }],
      trigger: { requests: sending, headers: office },
      upstream: accepted,
    },
    {
      id: 'weighbridge-pino',
      cause: 'undeclared',
      expect: 'ask',
      history: true,
      break: [
        at(app, "const http = require('node:http');\n", "const http = require('node:http');\nconst pino = require('pino');\n"),
        at(app, 'function send(res', "const log = pino({ name: 'weighbridge' });\n\nfunction send(res"),
        at(app, 'console.error(`${req.method} ${req.url}`, error);', 'log.error({ err: error, method: req.method, url: req.url });'),
      ],
      trigger: { boot: true },
    },
    {
      id: 'weighbridge-exports-folder',
      cause: 'permission',
      expect: 'ask',
      env: { EXPORT_DIR: '/sys/exports' },
      trigger: { requests: ['POST /reports/exports/2026-03'], headers: manager },
    },
    {
      id: 'weighbridge-quota',
      cause: 'limit',
      expect: 'ask',
      trigger: { requests: sending, headers: office },
      upstream: { status: 429, headers: { 'retry-after': '36000' }, body: '{"error":"daily quota of 50 documents is used up"}' },
    },
    {
      id: 'weighbridge-idle-lost',
      cause: 'log',
      expect: 'none',
      trigger: {
        requests: ['GET /tickets?customer=1'],
        headers: operator,
        stderr: 'idle connection lost: Connection terminated unexpectedly\nidle connection lost: terminating connection due to administrator command\n',
      },
    },
    {
      id: 'weighbridge-driver-left',
      cause: 'client',
      expect: 'none',
      trigger: {
        requests: [arrival],
        headers: operator,
        stderr:
          'POST /tickets Error: aborted\n    at abortIncoming (node:_http_server:838:17)\n    at socketOnClose (node:_http_server:832:3)\n    at Socket.emit (node:events:530:35)\n    at TCP.<anonymous> (node:net:346:12) {\n  code: \'ECONNRESET\'\n}\n',
      },
    },
  ],
};
