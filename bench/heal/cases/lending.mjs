const desk = { authorization: 'Bearer desk-4711' };
const checkOf = (request, json, status = 200, headers = undefined) => ({
  request,
  status,
  ...(json === undefined ? {} : { json }),
  ...(headers === undefined ? {} : { headers }),
});
const refused = (request, status, headers) => checkOf(request, undefined, status, headers);

const checks = [
  checkOf('GET /health', { status: 'ok' }),
  checkOf('GET /books', {
    page: 1,
    pages: 2,
    total: 6,
    books: [
      { id: 5, title: 'A Brief History of Time', author: 'Stephen Hawking', year: 1988 },
      { id: 4, title: 'Crime and Punishment', author: 'Fyodor Dostoevsky', year: 1866 },
      { id: 2, title: 'Emma', author: 'Jane Austen', year: 1815 },
      { id: 6, title: 'Introduction to Algorithms', author: 'Thomas Cormen', year: 2009 },
    ],
  }),
  checkOf('GET /books?page=2', { page: 2, books: [{ id: 3 }, { id: 1 }] }),
  checkOf('GET /books?author=austen&size=2', { total: 3, pages: 2, books: [{ title: 'Emma' }, { title: 'Persuasion' }] }),
  refused('GET /books?page=0', 400),
  checkOf('GET /books/1', { title: 'Pride and Prejudice', isbn: '9780141439518', subjects: ['CLASSIC', 'ROMANCE'], onShelf: 2 }),
  checkOf('GET /books/6', { subjects: [], onShelf: 0 }),
  checkOf('GET /books/99', { error: 'no book 99' }, 404),
  checkOf('GET /members/1', { name: 'Nora Lind', tier: 'patron', since: 2019, depositCents: 0, open: [] }),
  checkOf('GET /members/3', {
    since: 2025,
    depositCents: 2250,
    open: [
      { id: 3, title: 'Introduction to Algorithms', due: '2026-02-22' },
      { id: 6, title: 'Pride and Prejudice', due: '2026-03-18' },
    ],
  }),
  refused('GET /members/9', 404),
  refused('GET /members/x', 400),
  checkOf('GET /members/1/card', { number: 'P-00001', name: 'Nora Lind', address: 'Mill Lane 3, Ashby' }),
  checkOf('GET /members/3/card', { number: 'S-00003', address: 'Dormitory 8, Ashby', sponsor: 'Nora Lind', depositPercent: 12.5 }),
  checkOf('GET /members/2/fines?on=2026-03-20', {
    totalCents: 1100,
    items: [
      { loan: 2, title: 'Crime and Punishment', cents: 1000 },
      { loan: 4, title: 'Pride and Prejudice', cents: 100 },
    ],
  }),
  checkOf('GET /members/3/fines?on=2026-03-21', { totalCents: 376 }),
  refused('GET /members/2/fines?on=x', 400),
  checkOf('GET /loans/overdue?on=2026-03-14', {
    loans: [
      { id: 2, member: 'Tom Okafor', daysLate: 42 },
      { id: 3, member: 'Mia Chen', daysLate: 20 },
      { id: 5, member: 'Luis Prado', daysLate: 1 },
    ],
  }),
  checkOf('POST /loans/quote {"bookId":5,"memberId":3,"on":"2026-02-20"}', {
    title: 'A Brief History of Time',
    member: 'Mia Chen',
    due: '2026-03-13',
    depositCents: 237,
  }),
  refused('POST /loans/quote {"bookId":"5","memberId":3,"on":"2026-02-20"}', 400),
  refused('POST /loans/quote {"bookId":77,"memberId":3,"on":"2026-02-20"}', 404),
  checkOf('GET /reports/tiers', {
    tiers: {
      patron: { loans: 1, depositCents: 0 },
      standard: { loans: 3, depositCents: 1500 },
      student: { loans: 2, depositCents: 2250 },
    },
    totalCents: 3750,
  }),
  checkOf('GET /reports/popular', [
    { id: 1, loans: 3 },
    { id: 4, loans: 1 },
    { id: 2, loans: 1 },
  ]),
  refused('POST /books {"isbn":"123"}', 401),
  refused('POST /books {"isbn":"123"}', 400, desk),
  refused('POST /loans {"bookId":6,"memberId":1,"on":"2026-03-01"}', 401),
  refused('POST /loans {"bookId":6,"memberId":1,"on":"2026-03-01"}', 409, desk),
  refused('GET /nothing', 404),
];

const lends = checkOf(
  'POST /loans {"bookId":3,"memberId":4,"on":"2026-03-01"}',
  { id: 7, due: '2026-03-22', depositCents: 250 },
  201,
  desk,
);

