/** Fastify 5, ES modules, plugins, SQLite with migrations. */
import { readFileSync } from 'node:fs';

const [shifts, absences, payrollRoutes, reports] = ['shifts', 'absences', 'payroll', 'reports'].map((name) => `routes/${name}.js`);
const [payroll, auth, texts, seed] = ['services/payroll.js', 'plugins/auth.js', 'lib/texts.js', 'db/seed.sql'];
const absenceTable = 'db/migrations/004-absences.sql';
const [ruth, sam, ines, kofi] = ['ruth', 'sam', 'ines', 'kofi'].map((name) => ({ authorization: `Bearer tok-${name}` }));
const at = (file, find, replace) => ({ file, find, replace });
const manifest = readFileSync(new URL('../servers/rota/package.json', import.meta.url), 'utf8');

const expired = `-----BEGIN CERTIFICATE-----
MIIBMDCB2AIBAjAKBggqhkjOPQQDAjAlMSMwIQYDVQQDDBpFbG0gYW5kIEJyb29r
IENhcmUgUGF5cm9sbDAeFw0yMzAzMDEwMDAwMDBaFw0yNTAzMDEwMDAwMDBaMCUx
IzAhBgNVBAMMGkVsbSBhbmQgQnJvb2sgQ2FyZSBQYXlyb2xsMFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAE/3hul7yQ7/MovWLXLFXSEAY/s5VypqX38Hbl2kFTWJE/
aDHbYnsqJEmGRfXYt+VPy4VKnFtg9PDLUNdvxU3hKjAKBggqhkjOPQQDAgNHADBE
AiA1ZQI0JcabGcxDC0fuSmXZP2i8A76e5c3gZBeGnMQYZQIgVhrj98+LN5Uj2unJ
z54+o1un++t0HxE+NaZTgsjyM+Y=
-----END CERTIFICATE-----
`;

