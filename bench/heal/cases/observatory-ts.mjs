/** Express 5 in TypeScript by tsx: `imports` of package.json, a config of layers (YAML, JSON, .env) under own checks, plugins by their folder. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const booking = (over = {}) => JSON.stringify({ telescope: 't60', target: 'm31', night: '2026-12-01', role: 'member', ...over });
const book = { requests: [`POST /bookings ${booking()}`] };
const confirm = { requests: [`POST /bookings ${booking()}`, 'POST /bookings/B001/confirm'] };
const fault = (id, cause, trigger, ...broken) => ({ id: `observatory-${id}`, cause, expect: 'repair', break: broken, trigger });
const person = (...words) => ({ ...fault(...words), expect: 'ask' });
const edit = (file, find, replace) => ({ file: file.includes('.') ? file : `src/${file}.ts`, find, replace });
const settings = 'config/default.yaml';

export default {
  server: 'observatory-ts',
  half: 'dev',
  entry: 'src/server.ts',
  checks: [
    { request: 'GET /', status: 200, json: { site: 'Hilltop Observatory', telescopes: 3, slotMinutes: 90 } },
    { request: 'GET /sky', status: 200, json: [{ code: 'M31', title: 'Andromeda Galaxy', altitude: 87.4, visible: true }, { code: 'M42', kind: 'nebula' }, { code: 'M13', altitude: 87.7 }, { code: 'NGC253', altitude: 26, visible: true }] },
    { request: 'GET /sky?kind=galaxy', status: 200, json: [{ code: 'M31' }, { code: 'NGC253' }] },
    { request: 'GET /sky/m42', status: 200, json: { code: 'M42', title: 'Orion Nebula', altitude: 45.9, telescopes: ['t60', 'c11', 'r80'] } },
    { request: 'GET /sky/ngc253', status: 200, json: { telescopes: ['t60', 'r80'] } },
    { request: 'GET /sky/m99', status: 404, json: { error: 'Object m99 not found' } },
    { request: 'GET /telescopes', status: 200, json: [{ id: 't60', name: 'Big Sixty', aperture: '600 mm' }, { id: 'c11' }, { id: 'r80', aperture: '80 mm' }] },
    { request: 'GET /telescopes/c11/filters', status: 200, json: { id: 'c11', filters: 'l r g b' } },
    { request: 'GET /telescopes/r80/filters', status: 200, json: { filters: 'none' } },
    { request: 'GET /telescopes/x/filters', status: 404 },
    { request: 'POST /bookings {"telescope":"t60","night":"2026-12-1","role":"king"}', status: 422, json: { error: 'The request does not fit', problems: ['body.target must be a string, got nothing', 'body.night does not look like ^\\d{4}-\\d\\d-\\d\\d$', 'body.role must be one of member, school, staff, got string "king"'] } },
    { request: `POST /bookings ${booking()}`, status: 201, json: { id: 'B001', telescope: 't60', target: 'M31', night: '2026-12-01', role: 'member', minutes: 90, state: 'requested', length: '1h30', cancelUntilDays: 1 }, headers: { location: '/bookings/B001' } },
    { request: `POST /bookings ${booking({ role: 'staff' })}`, status: 201, json: { id: 'B002', role: 'staff' } },
    { request: `POST /bookings ${booking()}`, status: 409, json: { error: 'Big Sixty is full on 2026-12-01' } },
    { request: 'POST /bookings/B001/confirm', status: 200, json: { id: 'B001', state: 'confirmed' } },
    { request: 'POST /bookings/B001/confirm', status: 409, json: { error: 'Booking B001 is confirmed' } },
    { request: 'GET /bookings/B001', status: 200, json: { state: 'confirmed', length: '1h30' } },
    { request: 'GET /bookings/B009', status: 404 },
    { request: 'GET /telescopes/usage', status: 200, json: [{ id: 't60', confirmed: 1 }, { id: 'c11', confirmed: 0 }, { id: 'r80', confirmed: 0 }] },
    { request: 'GET /nowhere', status: 404, json: { error: 'GET /nowhere not found' } },
  ],
  cases: [
    fault('default-braces', 'import', boot, edit('app', "import Schedule from '#services/schedule'", "import { Schedule } from '#services/schedule'")),
    fault('default-with-type', 'import', boot, edit('plugins/sky', "import culmination from '#lib/angles'", "import { culmination } from '#lib/angles'")),
    fault('named-as-default', 'import', boot, edit('app', "import { Catalogue } from '#services/catalogue'", "import Catalogue from '#services/catalogue'")),
    fault('type-import-of-value', 'import', { requests: ['POST /bookings {"telescope":"t60"}'] }, edit('plugins/bookings', "import { Unprocessable } from '#lib/errors'", "import type { Unprocessable } from '#lib/errors'")),
    fault('file-moved', 'path', boot, { move: ['src/lib/errors.ts', 'src/lib/http/errors.ts'] }),
    fault('service-case', 'path', boot, { move: ['src/services/catalogue.ts', 'src/services/Catalogue.ts'] }),
    fault('depth', 'path', boot, edit('services/catalogue', "new URL('../../data/objects.json'", "new URL('../data/objects.json'")),
    fault('root-depth', 'path', boot, edit('config/layers', "fileURLToPath(import.meta.url)), '../..')", "fileURLToPath(import.meta.url)), '..')")),
    fault('subpath-misspelt', 'import', boot, edit('app', "'#lib/logger'", "'#libs/logger'")),
    fault('json-attribute', 'import', boot, edit('services/catalogue', "import telescopes from '#data/telescopes.json' with { type: 'json' };", "const telescopes = require('#data/telescopes.json');")),
    fault('yaml-tab', 'syntax', boot, edit(settings, '  slotMinutes: 90\n  maxSlotsPerNight: 4', '\tslotMinutes: 90\n\tmaxSlotsPerNight: 4')),
    fault('yaml-list', 'config', boot, edit(settings, '  roles:\n    - member\n    - school\n    - staff\n', '  roles: member, school, staff\n')),
    fault('yaml-key', 'config', boot, edit(settings, '  slotMinutes: 90', '  slotMinute: 90')),
    fault('yaml-nesting', 'config', boot, edit(settings, 'logging:\n  level: warn', 'logging:\nlevel: warn')),
    fault('json-string', 'config', boot, edit('config/site.json', '"horizon": 25', '"horizon": "25"')),
    fault('json-trailing', 'syntax', boot, edit('config/site.json', '"maxSlotsPerNight": 2\n', '"maxSlotsPerNight": 2,\n')),
    fault('shape-renamed', 'name', boot, edit('config/shape', 'graceDays: number', 'cancelDays: number'), edit('plugins/bookings', 'config.booking.graceDays', 'config.booking.cancelDays')),
    fault('method-half-renamed', 'name', book, edit('services/schedule', 'onNight(telescope: string', 'bookingsOf(telescope: string')),
    fault('field-half-renamed', 'name', get('/telescopes/c11/filters'), edit('data/telescopes.json', '"mount": "german", "filters": ["L", "R", "G", "B"], ', '"mount": "german", "filterWheel": ["L", "R", "G", "B"], ')),
    fault('template-tick', 'syntax', boot, edit('services/schedule', 'throw new NotFound(`Booking ${id}`)', 'throw new NotFound(`Booking ${id})')),
    fault('brace', 'syntax', boot, edit('plugins/telescopes', "log.info(`${booking.id} confirmed`);\n    });", 'log.info(`${booking.id} confirmed`);\n    ')),
    fault('merge-marks', 'syntax', boot, edit('lib/angles', 'export const toHours', '<<<<<<< HEAD\nexport const toHours'), edit('lib/angles', "padStart(2, '0')}`;\n", "padStart(2, '0')}`;\n=======\nexport const toHours = (minutes: number): string => `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;\n>>>>>>> hours\n")),
    fault('plugin-name', 'import', boot, edit('plugins/sky', 'export const plugin: Plugin', 'export const skyPlugin: Plugin')),
    fault('plugin-default', 'import', boot, edit('plugins/telescopes', 'export const plugin: Plugin = {', 'const plugin: Plugin = {'), edit('plugins/telescopes', "'none' });\n    });\n  },\n};\n", "'none' });\n    });\n  },\n};\n\nexport default plugin;\n")),
    fault('plugin-method', 'name', boot, edit('plugins/bookings', '  register(router, {', '  setup(router, {')),
    fault('env-prefix', 'name', boot, edit('config/index', "envLayer(env, 'OBS_')", "envLayers(env, 'OBS_')")),
    person('env-key', 'config', boot, edit('.env', 'OBS_BOOKING_GRACE_DAYS', 'OBS_BOOKING_GRACEDAYS')),
    person('env-level', 'config', boot, edit('.env', 'OBS_LOGGING_LEVEL=warn', 'OBS_LOGGING_LEVEL=verbose')),
    fault('imports-target', 'config', boot, edit('package.json', '"./src/config/index.ts"', '"./src/config/main.ts"')),
  ],
};
