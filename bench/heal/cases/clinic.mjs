const reception = { authorization: 'Bearer front-desk-1' };
const accounts = { authorization: 'Bearer accounts-1' };
const checkOf = (request, json, headers = undefined) => ({ request, status: 200, json, ...(headers === undefined ? {} : { headers }) });
const refused = (request, status, headers = undefined) => ({ request, status, ...(headers === undefined ? {} : { headers }) });

const checks = [
  checkOf('GET /health', { ok: true }),
  checkOf('GET /doctors', [
    { id: 'd3', name: 'Dr. Ruth Adler', field: 'general', fee: '38.00' },
    { id: 'd1', name: 'Dr. Ines Vogel', field: 'paediatrics', fee: '45.00' },
    { id: 'd2', name: 'Dr. Paul Amari', field: 'cardiology', fee: '90.00' },
  ]),
  checkOf('GET /doctors?field=cardiology', [{ id: 'd2' }]),
  checkOf('GET /doctors/d1', { name: 'Dr. Ines Vogel', weekdays: [1, 2, 4], feeCents: 4500 }),
  refused('GET /doctors/x', 404),
  checkOf('GET /doctors/d3/slots?date=2026-03-03', { doctor: 'Dr. Ruth Adler', count: 10, first: '08:00', last: '11:40' }),
  checkOf('GET /doctors/d1/slots?date=2026-03-04', { count: 0, first: null, last: null }),
  checkOf('GET /doctors/d1/slots?date=2026-03-02', { count: 11 }),
  refused('GET /doctors/d1/slots', 400),
  refused('GET /doctors/x/slots?date=2026-03-02', 404),
  checkOf('GET /appointments?date=2026-03-02', [
    { id: 'a1', time: '08:00', doctor: 'Dr. Ruth Adler', status: 'done' },
    { id: 'a2', time: '08:20', doctor: 'Dr. Ines Vogel', status: 'done' },
    { id: 'a3', time: '09:00', doctor: 'Dr. Paul Amari', status: 'missed' },
  ]),
  checkOf('GET /appointments?date=2026-03-03', [
    { id: 'a5', time: '08:20' },
    { id: 'a4', time: '10:40' },
  ]),
  refused('GET /appointments', 400),
  checkOf('GET /appointments/summary', { booked: 2, done: 3, missed: 1 }),
  refused('POST /appointments/check {"doctor":"d3","date":"2026-03-03","time":"08:20"}', 409),
  checkOf('POST /appointments/check {"doctor":"d3","date":"2026-03-03","time":"08:40"}', {
    doctor: 'Dr. Ruth Adler',
    start: '2026-03-03T08:40',
    fee: 3800,
  }),
  refused('POST /appointments/check {"doctor":"d3"}', 400),
  refused('POST /appointments/check {"doctor":"d8","date":"2026-03-03","time":"08:40"}', 404),
  refused('GET /patients/p1', 401),
  refused('GET /patients/p1', 401, { authorization: 'Bearer wrong' }),
  checkOf('GET /patients/p1', { name: 'Ada Brandt', age: 41, guardian: null, insurance: 'UNION' }, reception),
  checkOf('GET /patients/p2', { name: 'Ben Castillo', age: 9, guardian: 'Ada Brandt', insurance: 'SELF-PAYING' }, reception),
  refused('GET /patients/p9', 404, reception),
  checkOf('GET /patients/p3/visits', { done: ['a4'], booked: [], missed: 1 }, accounts),
  checkOf('GET /patients/p1/visits', { done: ['a1'], booked: ['a6'], missed: 0 }, accounts),
  refused('GET /invoices', 401),
  refused('GET /invoices', 403, reception),
  checkOf('GET /invoices', { count: 3, totals: { net: 14550, vat: 2910, due: 8410 } }, accounts),
  checkOf('GET /invoices/a1', { netCents: 5000, vatCents: 1000, coveredCents: 4000, dueCents: 2000 }, accounts),
  checkOf('GET /invoices/a2', { patient: 'Ben Castillo', netCents: 4500, vatCents: 900, coveredCents: 0, dueCents: 5400 }, accounts),
  refused('GET /invoices/a5', 409, accounts),
  refused('GET /zip', 404),
];