export default {
  server: 'rota',
  half: 'record',
  entry: 'index.js',
  services: [],
  env: { ROTA_DB: ':memory:', HOLIDAYS_URL: 'http://{closed}', SMS_URL: 'http://{closed}' },
  checks: [
    { request: 'GET /health', status: 200, json: { ok: true } },
    { request: 'GET /staff', status: 401 },
    { request: 'GET /staff', headers: { authorization: 'Bearer tok-greta' }, status: 401 },
    { request: 'GET /staff', headers: sam, status: 200, json: [{ id: 3, skills: ['driving'] }, { id: 4, skills: [] }, { id: 1, home: 'elm', skills: ['medication'] }, { id: 2, skills: ['medication', 'driving'] }] },
    { request: 'GET /staff?skill=driving&home=elm', headers: kofi, status: 200, json: [{ id: 2, name: 'Sam Lister' }] },
    { request: 'GET /staff/2', headers: sam, status: 200, json: { name: 'Sam Lister', home: 'Elm House', weeklyHours: 8 } },
    { request: 'GET /staff/77', headers: sam, status: 404 },
    { request: 'GET /shifts?from=2026-05-04&to=2026-05-05', headers: sam, status: 200, json: [{ id: 1, start: '07:00', end: '15:00', skill: 'medication', who: 'Sam Lister' }, { id: 2, who: 'Kofi Mensah' }, { id: 3, home: 'brook', who: 'Ines Duarte' }] },
    { request: 'GET /shifts?from=2026-05-09&to=2026-05-12&home=brook', headers: sam, status: 200, json: [{ id: 6 }, { id: 7, who: null }] },
    { request: 'GET /shifts/7', headers: sam, status: 200, json: { id: 7, day: '2026-05-12', skill: 'driving', who: null } },
    { request: 'GET /shifts/99', headers: sam, status: 404 },
    { request: 'GET /shifts/7', status: 401 },
    { request: 'GET /s/7', status: 302 },
    { request: 'POST /shifts {"home":"elm","day":"2026-05-19","start":"07:00","end":"13:00"}', headers: sam, status: 403 },
    { request: 'POST /shifts {"home":"elm","day":"2026-05-19","start":"07:00","end":"13:00"}', headers: ruth, status: 201, json: { id: 11, home: 'elm', skill: null } },
    { request: 'POST /shifts {"home":"elm","day":"2026-05-19"}', headers: ruth, status: 400 },
    { request: 'POST /shifts/7/assign {"staff":3}', headers: ruth, status: 409, json: { error: 'Ines Duarte is away on 2026-05-12' } },
    { request: 'POST /shifts/8/assign {"staff":4}', headers: ruth, status: 422 },
    { request: 'POST /shifts/7/assign {"staff":2}', headers: ruth, status: 200, json: { id: 7, who: 'Sam Lister' } },
    { request: 'GET /absences', headers: kofi, status: 200, json: [{ id: 2, name: 'Kofi Mensah', reason: 'training', state: 'asked', days: 3 }] },
    { request: 'GET /absences', headers: ruth, status: 200, json: [{ id: 1, state: 'approved', days: 7 }, { id: 2 }, { id: 3, name: 'Sam Lister', state: 'refused' }, { id: 4 }] },
    { request: 'POST /absences {"from":"2026-05-17","to":"2026-05-19","reason":"holiday"}', headers: ines, status: 409, json: { error: 'away from 2026-05-11 to 2026-05-17 already' } },
    { request: 'POST /absences {"from":"2026-05-27","to":"2026-05-28","reason":"holiday"}', headers: sam, status: 201, json: { id: 5, state: 'asked' } },
    { request: 'POST /absences/4/approve', headers: ruth, status: 403 },
    { request: 'POST /absences/2/approve', headers: ruth, status: 200, json: { name: 'Kofi Mensah', state: 'approved' } },
    { request: 'GET /payroll?month=2026-05', headers: sam, status: 403 },
    { request: 'GET /payroll?month=2026-05', headers: ruth, status: 200, json: { payDay: '2026-05-28', rows: [{ id: 3, hours: 14.5, base: 18560, premiums: 2880, overtime: 0, total: 21440 }, { id: 4, base: 11610, premiums: 1742, total: 13352 }, { id: 2, hours: 49.5, base: 65340, premiums: 1518, overtime: 4895, total: 71753 }], total: '£1065.45' } },
    { request: 'GET /payroll/4/payslip?month=2026-05', headers: kofi, status: 200, text: 'Payslip 2026-05\nKofi Mensah\n\nHours      9.00\nBase       £116.10\nPremiums   £17.42\nOvertime   £0.00\nTotal      £133.52\n\nPaid on 2026-05-28.\n' },
    { request: 'GET /payroll/2/payslip?month=2026-05', headers: kofi, status: 403 },
    { request: 'POST /payroll/export?month=2026-06', headers: ruth, status: 200, json: { lines: ['2;2026-06;9900'], signedBy: 'Elm and Brook Care Payroll' } },
    { request: 'GET /reports/coverage?from=2026-05-04&to=2026-05-12&home=elm', headers: sam, status: 200, json: { open: 1, days: [{ day: '2026-05-04', needed: 2, filled: 2 }, { day: '2026-05-09', needed: 1 }, { day: '2026-05-11', needed: 1 }, { day: '2026-05-12', needed: 1, filled: 0 }] } },
    { request: 'GET /reports/away?from=2026-05-15&to=2026-05-31', headers: ruth, status: 200, json: [{ name: 'Ines Duarte', days: 3 }, { name: 'Kofi Mensah', reason: 'training', days: 3 }] },
    { request: 'GET /reports/away?from=2026-05-15&to=2026-05-31', headers: sam, status: 403 },
  ],
  cases: [
    // Mechanical.
    {
      id: 'rota-overtime-scope',
      cause: 'name',
      expect: 'repair',
      break: [
        at(payroll, '  let overtime = 0;\n', ''),
        at(payroll, '    overtime = ((hours', '    const overtime = ((hours'),
      ],
      trigger: { requests: ['GET /payroll?month=2026-05'], headers: ruth },
    },
    {
      id: 'rota-dates-extension',
      cause: 'path',
      expect: 'repair',
      break: [at(payroll, "from '../lib/dates.js'", "from '../lib/dates'")],
      trigger: { boot: true },
    },
    {
      id: 'rota-dirname',
      cause: 'path',
      expect: 'repair',
      break: [at(texts, 'path.join(import.meta.dirname,', 'path.join(__dirname,')],
      trigger: { boot: true },
    },
    {
      id: 'rota-sign-named',
      cause: 'import',
      expect: 'repair',
      break: [at(payrollRoutes, "import sign from '../services/signing.js'", "import { sign } from '../services/signing.js'")],
      trigger: { boot: true },
    },
    {
      id: 'rota-overlaps-not-imported',
      cause: 'import',
      expect: 'repair',
      break: [at(absences, 'import { daysIn, overlaps } from', 'import { daysIn } from')],
      trigger: { requests: ['POST /absences {"from":"2026-05-17","to":"2026-05-19","reason":"holiday"}'], headers: ines },
    },
    {
      id: 'rota-conflict-markers',
      cause: 'syntax',
      expect: 'repair',
      break: [
        at('app.js', "  await app.register(payrollRoutes, { prefix: '/payroll' });\n  await app.register(reportRoutes, { prefix: '/reports' });\n", "<<<<<<< HEAD\n  await app.register(payrollRoutes, { prefix: '/payroll' });\n=======\n  await app.register(reportRoutes, { prefix: '/reports' });\n>>>>>>> feature/coverage-report\n"),
      ],
      trigger: { boot: true },
    },
    {
      id: 'rota-log-level',
      cause: 'config',
      expect: 'repair',
      break: [at('config/default.json', '"logLevel": "warn"', '"logLevel": "warning"')],
      trigger: { boot: true },
    },
    {
      id: 'rota-absence-table-gone',
      cause: 'file',
      expect: 'repair',
      history: true,
      break: [{ file: absenceTable, remove: true }],
      trigger: { boot: true },
    },
    {
      id: 'rota-payslip-text-renamed',
      cause: 'file',
      expect: 'repair',
      break: [{ move: ['templates/payslip.txt', 'templates/pay-slip.txt'] }],
      trigger: { requests: ['GET /payroll/2/payslip?month=2026-05'], headers: sam },
      checks: [{ request: 'GET /payroll/1/payslip?month=2026-05', headers: ruth, status: 200, text: 'Ruth Okafor\n\nHours      0.00\nBase       £0.00\n' }],
    },
    {
      id: 'rota-request-context',
      cause: 'dependency',
      expect: 'repair',
      break: [at(auth, 'request.routeOptions.config?.open', 'request.context.config.open')],
      trigger: { requests: ['GET /staff/2'], headers: sam },
      checks: [{ request: 'GET /s/99', status: 404, json: { error: 'shift not found' } }],
    },
    // Others.
    {
      id: 'rota-shift-id-ambiguous',
      cause: 'sql',
      expect: 'repair',
      break: [at(shifts, '     WHERE s.id = ?`', '     WHERE id = ?`')],
      trigger: { boot: true },
    },
    {
      id: 'rota-state-to-status',
      cause: 'sql',
      expect: 'repair',
      history: true,
      break: [
        at(absenceTable, "  state TEXT NOT NULL CHECK (state IN", "  status TEXT NOT NULL CHECK (status IN"),
        at(seed, 'from_day, to_day, reason, state)', 'from_day, to_day, reason, status)'),
        at(absences, 'a.reason, a.state\n', 'a.reason, a.status AS state\n'),
        at(absences, "staff_id = ? AND state <> 'refused'", "staff_id = ? AND status <> 'refused'"),
        at(absences, 'from_day, to_day, reason, state) VALUES', 'from_day, to_day, reason, status) VALUES'),
        at(absences, "UPDATE absences SET state = 'approved'", "UPDATE absences SET status = 'approved'"),
      ],
      trigger: { boot: true },
      checks: [
        { request: 'POST /shifts {"home":"elm","day":"2026-05-25","start":"07:00","end":"13:00"}', headers: ruth, status: 201, json: { id: 12 } },
        { request: 'POST /shifts/12/assign {"staff":2}', headers: ruth, status: 200, json: { day: '2026-05-25', who: 'Sam Lister' } },
      ],
    },
    {
      id: 'rota-payslip-not-awaited',
      cause: 'async',
      expect: 'repair',
      break: [at(payrollRoutes, "const text = await fill('payslip'", "const text = fill('payslip'")],
      trigger: { requests: ['GET /payroll/4/payslip?month=2026-05'], headers: kofi },
      checks: [{ request: 'GET /payroll/1/payslip?month=2026-05', headers: ruth, status: 200, text: 'Ruth Okafor\n\nHours      0.00\nBase       £0.00\n' }],
    },
    {
      id: 'rota-bank-staff-guard',
      cause: 'null',
      expect: 'repair',
      history: true,
      break: [at(payroll, '  if (row === undefined) return { rate: app.settings.pay.bankRate, weeklyHours: null };\n', '')],
      trigger: { requests: ['GET /staff/4'], headers: sam },
      checks: [{ request: 'GET /staff/4', headers: sam, status: 200, json: { name: 'Kofi Mensah', home: 'Brookside', weeklyHours: null } }],
    },
    {
      id: 'rota-auth-encapsulated',
      cause: 'middleware',
      expect: 'repair',
      break: [
        at(auth, "import fp from 'fastify-plugin';\n", ''),
        at(auth, "export default fp(auth, { name: 'auth', dependencies: ['database'] });", 'export default auth;'),
      ],
      trigger: { requests: ['GET /absences'], headers: kofi },
    },
    {
      id: 'rota-skills-as-list',
      cause: 'data',
      expect: 'repair',
      history: true,
      break: [at(seed, `'["medication","driving"]'`, "'medication,driving'")],
      trigger: { requests: ['GET /staff'], headers: sam },
    },
    {
      id: 'rota-coverage-same-day',
      cause: 'logic',
      expect: 'repair',
      break: [at(reports, "      if (row.needed === 0) {\n        day = addDays(day, 1);\n        continue;\n      }\n", '      if (row.needed === 0) continue;\n')],
      trigger: { requests: ['GET /reports/coverage?from=2026-05-04&to=2026-05-12'], headers: sam },
      checks: [{ request: 'GET /reports/coverage?from=2026-05-04&to=2026-05-06', headers: sam, status: 200, json: { open: 0, days: [{ day: '2026-05-04', needed: 2 }, { day: '2026-05-05', needed: 1, filled: 1 }] } }],
    },
    // Must not be changed.
    {
      id: 'rota-certificate-expired',
      cause: 'certificate',
      expect: 'ask',
      break: [{ file: 'certs/payroll.pem', content: expired }],
      trigger: { requests: ['POST /payroll/export?month=2026-05'], headers: ruth },
    },
    {
      id: 'rota-texts-unpaid',
      cause: 'billing',
      expect: 'ask',
      env: { SMS_URL: 'http://{upstream}' },
      upstream: { status: 402, body: '{"message":"credit used up, please top up your account"}' },
      trigger: { requests: ['POST /shifts/9/remind'], headers: ruth },
    },
    {
      id: 'rota-holidays-unreachable',
      cause: 'outage',
      expect: 'ask',
      trigger: { requests: ['GET /reports/holidays/2026'], headers: sam },
    },
    {
      id: 'rota-pay-day-in-env',
      cause: 'config',
      expect: 'ask',
      history: true,
      break: [{ file: '.env', content: 'ROTA_DB=var/dev.db\nROTA_PAY_DAY=last\n' }],
      trigger: { boot: true },
    },
    {
      id: 'rota-package-comma',
      cause: 'syntax',
      expect: 'ask',
      history: true,
      break: [{ file: 'package.json', content: manifest.replace('"libsql": "^0.5.29"\n', '"libsql": "^0.5.29",\n') }],
      trigger: { boot: true },
    },
    {
      id: 'rota-holiday-over-shift',
      cause: 'rule',
      expect: 'none',
      trigger: { requests: ['POST /absences {"from":"2026-05-18","to":"2026-05-19","reason":"holiday"}'], headers: sam },
    },
    {
      id: 'rota-open-shifts-logged',
      cause: 'log',
      expect: 'none',
      trigger: { requests: ['GET /reports/coverage?from=2026-05-04&to=2026-05-12'], headers: sam },
    },
  ],
};
