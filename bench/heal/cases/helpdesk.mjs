const mara = { 'x-agent-key': 'k-mara' };
const checkOf = (request, json, { status = 200, headers } = {}) => ({
  request,
  status,
  json,
  ...(headers === undefined ? {} : { headers }),
});
const refused = (request, status, headers = undefined) => ({ request, status, ...(headers === undefined ? {} : { headers }) });

const checks = [
  checkOf('GET /health', { up: true }),
  checkOf('GET /tickets', {
    count: 5,
    tickets: [
      { id: 101, subject: 'Charged twice in January', assignee: 'mara' },
      { id: 102, assignee: 'joel' },
      { id: 103, assignee: 'yuki' },
      { id: 104, assignee: 'nobody' },
      { id: 110, assignee: 'joel' },
    ],
  }),
  checkOf('GET /tickets?status=open&sort=priority', { count: 3, tickets: [{ id: 102 }, { id: 101 }, { id: 104 }] }),
  checkOf('GET /tickets?tag=crash&sort=newest', { count: 2, tickets: [{ id: 110 }, { id: 102 }] }),
  refused('GET /tickets?sort=zzz', 400),
  checkOf('GET /tickets/101', { assignee: 'mara', team: 'billing', tags: 'billing, refund', messages: 2 }),
  checkOf('GET /tickets/103', { team: 'technical', rating: 5, status: 'closed' }),
  checkOf('GET /tickets/104', { assignee: 'nobody', tags: 'billing', messages: 1 }),
  refused('GET /tickets/999', 404),
  checkOf('GET /tickets/101/thread', [
    { from: 'customer', day: '2026-02-02', words: 8, references: [5521, 5522] },
    { from: 'mara', day: '2026-02-02', words: 8, references: [5522] },
  ]),
  checkOf('GET /tickets/103/thread', [{ references: [] }, { references: [] }]),
  checkOf('POST /tickets/preview {"subject":" Hi ","text":"see #12 and #7"}', {
    id: 111,
    subject: 'Hi',
    priority: 'normal',
    references: [12, 7],
  }),
  refused('POST /tickets/preview {"subject":"Hi","text":"a","priority":"x"}', 400),
  refused('POST /tickets/preview {"subject":"Hi"}', 400),
  refused('POST /tickets/preview', 400),
  refused('PUT /tickets/101/attachments/a.json {"a":1}', 401),
  checkOf('PUT /tickets/101/attachments/a.json {"a":1}', { ticket: 101, name: 'a.json', by: 'mara' }, { status: 201, headers: mara }),
  refused('PUT /tickets/999/attachments/a.json {"a":1}', 404, mara),
  refused('PUT /tickets/101/attachments/a {"a":1}', 400, mara),
  checkOf('GET /agents', [
    { login: 'mara', name: 'Mara Ionescu', free: 4 },
    { login: 'joel', name: 'Joel Brandao', free: 2 },
    { login: 'yuki', name: 'Yuki Tan', free: 4 },
  ]),
  checkOf('GET /agents/joel/queue', { agent: 'Joel', next: 102, waiting: [102] }),
  checkOf('GET /agents/yuki/queue', { agent: 'Yuki', next: null, waiting: [] }),
  refused('GET /agents/zed/queue', 404),
  checkOf('GET /reports/response-times', { answered: 4, meanHours: 7.33, medianHours: 2, late: 1 }),
  { request: 'GET /reports/tags', status: 200, text: '{"billing":2,"crash":2,"mobile":2,"howto":1,"refund":1}' },
  checkOf('GET /reports/week?from=2026-02-02', { opened: 4, closed: 1, rating: 5 }),
  refused('GET /reports/week', 400),
  refused('OPTIONS /tickets', 204),
];

