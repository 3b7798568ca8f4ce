/** More faults of order, logic and SQL in the library. */
import library from './library-express.mjs';

const admin = { authorization: 'Bearer kq7-admin' };
const app = 'src/app.js';
const [loans, books] = ['src/lib/loans.js', 'src/lib/books.js'];
const lend = 'POST /loans {"bookId":3,"memberId":2,"on":"2026-01-20"}';

export default {
  ...library,
  cases: [
    {
      id: 'library-json-after-routes',
      cause: 'middleware',
      expect: 'repair',
      break: [
        { file: app, find: 'app.use(express.json());\n', replace: '' },
        { file: app, find: 'app.use(notFoundHandler);', replace: 'app.use(express.json());\napp.use(notFoundHandler);' },
        { file: 'src/routes/admin.js', find: 'req.body ?? {}', replace: 'req.body' },
      ],
      trigger: { requests: ['POST /admin/books {"title":"Fiasco","authorId":2,"year":1986}'], headers: admin },
    },
    {
      id: 'library-routes-not-built',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: app, find: "app.use('/books', bookRoutes(books))", replace: "app.use('/books', bookRoutes)" }],
      trigger: { requests: ['GET /books'] },
    },
    {
      id: 'library-admin-guard-not-built',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: app, find: 'requireAdmin(settings.adminToken)', replace: 'requireAdmin' }],
      trigger: { requests: ['GET /admin/overdue?today=2026-02-01'], headers: admin },
    },
    {
      id: 'library-request-id-called',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: app, find: 'app.use(requestId)', replace: 'app.use(requestId())' }],
      trigger: { boot: true },
    },
    {
      id: 'library-request-id-no-next',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: 'src/middleware/request-id.js', find: "  res.set('x-request-id', req.id);\n  next();", replace: "  res.set('x-request-id', req.id);" }],
      trigger: { requests: ['GET /books'] },
    },
    {
      id: 'library-due-date-column',
      cause: 'sql',
      expect: 'repair',
      break: [{ file: loans, find: 'l.due_on < ? ORDER BY l.due_on`', replace: 'l.due_date < ? ORDER BY l.due_date`' }],
      trigger: { requests: ['GET /admin/overdue?today=2026-02-01'], headers: admin },
    },
    {
      id: 'library-lent-on-not-inserted',
      cause: 'sql',
      expect: 'repair',
      break: [
        { file: loans, find: '(book_id, member_id, lent_on, due_on) VALUES (?, ?, ?, ?)', replace: '(book_id, member_id, due_on) VALUES (?, ?, ?)' },
        { file: loans, find: '.run(bookId, memberId, today, dueOn)', replace: '.run(bookId, memberId, dueOn)' },
      ],
      trigger: { requests: [lend] },
    },
    {
      id: 'library-table-singular',
      cause: 'sql',
      expect: 'repair',
      break: [{ file: books, find: 'count(*) AS lent FROM loans WHERE', replace: 'count(*) AS lent FROM loan WHERE' }],
      trigger: { requests: ['GET /books/1'] },
    },
    {
      id: 'library-comma-before-from',
      cause: 'sql',
      expect: 'repair',
      break: [{ file: loans, find: 'SELECT id, name, email FROM members', replace: 'SELECT id, name, email, FROM members' }],
      trigger: { requests: ['GET /members/1'] },
    },
    {
      id: 'library-placeholder-left-over',
      cause: 'sql',
      expect: 'repair',
      break: [{ file: books, find: 'VALUES (?, ?, ?)', replace: 'VALUES (?, ?, ?, ?)' }],
      trigger: { requests: ['POST /admin/books {"title":"Fiasco","authorId":2,"year":1986}'], headers: admin },
    },
    {
      id: 'library-ambiguous-id',
      cause: 'sql',
      expect: 'repair',
      break: [{ file: loans, find: 'SELECT l.id, l.due_on, b.title', replace: 'SELECT id, due_on, title' }],
      trigger: { requests: ['GET /members/1/loans'] },
    },
    {
      id: 'library-method-torn-off',
      cause: 'logic',
      expect: 'repair',
      break: [
        { file: 'src/routes/loans.js', find: "  router.get('/members/:memberId', (req, res) => {\n    const member = loans.findMember(req.params.memberId);", replace: "  const { findMember } = loans;\n\n  router.get('/members/:memberId', (req, res) => {\n    const member = findMember(req.params.memberId);" },
      ],
      trigger: { requests: ['GET /members/1'] },
    },
    {
      id: 'library-repository-without-new',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: app, find: 'new LoanRepository(', replace: 'LoanRepository(' }],
      trigger: { boot: true },
    },
    {
      id: 'library-repositories-swapped',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: app, find: 'loanRoutes(loans, books)', replace: 'loanRoutes(books, loans)' }],
      trigger: { requests: ['GET /members/1'] },
    },
  ],
};
