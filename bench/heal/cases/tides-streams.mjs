/** node:http, CommonJS: readings as streams of CSV, summaries in workers, a forecast of somebody else. */
const [app, store, csv, alerts, forecast, config] = ['app', 'store', 'csv', 'alerts', 'forecast', 'config'].map((name) => `src/${name}.js`);
const [summary, pool] = ['summary', 'pool'].map((name) => `src/work/${name}.js`);
const [stations, readings, reports] = ['stations', 'readings', 'reports'].map((name) => `src/handlers/${name}.js`);
const keeper = { 'x-keeper': 'keeper-22' };
const asked = 'GET /stations/HEL/forecast';
const reading = 'POST /stations/SKA/readings {"at":"2026-02-03T00:00:00Z","level":3.5}';
const imported = 'POST /stations/SKA/import at;level;note\n2026-02-02T00:00:00Z;3.1;\n2026-02-02T06:00:00Z;2.4;rain';
const tides = { status: 200, body: JSON.stringify({ tides: [{ time: '2026-02-04T03:00:00Z', height: 1.5 }, { time: '2026-02-04T09:00:00Z', height: 3.1 }] }) };

const fault = (id, cause, requests, edits, more = {}) => ({
  id: `tides-${id}`,
  cause,
  expect: 'repair',
  break: edits.map(([file, find, replace]) => ({ file, find, replace })),
  trigger: requests === null ? { boot: true } : { requests: [requests].flat(), ...(/alerts/.test(String(requests)) ? { headers: keeper } : {}) },
  ...more,
});
const committed = { history: true };
const withForecast = { upstream: tides };