const cases = [
  {
    id: 'helpdesk-no-extension',
    cause: 'path',
    expect: 'repair',
    break: [{ file: 'src/app.js', find: "from './core/router.js'", replace: "from './core/router'" }],
    trigger: { boot: true },
  },
  {
    id: 'helpdesk-require-in-module',
    cause: 'import',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/core/storage.js',
        find: "import { readFile } from 'node:fs/promises';",
        replace: "const { readFile } = require('node:fs/promises');",
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'helpdesk-dirname',
    cause: 'import',
    expect: 'repair',
    break: [
      {
        file: 'src/core/env.js',
        find: "import { existsSync, readFileSync } from 'node:fs';\n\nconst file = new URL('../../.env', import.meta.url);",
        replace:
          "import { existsSync, readFileSync } from 'node:fs';\nimport path from 'node:path';\n\nconst file = path.join(__dirname, '..', '..', '.env');",
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'helpdesk-trailing-comma',
    cause: 'syntax',
    expect: 'repair',
    break: [{ file: 'data/agents.json', find: '"capacity": 4 }\n]', replace: '"capacity": 4 },\n]' }],
    trigger: { requests: ['GET /agents/joel/queue'] },
  },
  {
    id: 'helpdesk-env-slip',
    cause: 'config',
    expect: 'ask',
    history: true,
    break: [{ file: '.env', find: 'SLA_HOURS=24', replace: 'SLA_HOURS==24' }],
    trigger: { boot: true },
  },
  {
    id: 'helpdesk-no-logs-folder',
    cause: 'file',
    expect: 'repair',
    history: true,
    break: [{ file: 'logs', remove: true }],
    trigger: { requests: ['PUT /tickets/101/attachments/a.json {"a":1}'], headers: mara },
  },
  {
    id: 'helpdesk-filter-typo',
    cause: 'name',
    expect: 'repair',
    break: [{ file: 'src/tickets/repository.js', find: 'return tickets.filter(', replace: 'return tickets.fitler(' }],
    trigger: { requests: ['GET /tickets?status=open&sort=priority'] },
  },
  {
    id: 'helpdesk-sorted-typo',
    cause: 'name',
    expect: 'repair',
    history: true,
    break: [
      { file: 'src/reports/stats.js', find: 'Math.floor(sorted.length / 2)', replace: 'Math.floor(sortd.length / 2)' },
    ],
    trigger: { requests: ['GET /reports/response-times'] },
  },
  {
    id: 'helpdesk-global-flag',
    cause: 'other',
    expect: 'repair',
    break: [{ file: 'src/tickets/view.js', find: '/#(\\d+)/g', replace: '/#(\\d+)/' }],
    trigger: { requests: ['GET /tickets/101/thread'] },
  },
  {
    id: 'helpdesk-map-is-no-list',
    cause: 'other',
    expect: 'repair',
    break: [{ file: 'src/reports/routes.js', find: 'const rows = [...counts].sort(', replace: 'const rows = counts.sort(' }],
    trigger: { requests: ['GET /reports/tags'] },
  },
  {
    id: 'helpdesk-errors-last',
    cause: 'middleware',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/app.js',
        find: 'compose([errors, cors, jsonBody, router.middleware()])',
        replace: 'compose([cors, jsonBody, router.middleware(), errors])',
      },
    ],
    trigger: { requests: ['GET /tickets/999'] },
    checks: [refused('POST /tickets/preview {"subject":', 400, { 'content-type': 'application/json' })],
  },
  {
    id: 'helpdesk-head-twice',
    cause: 'middleware',
    expect: 'repair',
    break: [{ file: 'src/app.js', find: '    if (res.writableEnded) return;\n', replace: '' }],
    trigger: { requests: ['OPTIONS /tickets'] },
  },
  {
    id: 'helpdesk-lost-this',
    cause: 'other',
    expect: 'repair',
    break: [
      { file: 'src/core/router.js', find: 'return async (context) => {', replace: 'return async function (context) {' },
    ],
    trigger: { requests: ['GET /tickets'] },
  },
  {
    id: 'helpdesk-for-each-in-all',
    cause: 'async',
    expect: 'repair',
    break: [
      {
        file: 'src/agents/routes.js',
        find: '      agents.map(async ({ login, name, capacity })',
        replace: '      agents.forEach(async ({ login, name, capacity })',
      },
    ],
    trigger: { requests: ['GET /agents'] },
  },
  {
    id: 'helpdesk-nobody-assigned',
    cause: 'null',
    expect: 'repair',
    break: [{ file: 'src/tickets/view.js', find: 'team: agent?.team ?? null', replace: 'team: agent.team' }],
    trigger: { requests: ['GET /tickets/104'] },
  },
  {
    id: 'helpdesk-rest-parameter',
    cause: 'logic',
    expect: 'repair',
    history: true,
    break: [
      { file: 'src/reports/stats.js', find: 'export function median(values) {', replace: 'export function median(...values) {' },
      { file: 'test/stats.test.js', find: 'median([9, 1, 10, 3])', replace: 'median(9, 1, 10, 3)' },
    ],
    trigger: { requests: ['GET /reports/response-times'] },
  },
  {
    id: 'helpdesk-port-taken',
    cause: 'port',
    expect: 'ask',
    history: true,
    occupy: true,
    trigger: {
      boot: true,
      stderr: `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: listen EADDRINUSE: address already in use :::{port}
    at Server.setupListenHandle [as _listen2] (node:net:1940:16)
    at listenInCluster (node:net:1997:12)
    at Server.listen (node:net:2102:7)
    at file:///srv/helpdesk/src/server.js:7:8
    at ModuleJob.run (node:internal/modules/esm/module_job:271:25) {
  code: 'EADDRINUSE',
  errno: -98,
  syscall: 'listen',
  address: '::',
  port: {port}
}
`,
    },
  },
  {
    id: 'helpdesk-disk-full',
    cause: 'disk',
    expect: 'ask',
    trigger: {
      stderr: `[Error: ENOSPC: no space left on device, write] {
  errno: -28,
  code: 'ENOSPC',
  syscall: 'write'
}
Error: ENOSPC: no space left on device, open '/srv/helpdesk/uploads/101-scan.json'
    at async open (node:internal/fs/promises:639:25)
    at async writeFile (node:internal/fs/promises:1219:14)
    at async file:///srv/helpdesk/src/tickets/routes.js:40:5
    at async file:///srv/helpdesk/src/core/router.js:46:53 {
  errno: -28,
  code: 'ENOSPC',
  syscall: 'open',
  path: '/srv/helpdesk/uploads/101-scan.json'
}
`,
    },
  },
  {
    id: 'helpdesk-read-only-volume',
    cause: 'disk',
    expect: 'ask',
    trigger: {
      stderr: `Error: EROFS: read-only file system, open '/srv/helpdesk/logs/audit.log'
    at async open (node:internal/fs/promises:639:25)
    at async appendFile (node:internal/fs/promises:1243:14)
    at async note (file:///srv/helpdesk/src/core/audit.js:13:3)
    at async file:///srv/helpdesk/src/tickets/routes.js:41:5 {
  errno: -30,
  code: 'EROFS',
  syscall: 'open',
  path: '/srv/helpdesk/logs/audit.log'
}
`,
    },
  },
  {
    id: 'helpdesk-dotenv',
    cause: 'undeclared',
    expect: 'ask',
    break: [
      {
        file: 'src/core/env.js',
        find: "import { existsSync, readFileSync } from 'node:fs';\n",
        replace: "import { existsSync, readFileSync } from 'node:fs';\nimport dotenv from 'dotenv';\n",
      },
      {
        file: 'src/core/env.js',
        find: "const fromFile = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};",
        replace: "const fromFile = existsSync(file) ? dotenv.parse(readFileSync(file, 'utf8')) : {};",
      },
    ],
    trigger: { boot: true },
  },
  {
    id: 'helpdesk-refusals',
    cause: 'client',
    expect: 'none',
    trigger: {
      requests: [
        'POST /tickets/preview {"subject":"Hi","text":',
        'GET /tickets/12a',
        'GET /tickets?sort=password',
        'PUT /tickets/101/attachments/a.json {"a":1}',
        'DELETE /tickets/101',
        'GET /.git/config',
      ],
      headers: { 'content-type': 'application/json' },
    },
  },
  {
    id: 'helpdesk-quoted-errors',
    cause: 'log',
    expect: 'none',
    trigger: {
      requests: ['GET /tickets', 'GET /tickets/102/thread'],
      stderr: `mail-in: ticket 102 "TypeError: Cannot read properties of undefined (reading 'token')" from customer
mail-in: Error count of the last hour: 0
`,
    },
  },
];

export default { server: 'helpdesk', half: 'dev', entry: 'src/server.js', services: [], checks, cases };
