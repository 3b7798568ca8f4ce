/** Values that are not there, records that are not as expected, promises that nobody waits for. */
import library from './library-express.mjs';

export default {
  ...library,
  cases: [
    {
      id: 'library-member-unguarded',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/loans.js', find: "    if (!member) throw new ApiError(404, 'no such member');\n    const domain", replace: '    const domain' }],
      trigger: { requests: ['GET /members/9'] },
    },
    {
      id: 'library-email-optional',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/loans.js', find: "const domain = member.email ? member.email.split('@')[1] : null;", replace: "const domain = member.email.split('@')[1] ?? null;" }],
      trigger: { requests: ['GET /members/2'] },
    },
    {
      id: 'library-tags-of-none',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/lib/books.js', find: 'const tags = row.tags ? JSON.parse(row.tags) : [];', replace: 'const tags = JSON.parse(row.tags);' }],
      trigger: { requests: ['GET /books/3'] },
    },
    {
      id: 'library-asked-before-found',
      cause: 'null',
      expect: 'repair',
      break: [
        { file: 'src/routes/books.js', find: "    const book = books.find(req.params.id);\n", replace: "    const available = books.available(req.params.id);\n    const book = books.find(req.params.id);\n" },
        { file: 'src/routes/books.js', find: 'available: books.available(book.id) });', replace: 'available });' },
      ],
      trigger: { requests: ['GET /books/99'] },
    },
    {
      id: 'library-search-trimmed',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/books.js', find: "books.search(req.query.q ?? '', page)", replace: 'books.search(req.query.q.trim(), page)' }],
      trigger: { requests: ['GET /books'] },
    },
    {
      id: 'library-body-destructured',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/loans.js', find: '} = req.body ?? {};', replace: '} = req.body;' }],
      trigger: { requests: ['POST /loans'] },
    },
    {
      id: 'library-row-missing',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/lib/books.js', find: 'return row ? toBook(row) : null;', replace: 'return toBook(row);' }],
      trigger: { requests: ['GET /books/99'] },
    },
    {
      id: 'library-open-loans-async',
      cause: 'async',
      expect: 'repair',
      break: [
        { file: 'src/lib/loans.js', find: '  openOf(memberId) {', replace: '  async openOf(memberId) {' },
      ],
      trigger: { requests: ['GET /members/1/loans'] },
    },
    {
      id: 'library-seed-tags',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'db/seed.sql', find: `'["novel","utopia"]'`, replace: `'novel,utopia'` }],
      trigger: { requests: ['GET /books/1'] },
    },
    {
      id: 'library-health-bigint',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'src/app.js', find: "res.json({ ok: true })", replace: "res.json({ ok: true, uptimeNs: process.hrtime.bigint() })" }],
      trigger: { requests: ['GET /health'] },
    },
    {
      id: 'library-tags-set',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'src/lib/books.js', find: 'const tags = row.tags ? JSON.parse(row.tags) : [];', replace: 'const tags = new Set(row.tags ? JSON.parse(row.tags) : []);' }],
      trigger: { requests: ['GET /books/1'] },
    },
  ],
};