export default {
  server: 'tides-streams',
  half: 'dev',
  entry: 'src/server.js',
  env: { FORECAST_URL: 'http://{upstream}', FORECAST_KEY: 'k-1' },
  checks: [
    { request: 'GET /health', status: 200, json: { ok: true, stations: 3 } },
    { request: 'GET /stations', status: 200, json: [{ code: 'HEL', name: 'Helmsey', harbour: 'NORTH PIER', keeper: 'Oda Brandt', latest: { at: '2026-02-02T00:00:00.000Z', level: '2.60' } }, { code: 'LUN', harbour: 'OPEN COAST', keeper: 'Per Aas', latest: null }, { code: 'SKA', harbour: 'OLD BASIN', keeper: null, latest: { level: '0.70' } }] },
    { request: 'GET /stations/ska', status: 200, json: { code: 'SKA', name: 'Skarvik' } },
    { request: 'GET /stations/XYZ', status: 404, json: { error: 'Station XYZ is not known' } },
    { request: 'GET /stations/HEL/contact', status: 200, json: { name: 'Oda Brandt', email: 'oda@helmsey.test' } },
    { request: 'GET /stations/LUN/contact', status: 200, json: { name: 'Per Aas', email: 'unknown' } },
    { request: 'GET /stations/SKA/contact', status: 404, json: { error: 'Skarvik has no keeper' } },
    { request: 'GET /stations/HEL/readings', status: 200, json: { page: 1, pages: 2, readings: [{ at: '2026-02-01T00:00:00.000Z', level: 3.4, note: null }, { level: 1.1, note: 'calm' }, { level: 4.9 }] } },
    { request: 'GET /stations/HEL/readings?page=2', status: 200, json: { page: 2, readings: [{ level: 2.6 }] } },
    { request: 'GET /stations/HEL/readings?from=2026-02-01T06:00:00Z&to=2026-02-02T00:00:00Z', status: 200, json: { pages: 1, readings: [{ level: 1.1 }, { level: 4.9 }] } },
    { request: 'GET /stations/LUN/readings', status: 200, json: { pages: 0, readings: [] } },
    { request: 'GET /stations/XYZ/readings', status: 404 },
    { request: 'GET /stations/HEL/export', status: 200, text: 'at;level;note\n2026-02-01T00:00:00.000Z;3.4;\n2026-02-01T06:00:00.000Z;1.1;calm\n2026-02-01T12:00:00.000Z;4.9;storm, gusts\n2026-02-02T00:00:00.000Z;2.6;\n' },
    { request: 'GET /stations/HEL/summary', status: 200, json: { station: 'HEL', count: 4, mean: 3, range: 3.8, highest: { level: 4.9, at: '2026-02-01T12:00:00.000Z' } } },
    { request: 'GET /stations/LUN/summary', status: 200, json: { station: 'LUN', count: 0, mean: null, highest: null } },
    { request: 'GET /stations/HEL/days', status: 200, json: [{ day: '2026-02-01', count: 3, mean: 3.13 }, { day: '2026-02-02', count: 1, mean: 2.6 }] },
    { request: 'GET /overview', status: 200, json: { total: 6, busiest: 'Helmsey', highest: { HEL: 4.9, LUN: null, SKA: 2.2 } } },
    { request: 'GET /alerts', status: 401, json: { error: 'For keepers only' } },
    { request: 'GET /alerts', headers: keeper, status: 200, json: { asked: 'keeper', alerts: [] } },
    { request: reading, status: 201, json: { count: 3, at: '2026-02-03T00:00:00.000Z' } },
    { request: 'POST /stations/HEL/readings {"at":"2026-02-03T00:00:00Z","level":4.2,"note":"swell"}', status: 201, json: { count: 5 } },
    { request: 'POST /stations/LUN/readings {"at":"2026-02-03T00:00:00Z","level":5}', status: 201, json: { count: 1 } },
    { request: 'POST /stations/HEL/readings {"at":"2026-02-03T06:00:00Z","level":1}', status: 201, json: { count: 6 } },
    { request: 'POST /stations/HEL/readings {"at":"soon","level":1}', status: 400, json: { error: 'at is no time' } },
    { request: 'POST /stations/HEL/readings {"at":"2026-02-03T06:00:00Z","level":99}', status: 400, json: { error: 'level is no level' } },
    { request: imported, status: 201, json: { imported: 2, last: '2026-02-02T06:00:00.000Z' } },
    { request: 'POST /stations/SKA/import at;level\n2026-02-05T00:00:00Z', status: 400, json: { error: 'Line 2 has 1 cells', details: { line: 2 } } },
    { request: 'GET /stations/SKA/readings?page=2', status: 200, json: { pages: 2, readings: [{ level: 2.4, note: 'rain' }, { level: 3.5, note: null }] } },
    { request: 'GET /stations/SKA/summary', status: 200, json: { count: 5, mean: 2.38 } },
    { request: 'GET /alerts?count=9', headers: keeper, status: 200, json: { alerts: [{ station: 'SKA', grade: 'watch', level: 2.4, tell: 'desk@tides.test' }, { station: 'SKA', grade: 'warn', level: 3.1 }, { station: 'LUN', grade: 'warn', tell: 'desk@tides.test' }, { station: 'HEL', grade: 'watch', level: 4.2, tell: 'oda@helmsey.test' }, { station: 'SKA', grade: 'warn', level: 3.5 }] } },
    { request: 'GET /nowhere', status: 404, json: { error: 'Nothing at /nowhere' } },
  ],
  cases: [
    fault('harbour-absent', 'null', 'GET /stations', [[stations, "station.harbour ? station.harbour.toUpperCase() : 'OPEN COAST'", 'station.harbour.toUpperCase()']]),
    fault('keeper-null', 'null', 'GET /stations', [[stations, 'station.keeper ? station.keeper.name : null', 'station.keeper.name']]),
    fault('contact-unchecked', 'null', 'GET /stations/SKA/contact', [[stations, '      if (!keeper) return { status: 404, body: { error: `${name} has no keeper` } };\n', '']]),
    fault('station-unchecked', 'null', 'GET /stations/XYZ/readings', [[store, '    if (!station) throw notFound(`Station ${code}`);\n', '']]),
    fault('alert-without-keeper', 'null', reading, [[alerts, "station.keeper && station.keeper.email ? station.keeper.email.toLowerCase() : 'desk@tides.test'", 'station.keeper.email.toLowerCase()']]),
    fault('nothing-to-summarise', 'null', 'GET /stations/LUN/summary', [[summary, '  if (readings.length === 0) return { count: 0, mean: null, range: null, highest: null };\n', '']], committed),
    fault('limits-without-default', 'null', 'POST /stations/HEL/readings {"at":"2026-02-03T00:00:00Z","level":4.2}', [[alerts, 'return this.limits[code] || this.limits.default', 'return this.limits[code]']]),
    fault('load-not-awaited', 'async', null, [[app, 'const store = await new Store(config.dataDir).load()', 'const store = new Store(config.dataDir).load()']]),
    fault('forecast-body', 'async', asked, [[forecast, '} = await response.json()', '} = response.json()']], { ...withForecast, checks: [{ request: asked, status: 200, json: { station: 'HEL', tides: [{ at: '2026-02-04T03:00:00.000Z', level: 2.7 }, { level: 4.3 }], nextHigh: '2026-02-04T09:00:00.000Z' } }] }),
    fault('overview-not-awaited', 'async', 'GET /overview', [[reports, 'const summaries = await Promise.all(', 'const summaries = Promise.all(']]),
    fault('settle-unbound', 'logic', 'GET /stations/HEL/summary', [[pool, "(message) => this.settle(message)", 'this.settle']]),
    fault('writer-never-done', 'async', 'GET /stations/HEL/export', [[csv, "join(this.separator)}\\n`);\n    done();\n  }\n\n  cell", "join(this.separator)}\\n`);\n  }\n\n  cell"]]),
    fault('add-swapped', 'logic', reading, [[readings, 'store.add(params.code, reading)', 'store.add(reading, params.code)']]),
    fault('alerts-before-keepers', 'middleware', 'GET /alerts', [[app, 'reports.keepersOnly, reports.alerts', 'reports.alerts, reports.keepersOnly']]),
    fault('json-unread', 'middleware', reading, [[app, 'readJson, readings.add', 'readings.add']]),
    fault('keeper-key', 'middleware', 'GET /alerts', [[reports, 'context.keeper = {', 'context.user = {']], committed),
    fault('times-as-text', 'data', 'GET /stations', [[store, 'push({ at: new Date(at), level', 'push({ at, level']]),
    fault('levels-as-text', 'data', [imported, 'GET /stations/SKA'], [[readings, 'level: height, note', 'level, note']]),
    fault('readings-object', 'data', null, [[store, 'this.readings = new Map()', 'this.readings = {}']]),
    fault('stations-iterator', 'logic', 'GET /stations', [[store, '[...this.stations.values()].sort', 'this.stations.values().sort']]),
    fault('default-renamed', 'data', 'POST /stations/HEL/readings {"at":"2026-02-03T00:00:00Z","level":4.2}', [['data/thresholds.json', '"default"', '"standard"']]),
    fault('reading-of-nobody', 'data', null, [['data/readings.jsonl', '{"station":"SKA","at":"2026-02-01T06', '{"station":"SKB","at":"2026-02-01T06']]),
    fault('writer-of-bytes', 'other', 'GET /stations/HEL/export', [[csv, 'super({ writableObjectMode: true });', 'super();']]),
    { id: 'tides-forecast-down', cause: 'outage', expect: 'ask', env: { FORECAST_URL: 'http://{closed}' }, trigger: { requests: [asked] } },
    { id: 'tides-forecast-503', cause: 'outage', expect: 'ask', upstream: { status: 503, body: '{"error":"maintenance"}' }, trigger: { requests: [asked] } },
    { id: 'tides-forecast-key', cause: 'credential', expect: 'ask', upstream: { status: 401, body: '{"error":"unknown key"}' }, trigger: { requests: [asked] } },
    { id: 'tides-token-unset', cause: 'undeclared', expect: 'ask', break: [{ file: config, find: "keeperToken: process.env.KEEPER_TOKEN || 'keeper-22',", replace: "keeperToken: required('KEEPER_TOKEN'),"}, { file: config, find: "const path = require('path');\n", replace: "const path = require('path');\n\nfunction required(name) {\n  if (!process.env[name]) throw new Error(`${name} is not set`);\n  return process.env[name];\n}\n" }], trigger: { boot: true }, checks: [] },
    { id: 'tides-too-high', cause: 'client', expect: 'none', trigger: { requests: ['POST /stations/HEL/readings {"at":"2026-02-03T06:00:00Z","level":99}'] } },
    { id: 'tides-no-keeper', cause: 'client', expect: 'none', trigger: { requests: ['GET /alerts'], headers: { 'x-keeper': 'keeper-00' } } },
    { id: 'tides-calibrating', cause: 'maintenance', expect: 'ask', break: [{ file: reports, find: "      const summary = await pool.run('summarise'", replace: "      if (params.code !== '') throw new HttpError(503, 'The gauges are calibrated until noon');\n      const summary = await pool.run('summarise'" }], trigger: { requests: ['GET /stations/HEL/summary'] } },
    { id: 'tides-noisy-log', cause: 'log', expect: 'none', break: [{ file: store, find: "    this.emit('reading', station, reading);", replace: "    console.error(`TypeError: clock of ${station.code} drifts, taken as it is`);\n    this.emit('reading', station, reading);" }], trigger: { requests: [reading] } },
  ],
};