const cases = [
  {
    id: 'lending-returned-at',
    cause: 'sql',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/services/catalogue.js',
        find: 'WHERE book_id = $1 AND returned_on IS NULL',
        replace: 'WHERE book_id = $1 AND returned_at IS NULL',
      },
    ],
    trigger: { requests: ['GET /books/1'] },
  },
  {
    id: 'lending-bind-count',
    cause: 'sql',
    expect: 'repair',
    break: [
      {
        file: 'src/services/catalogue.js',
        find: 'author === undefined ? [size, offset] : [size, offset, `%${author}%`]',
        replace: '[size, offset, `%${author}%`]',
      },
    ],
    trigger: { requests: ['GET /books'] },
  },
  {
    id: 'lending-pool-in-transaction',
    cause: 'sql',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/services/loans.js',
        find: "const { rows: open } = await client.query('SELECT id",
        replace: "const { rows: open } = await query('SELECT id",
      },
    ],
    env: { DATABASE_TIMEOUT_MS: '3000' },
    trigger: { requests: ['POST /loans {"bookId":6,"memberId":1,"on":"2026-03-01"}'], headers: desk },
    checks: [lends, checkOf('GET /books/3', { onShelf: 0 })],
  },
  {
    id: 'lending-release-lost',
    cause: 'sql',
    expect: 'repair',
    break: [{ file: 'src/db/pool.js', find: '  } finally {\n    client.release();\n  }', replace: '  }' }],
    env: { DATABASE_TIMEOUT_MS: '3000' },
    trigger: { requests: ['POST /loans {"bookId":6,"memberId":1,"on":"2026-03-01"}', 'GET /books'], headers: desk },
    checks: [
      lends,
      checkOf('GET /books/3', { onShelf: 0 }),
      // More than a larger pool would hold.
      ...Array.from({ length: 12 }, () => refused('POST /loans {"bookId":3,"memberId":1,"on":"2026-03-01"}', 409, desk)),
      checkOf('GET /books/3', { onShelf: 0 }),
    ],
  },
  {
    id: 'lending-rejection-unhandled',
    cause: 'async',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/middleware/errors.js',
        find: '  Promise.resolve(handler(req, res, next)).catch(next);',
        replace: '  handler(req, res, next);',
      },
    ],
    trigger: { requests: ['GET /books/99'] },
  },
  {
    id: 'lending-bigint-json',
    cause: 'data',
    expect: 'repair',
    break: [
      {
        file: 'src/services/members.js',
        find: 'open.reduce((sum, loan) => sum + Number(loan.deposit_cents), 0)',
        replace: 'open.reduce((sum, loan) => sum + BigInt(loan.deposit_cents), 0n)',
      },
    ],
    trigger: { requests: ['GET /members/3'] },
  },
  {
    id: 'lending-no-address',
    cause: 'null',
    expect: 'repair',
    history: true,
    break: [
      {
        file: 'src/services/members.js',
        find: "member.address ? `${member.address.street}, ${member.address.town}` : 'at the desk'",
        replace: '`${member.address.street}, ${member.address.town}`',
      },
    ],
    trigger: { requests: ['GET /members/2/card'] },
    checks: [checkOf('GET /members/2/card', { number: 'S-00002', address: 'at the desk' })],
  },
  {
    id: 'lending-unknown-member',
    cause: 'null',
    expect: 'repair',
    break: [
      {
        file: 'src/services/members.js',
        find: '  if (rows.length === 0) throw new HttpError(404, `no member ${id}`);\n',
        replace: '',
      },
    ],
    trigger: { requests: ['GET /members/9'] },
    checks: [
      refused('GET /members/9/card', 404),
      refused('GET /members/9/fines?on=2026-03-20', 404),
      refused('POST /loans/quote {"bookId":5,"memberId":9,"on":"2026-02-20"}', 404),
    ],
  },
  {
    id: 'lending-stale-call',
    cause: 'name',
    expect: 'repair',
    break: [
      { file: 'src/services/catalogue.js', find: 'async function bookDetail(id)', replace: 'async function describeBook(id)' },
      {
        file: 'src/services/catalogue.js',
        find: 'module.exports = { listBooks, findBook, bookDetail, addBook };',
        replace: 'module.exports = { listBooks, findBook, describeBook, addBook };',
      },
    ],
    trigger: { requests: ['GET /books/1'] },
  },
  {
    id: 'lending-first-page',
    cause: 'logic',
    expect: 'repair',
    break: [{ file: 'src/lib/paging.js', find: "whole(query.page, 1, 'page')", replace: "whole(query.page, 0, 'page')" }],
    trigger: { requests: ['GET /books'] },
  },
  {
    id: 'lending-circular',
    cause: 'import',
    expect: 'repair',
    break: [
      { file: 'src/services/members.js', find: "require('./deposits')", replace: "require('./loans')" },
      {
        file: 'src/services/loans.js',
        find: 'module.exports = { quote, overdue, lend };',
        replace: 'module.exports = { depositRates, quote, overdue, lend };',
      },
    ],
    trigger: { requests: ['POST /loans/quote {"bookId":5,"memberId":3,"on":"2026-02-20"}'] },
    checks: [lends],
  },
  {
    id: 'lending-letter-case',
    cause: 'path',
    expect: 'repair',
    history: true,
    break: [{ file: 'src/app.js', find: "require('./middleware/request-log')", replace: "require('./middleware/Request-Log')" }],
    trigger: { boot: true },
  },
  {
    id: 'lending-moved-days',
    cause: 'path',
    expect: 'repair',
    history: true,
    break: [{ move: ['src/lib/days.js', 'src/lib/dates/days.js'] }],
    trigger: { boot: true },
  },
  {
    id: 'lending-package-comma',
    cause: 'config',
    expect: 'ask',
    break: [{ file: 'package.json', find: '"main": "src/server.js",', replace: '"main": "src/server.js"' }],
    trigger: { boot: true },
  },
  {
    id: 'lending-body-parser',
    cause: 'middleware',
    expect: 'repair',
    break: [{ file: 'src/app.js', find: '  app.use(express.json());\n', replace: '' }],
    trigger: { requests: ['POST /loans/quote {"bookId":5,"memberId":3,"on":"2026-02-20"}'] },
    checks: [lends],
  },
  {
    id: 'lending-database-down',
    cause: 'outage',
    expect: 'ask',
    history: true,
    env: { DATABASE_URL: 'postgres://lending:lending@{closed}/lending' },
    trigger: { boot: true },
  },
  {
    id: 'lending-database-password',
    cause: 'credential',
    expect: 'ask',
    trigger: {
      stderr: `error: password authentication failed for user "lending"
    at Parser.parseErrorMessage (/srv/lending/node_modules/pg-protocol/dist/parser.js:285:98)
    at Parser.handlePacket (/srv/lending/node_modules/pg-protocol/dist/parser.js:122:29)
    at Socket.<anonymous> (/srv/lending/node_modules/pg-protocol/dist/index.js:11:42)
    at async migrate (/srv/lending/src/db/migrate.js:11:5)
    at async main (/srv/lending/src/server.js:9:3) {
  length: 104,
  severity: 'FATAL',
  code: '28P01',
  file: 'auth.c',
  line: '335',
  routine: 'auth_failed'
}
`,
    },
  },
  {
    id: 'lending-too-many-clients',
    cause: 'limit',
    expect: 'ask',
    trigger: {
      stderr: `error: sorry, too many clients already
    at Parser.parseErrorMessage (/srv/lending/node_modules/pg-protocol/dist/parser.js:285:98)
    at async listBooks (/srv/lending/src/services/catalogue.js:11:20) {
  length: 85,
  severity: 'FATAL',
  code: '53300',
  routine: 'InitProcess'
}
`,
    },
  },
  {
    id: 'lending-helmet',
    cause: 'undeclared',
    expect: 'ask',
    history: true,
    break: [
      { file: 'src/app.js', find: "const express = require('express4');\n", replace: "const express = require('express4');\nconst helmet = require('helmet');\n" },
      { file: 'src/app.js', find: '  app.use(requestLog);\n', replace: '  app.use(helmet());\n  app.use(requestLog);\n' },
    ],
    trigger: { boot: true },
  },
  {
    id: 'lending-port-taken',
    cause: 'port',
    expect: 'ask',
    occupy: true,
    trigger: {
      boot: true,
      stderr: `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: listen EADDRINUSE: address already in use :::{port}
    at Server.setupListenHandle [as _listen2] (node:net:1908:16)
    at listenInCluster (node:net:1965:12)
    at Server.listen (node:net:2067:7)
    at Function.listen (/srv/lending/node_modules/express4/lib/application.js:635:24)
    at main (/srv/lending/src/server.js:11:22) {
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
    id: 'lending-bad-json',
    cause: 'client',
    expect: 'none',
    trigger: {
      requests: ['POST /loans/quote {"bookId":5,', 'POST /loans/quote {"bookId":5,"memberId":', 'GET /books?size=-3'],
      headers: { 'content-type': 'application/json' },
    },
  },
  {
    id: 'lending-idle-client',
    cause: 'log',
    expect: 'none',
    trigger: {
      requests: ['GET /books', 'GET /loans/overdue?on=2026-03-14'],
      stderr: `idle database client: Connection terminated unexpectedly
[nightly] Error: mail to luis@example.org bounced (550), next try at 06:00
`,
    },
  },
];

export default {
  server: 'lending',
  half: 'dev',
  entry: 'src/server.js',
  services: ['postgres'],
  seed: { postgres: 'src/db/schema.sql' },
  env: { DATABASE_URL: 'postgres://postgres:postgres@{postgres}/postgres', DATABASE_TIMEOUT_MS: '20000' },
  checks,
  cases,
};