const cases = [
  {
    id: 'clinic-default-import',
    cause: 'import',
    expect: 'repair',
    break: [
      { file: 'src/app.ts', find: "import { doctors } from './routes/doctors.ts';", replace: "import doctors from './routes/doctors.ts';" },
    ],
    trigger: { boot: true },
  },
  {
    id: 'clinic-renamed-export',
    cause: 'import',
    expect: 'repair',
    history: true,
    break: [
      { file: 'src/domain/clock.ts', find: 'export const weekdayOf = (', replace: 'export const weekday = (' },
    ],
    trigger: { boot: true },
  },
  {
    id: 'clinic-promises-in-list',
    cause: 'async',
    expect: 'repair',
    break: [
      {
        file: 'src/routes/appointments.ts',
        find: 'const rows = await Promise.all(\n    found.map(async',
        replace: 'const rows = found.map(async',
      },
      {
        file: 'src/routes/appointments.ts',
        find: "    }),\n  );\n  return c.json(rows.sort",
        replace: "    });\n  return c.json(rows.sort",
      },
    ],
    trigger: { requests: ['GET /appointments?date=2026-03-02'] },
  },
  {
    id: 'clinic-next-not-awaited',
    cause: 'middleware',
    expect: 'repair',
    break: [{ file: 'src/http/request-id.ts', find: '  await next();', replace: '  next();' }],
    trigger: { requests: ['GET /doctors'] },
  },
  {
    id: 'clinic-answer-not-returned',
    cause: 'other',
    expect: 'repair',
    history: true,
    break: [{ file: 'src/routes/appointments.ts', find: '  return c.json(counts);', replace: '  c.json(counts);' }],
    trigger: { requests: ['GET /appointments/summary'] },
  },
  {
    id: 'clinic-no-insurance',
    cause: 'null',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/domain/invoice.ts',
        find: '(patient.insurance?.coverPercent ?? 0)',
        replace: 'patient.insurance!.coverPercent',
      },
    ],
    trigger: { requests: ['GET /invoices/a2'], headers: accounts },
  },
  {
    id: 'clinic-no-authorization',
    cause: 'null',
    expect: 'repair',
    break: [
      {
        file: 'src/http/auth.ts',
        find: "(c.req.header('authorization') ?? '').split(' ')",
        replace: "c.req.header('authorization')!.split(' ')",
      },
    ],
    trigger: { requests: ['GET /patients/p1'] },
  },
  {
    id: 'clinic-first-of-its-kind',
    cause: 'null',
    expect: 'repair',
    break: [
      { file: 'src/routes/patients.ts', find: '(byStatus[status] ??= []).push(id);', replace: 'byStatus[status]!.push(id);' },
    ],
    trigger: { requests: ['GET /patients/p1/visits'], headers: reception },
  },
  {
    id: 'clinic-unbound-method',
    cause: 'other',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/routes/appointments.ts',
        find: '  for (const { status } of await store.appointments.all()) counts[status] += 1;',
        replace: '  const { all } = store.appointments;\n  for (const { status } of await all()) counts[status] += 1;',
      },
    ],
    trigger: { requests: ['GET /appointments/summary'] },
  },
  {
    id: 'clinic-settings-gone',
    cause: 'file',
    expect: 'repair',
    break: [{ file: 'config/clinic.json', remove: true }],
    trigger: { boot: true },
  },
  {
    id: 'clinic-constant-counter',
    cause: 'logic',
    expect: 'repair',
    break: [{ file: 'src/http/request-id.ts', find: 'let count = 0;', replace: 'const count = 0;' }],
    trigger: { requests: ['GET /health'] },
    // Only an answer of 500 tells the number, and without a token this one is right.
    checks: [{ request: 'GET /doctors/d1/leave', status: 500, json: { requestId: `r${checks.length + 1}` } }],
  },
  {
    id: 'clinic-declared-twice',
    cause: 'syntax',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/domain/slots.ts',
        find: '  return [...slotTimes()]',
        replace: '  const busy = new Set(taken.map(({ start }) => start.slice(11)));\n  return [...slotTimes()]',
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'clinic-half-template',
    cause: 'syntax',
    expect: 'repair',
    break: [{ file: 'src/http/auth.ts', find: '`not for ${role}`', replace: '`not for ${role}' + "'" }],
    trigger: { boot: true },
    checks: [{ request: 'GET /invoices', status: 403, json: { error: 'not for reception' }, headers: reception }],
  },
  {
    id: 'clinic-generator-not-called',
    cause: 'other',
    expect: 'repair',
    break: [{ file: 'src/domain/slots.ts', find: '[...slotTimes()]', replace: '[...slotTimes]' }],
    trigger: { requests: ['GET /doctors/d3/slots?date=2026-03-03'] },
  },
  {
    id: 'clinic-merge-markers',
    cause: 'syntax',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/routes/doctors.ts',
        find: '  const sorted = found.toSorted((a, b) => a.feeCents - b.feeCents || a.name.localeCompare(b.name));\n',
        replace:
          '<<<<<<< HEAD\n  const sorted = found.toSorted((a, b) => a.feeCents - b.feeCents || a.name.localeCompare(b.name));\n=======\n  const sorted = found.toSorted((a, b) => a.name.localeCompare(b.name));\n>>>>>>> doctors-by-name\n',
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'clinic-personnel-office-down',
    cause: 'outage',
    expect: 'ask',
    history: true,
    env: { HR_URL: 'http://{closed}', HR_TOKEN: 'hr-1' },
    trigger: { requests: ['GET /doctors/d1/leave'] },
  },
  {
    id: 'clinic-personnel-token-missing',
    cause: 'credential',
    expect: 'ask',
    trigger: { requests: ['GET /doctors/d1/leave'] },
  },
  {
    id: 'clinic-maintenance',
    cause: 'maintenance',
    expect: 'ask',
    env: { MAINTENANCE: 'on' },
    trigger: { requests: ['GET /doctors'] },
  },
  {
    id: 'clinic-zod',
    cause: 'undeclared',
    expect: 'ask',
    break: [
      { file: 'src/routes/appointments.ts', find: "import { Hono } from 'hono';\n", replace: "import { Hono } from 'hono';\nimport { z } from 'zod';\n" },
      {
        file: 'src/routes/appointments.ts',
        find: 'export const appointments = new Hono<Env>();\n',
        replace: "export const appointments = new Hono<Env>();\n\nexport const slot = z.object({ doctor: z.string(), date: z.string().date(), time: z.string() });\n",
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'clinic-disk-full',
    cause: 'disk',
    expect: 'ask',
    trigger: {
      stderr: `node:fs:2426
    return binding.writeFileUtf8(
                   ^

Error: ENOSPC: no space left on device, write
    at writeFileSync (node:fs:2426:20)
    at file:///srv/clinic/node_modules/tsx/dist/register-D46fvsV_.cjs:3:11982
    at Module.load (node:internal/modules/cjs/loader:1289:32) {
  errno: -28,
  code: 'ENOSPC',
  syscall: 'write'
}
`,
    },
  },
  {
    id: 'clinic-refusals',
    cause: 'client',
    expect: 'none',
    trigger: {
      requests: [
        'POST /appointments/check {"doctor":"d3","date":"2026-03-03","time":"08:20"}',
        'POST /appointments/check {"doctor":',
        'GET /invoices/a5',
        'GET /patients/p77',
        'GET /wp-login.php',
      ],
      headers: accounts,
    },
  },
  {
    id: 'clinic-client-went-away',
    cause: 'client',
    expect: 'none',
    trigger: {
      stderr: `Error: aborted
    at abortIncoming (node:_http_server:845:17)
    at socketOnClose (node:_http_server:839:3)
    at Socket.emit (node:events:530:35)
    at TCP.<anonymous> (node:net:351:12) {
  code: 'ECONNRESET'
}
`,
    },
  },
];

export default { server: 'clinic', half: 'dev', entry: 'src/server.ts', services: [], checks, cases };
