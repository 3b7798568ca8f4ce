/** Fastify 5 in TypeScript under tsx, `paths` of tsconfig, plugins with decorators and shared JSON schemas, an enum of events. */
const boot = { boot: true };
const ann = { authorization: 'Bearer t1' };
const get = (where) => ({ requests: [`GET /v2${where}`] });
const start = { requests: ['POST /v2/rides {"station":"MKT"}'], headers: ann };
const end = { requests: ['POST /v2/rides {"station":"MKT"}', 'POST /v2/rides/1/end {"station":"UNI","minutes":45}'], headers: ann };
const trialOf = ({ headers }) => (headers ? { trial: { env: { RIDER_TOKENS: 't1:ann:year,t2:bo:day' } } } : {});
const fault = (id, cause, trigger, ...broken) => ({ id: `bikes-${id}`, cause, expect: 'repair', break: broken, trigger, ...trialOf(trigger) });
const edit = (file, find, replace) => ({ file, find, replace });
const [app, fleet, fares, stations, rides] = ['app', 'domain/fleet', 'domain/fares', 'routes/stations', 'routes/rides'].map((name) => `src/${name}.ts`);
const plugin = (name) => `src/plugins/${name}.ts`;

export default {
  server: 'bikes-ts',
  half: 'dev',
  entry: 'src/server.ts',
  env: { RIDER_TOKENS: 't1:ann:year,t2:bo:day' },
  checks: [
    { request: 'GET /v2/stations', status: 200, json: [{ code: 'MKT', name: 'Market Square', free: 2, bikes: ['B-1', 'B-2'] }, { code: 'STN', free: 3 }, { code: 'UNI', free: 2, bikes: [] }] },
    { request: 'GET /v2/stations/', status: 200 },
    { request: 'GET /v2/stations/mkt', status: 200, json: { code: 'MKT', name: 'Market Square' } },
    { request: 'GET /v2/stations/zzz', status: 404, json: { error: 'Station ZZZ does not exist' } },
    { request: 'GET /v2/stations/nearest?lat=51.061&lon=3.731', status: 200, json: { code: 'UNI' } },
    { request: 'GET /v2/stations/nearest?lat=51', status: 400 },
    { request: 'POST /v2/rides {"station":"MKT"}', status: 401, json: { error: 'Who are you?' } },
    { request: 'POST /v2/rides {"station":"mkt"}', headers: ann, status: 400 },
    { request: 'POST /v2/rides {"station":"UNI"}', headers: ann, status: 409, json: { error: 'No bike at University' } },
    { request: 'POST /v2/rides {"station":"MKT"}', headers: ann, status: 201, json: { id: 1, bike: 'B-1', from: 'MKT', rider: 'ann' }, text: '"bike"' },
    { request: 'POST /v2/rides/1/end {"station":"UNI","minutes":45}', headers: ann, status: 200, json: { id: 1, to: 'UNI', fare: '€0.75' } },
    { request: 'POST /v2/rides/1/end {"station":"UNI","minutes":45}', headers: ann, status: 404, json: { error: 'Ride 1 does not exist' } },
    { request: 'POST /v2/rides {"station":"STN"}', headers: { authorization: 'Bearer t2' }, status: 201, json: { id: 2, rider: 'bo' } },
    { request: 'POST /v2/rides/2/end {"station":"MKT","minutes":600}', headers: { authorization: 'Bearer t2' }, status: 200, json: { fare: '€12.00' } },
    { request: 'GET /v2/totals', status: 200, json: { started: 2, ended: 2, byStation: { MKT: 1, STN: 1 } } },
  ],
  cases: [
    fault('alias-file', 'path', boot, edit(app, "'@/plugins/auth'", "'@/plugin/auth'")),
    fault('alias-data', 'path', boot, edit(fares, "'@data/fares.json'", "'@data/fare.json'")),
    fault('alias-lost', 'path', boot, edit(plugin('fleet'), "'@/domain/fleet'", "'domain/fleet'")),
    fault('alias-relative', 'path', boot, edit(fleet, "'./errors'", "'../errors'")),
    fault('export-kind', 'import', boot, edit('src/routes/index.ts', 'export default routes;', 'export { routes };')),
    fault('type-import', 'import', boot, edit(plugin('fleet'), 'import { Fleet, RideEvent, type Ride, type Station }', 'import type { Fleet, RideEvent, Ride, Station }')),
    fault('named-class', 'import', boot, edit(app, 'import Fastify, {', 'import { Fastify,')),
    fault('not-imported', 'import', { requests: ['POST /v2/rides/7/end {"station":"UNI","minutes":45}'], headers: ann }, edit(fleet, 'import { conflict, notFound }', 'import { conflict }')),
    fault('not-exported', 'import', boot, edit(fares, 'export function formatFare', 'function formatFare')),
    fault('enum-listened', 'name', boot, edit(plugin('fleet'), 'fleet.on(RideEvent.Ended', 'fleet.on(RideEvents.Ended')),
    fault('decorator', 'name', boot, edit(rides, 'app.requireRider', 'app.requiresRider')),
    fault('decorator-store', 'name', get('/stations'), edit(stations, 'const { fleet } = app;', 'const { store: fleet } = app;')),
    fault('request-field', 'name', start, edit(plugin('auth'), "request.rider = (token", "request.user = (token"), edit(plugin('auth'), 'if (!request.rider)', 'if (!request.user)')),
    fault('schema-ref', 'config', boot, edit(stations, "items: { $ref: 'station#' }", "items: { $ref: 'stations#' }")),
    fault('schema-id', 'config', boot, edit(plugin('schemas'), "$id: 'stationCode'", "$id: 'code'")),
    fault('schema-type', 'config', boot, edit(rides, "minutes: { type: 'integer', minimum: 1 }", "minutes: { type: 'int', minimum: 1 }")),
    fault('schema-required', 'config', start, edit(plugin('schemas'), "required: ['id', 'bike']", "required: ['id', 'bikes']")),
    fault('schema-section', 'config', get('/stations/nearest?lat=51.061&lon=3.731'), edit(stations, 'fleet.nearest(request.query.lat, request.query.lon)', 'fleet.nearest(request.querystring.lat, request.querystring.lon)')),
    fault('param', 'name', get('/stations/mkt'), edit(stations, "'/:code'", "'/:station'")),
    fault('option-level', 'config', boot, edit(app, "logger: { level: config.logLevel }", "logger: { level: config.log.level }")),
    fault('hook-name', 'name', boot, edit(plugin('fleet'), "addHook('onClose'", "addHook('close'")),
    fault('handler-method', 'name', boot, edit(app, 'app.setErrorHandler(', 'app.onError(')),
    fault('reply-method', 'name', start, edit(rides, ".header('location'", ".head('location'")),
    fault('register-lost', 'config', boot, edit(app, '  await app.register(schemas);\n', '')),
    fault('plugin-option', 'config', start, edit(app, 'riders: config.riders', 'tokens: config.riders')),
    fault('data-key', 'config', end, edit('data/fares.json', '"plans"', '"tariffs"')),
    fault('record-key', 'config', get('/stations'), edit('data/stations.json', '"docks": 6, "bikes"', '"docks": 6, "bike"')),
    fault('env-name', 'config', boot, edit('src/config.ts', "env('RIDER_TOKENS')", "env('RIDERS_TOKENS')")),
    fault('super', 'name', boot, edit(fleet, '    super();\n', '')),
    fault('method', 'name', get('/stations/mkt'), edit(fleet, '  station(code: string): Station {', '  getStation(code: string): Station {')),
    fault('brace', 'syntax', boot, edit(stations, "        response: { 200: { $ref: 'station#' } },\n      },\n    },", "        response: { 200: { $ref: 'station#' } },\n      },\n    ")),
    fault('template', 'syntax', boot, edit(rides, '`/v2/rides/${ride.id}`', '`/v2/rides/${ride.id`')),
    fault('json-comma', 'syntax', boot, edit('data/fares.json', '"freeMinutes": 0 },', '"freeMinutes": 0 }')),
    { id: 'bikes-file-renamed', cause: 'file', expect: 'repair', trigger: boot, break: [{ move: ['src/domain/errors.ts', 'src/domain/domain-error.ts'] }] },
  ],
};
