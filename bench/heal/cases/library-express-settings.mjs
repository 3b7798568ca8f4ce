/** Configuration, syntax, and what no change of the code mends, over the same server. */
import base from './library-express.mjs';

const covers = (body) => [
  { file: 'src/lib/covers.js', content: body },
  {
    file: 'src/routes/books.js',
    find: "  router.get('/:id', (req, res) => {",
    replace: `  router.get('/:id/cover', async (req, res) => {
    const { coverOf } = await import('../lib/covers.js');
    res.json({ cover: await coverOf(req.params.id) });
  });

  router.get('/:id', (req, res) => {`,
  },
];
const client = `export class UpstreamError extends Error {
  constructor(service, status) {
    super(\`\${service} is unhappy\`);
    this.service = service;
    this.upstreamStatus = status;
  }
}

async function getJson(url) {
  const response = await fetch(url, { headers: { 'x-key': process.env.COVERS_KEY ?? '' } });
  if (!response.ok) throw new UpstreamError('covers', response.status);
  return response.json();
}

export async function coverOf(id) {
  const { url } = await getJson(\`\${process.env.COVERS_URL}/books/\${id}\`);
  return url;
}
`;
const trusting = `export async function coverOf(id) {
  const response = await fetch(\`\${process.env.COVERS_URL}/books/\${id}\`);
  const { data } = await response.json();
  return data.url;
}
`;
const swallowing = `export async function coverOf(id) {
  let found;
  try {
    found = await fetch(\`\${process.env.COVERS_URL}/books/\${id}\`);
  } catch {
    throw new Error('No covers today');
  }
  return (await found.json()).url;
}
`;

export default {
  ...base,
  cases: [
    {
      id: 'library-set-admin-token-name',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/settings.js', find: "required('ADMIN_TOKEN')", replace: "required('ADMINTOKEN')" }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-loans-group',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/app.js', find: 'settings.loanDays)', replace: 'settings.loans.days)' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-loan-days-unit',
      cause: 'config',
      expect: 'ask',
      break: [{ file: '.env', find: 'LOAN_DAYS=21', replace: 'LOAN_DAYS=21d' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-db-file-unset',
      cause: 'config',
      expect: 'ask',
      break: [{ file: '.env', find: 'DB_FILE=db/library.db\n', replace: '' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-loan-period',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/settings.js', find: "wholeNumber('LOAN_DAYS')", replace: "wholeNumber('LOAN_PERIOD_DAYS')" }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-settings-key',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/settings.js', find: 'dbFile: path.resolve', replace: 'databaseFile: path.resolve' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-type-commonjs',
      cause: 'config',
      expect: 'ask',
      history: true,
      break: [{ file: 'package.json', find: '"type": "module"', replace: '"type": "commonjs"' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-paren-use',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/app.js', find: "app.use('/books', bookRoutes(books));", replace: "app.use('/books', bookRoutes(books);" }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-brace-end',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/middleware/require-admin.js', find: '    next();\n  };\n}', replace: '    next();\n}' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-optional-assign',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/middleware/request-id.js', find: '  req.id = ', replace: '  req?.id = ' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-ts-types',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'src/lib/dates.js',
          find: 'export function daysBetween(from, to) {',
          replace: 'export function daysBetween(from: string, to: string): number {',
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'library-set-function-in-class',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/lib/loans.js', find: '  overdue(today) {', replace: '  function overdue(today) {' }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-reserved',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'src/routes/loans.js',
          find: 'open.map((loan) => ({ title: loan.title, due: loan.due_on }))',
          replace: 'open.map((package) => ({ title: package.title, due: package.due_on }))',
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'library-set-object-semicolon',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/settings.js', find: "  loanDays: wholeNumber('LOAN_DAYS'),", replace: "  loanDays: wholeNumber('LOAN_DAYS');" }],
      trigger: { boot: true },
    },
    {
      id: 'library-set-covers-403',
      cause: 'credential',
      expect: 'ask',
      break: covers(client),
      env: { COVERS_URL: 'http://{upstream}', COVERS_KEY: 'old' },
      upstream: { status: 403, body: '{"error":"key revoked"}' },
      trigger: { requests: ['GET /books/1/cover'] },
    },
    {
      id: 'library-set-covers-402',
      cause: 'billing',
      expect: 'ask',
      break: covers(trusting),
      env: { COVERS_URL: 'http://{upstream}' },
      upstream: { status: 402, body: '{"error":{"type":"plan"}}' },
      trigger: { requests: ['GET /books/2/cover'] },
    },
    {
      id: 'library-set-covers-html',
      cause: 'outage',
      expect: 'ask',
      break: covers(trusting),
      env: { COVERS_URL: 'http://{upstream}' },
      upstream: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><h1>Bad gateway</h1></html>' },
      trigger: { requests: ['GET /books/2/cover'] },
    },
    {
      id: 'library-set-covers-swallowed',
      cause: 'outage',
      expect: 'ask',
      break: covers(swallowing),
      env: { COVERS_URL: 'http://{closed}' },
      trigger: { requests: ['GET /books/2/cover'] },
    },
    {
      id: 'library-set-sqlite-readonly',
      cause: 'permission',
      expect: 'ask',
      trigger: {
        requests: ['GET /books'],
        stderr: `[4f1c] SqliteError: attempt to write a readonly database
    at Statement.run (/srv/library/node_modules/libsql/index.js:330:17)
    at LoanRepository.lend (/srv/library/src/lib/loans.js:26:8)
    at /srv/library/src/routes/loans.js:28:24 {
  code: 'SQLITE_READONLY'
}
`,
      },
    },
    {
      id: 'library-set-sqlite-full',
      cause: 'disk',
      expect: 'ask',
      trigger: {
        requests: ['GET /books'],
        stderr: `[4f1c] SqliteError: database or disk is full
    at Statement.run (/srv/library/node_modules/libsql/index.js:330:17)
    at LoanRepository.lend (/srv/library/src/lib/loans.js:26:8)
    at /srv/library/src/routes/loans.js:28:24 {
  code: 'SQLITE_FULL'
}
`,
      },
    },
  ],
};
