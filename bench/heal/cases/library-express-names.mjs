/** More names, paths and imports of the library. */
import library from './library-express.mjs';

const at = (file, find, replace) => ({ file, find, replace });

export default {
  ...library,
  cases: [
    {
      id: 'library-available-copies',
      cause: 'name',
      expect: 'repair',
      break: [at('src/lib/books.js', '  available(id) {', '  countAvailable(id) {')],
      trigger: { requests: ['GET /books/1'] },
    },
    {
      id: 'library-prepare-first',
      cause: 'name',
      expect: 'repair',
      break: [at('src/lib/loans.js', "WHERE id = ?').get(id)", "WHERE id = ?').first(id)")],
      trigger: { requests: ['GET /members/1'] },
    },
    {
      id: 'library-error-from-lib',
      cause: 'path',
      expect: 'repair',
      break: [at('src/routes/loans.js', "'../middleware/errors.js'", "'../lib/api-error.js'")],
      trigger: { boot: true },
    },
    {
      id: 'library-settings-default',
      cause: 'import',
      expect: 'repair',
      break: [at('src/settings.js', 'export const settings = {', 'export default {')],
      trigger: { boot: true },
    },
    {
      id: 'library-request-in-handler',
      cause: 'name',
      expect: 'repair',
      break: [at('src/routes/loans.js', "router.get('/members/:memberId/loans', (req, res) => {", "router.get('/members/:memberId/loans', (request, response) => {")],
      trigger: { requests: ['GET /members/1/loans'] },
    },
    {
      id: 'library-keywords-of-book',
      cause: 'name',
      expect: 'repair',
      break: [at('src/lib/books.js', 'copies: row.copies, tags };', 'copies: row.copies, keywords: tags };')],
      trigger: { requests: ['GET /books/1'] },
      history: true,
    },
    {
      id: 'library-express-router-path',
      cause: 'import',
      expect: 'repair',
      break: [at('src/routes/books.js', "from 'express';", "from 'express/router';")],
      trigger: { boot: true },
    },
    {
      id: 'library-dates-import-gone',
      cause: 'import',
      expect: 'repair',
      break: [at('src/lib/loans.js', "import { addDays, daysBetween } from './dates.js';\n\n", '')],
      trigger: { requests: ['POST /loans {"bookId":3,"memberId":2,"on":"2026-01-20"}'] },
    },
    {
      id: 'library-star-route',
      cause: 'dependency',
      expect: 'repair',
      break: [at('src/app.js', 'app.use(notFoundHandler);', "app.all('*', notFoundHandler);")],
      trigger: { boot: true },
    },
    {
      id: 'library-schema-to-migrations',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['db/schema.sql', 'db/migrations/schema.sql'] }, { move: ['db/seed.sql', 'db/migrations/seed.sql'] }],
      trigger: { boot: true },
    },
    {
      id: 'library-req-param',
      cause: 'name',
      expect: 'repair',
      break: [at('src/routes/books.js', 'books.find(req.params.id)', "books.find(req.param('id'))")],
      trigger: { requests: ['GET /books/1'] },
    },
    {
      id: 'library-header-helper',
      cause: 'name',
      trial: { env: { ADMIN_TOKEN: 'kq7-admin' } },
      expect: 'repair',
      break: [at('src/middleware/require-admin.js', "req.get('authorization')", "req.getHeader('authorization')")],
      trigger: { requests: ['GET /admin/overdue?today=2026-02-01'], headers: { authorization: 'Bearer kq7-admin' } },
    },
    {
      id: 'library-repository-renamed',
      cause: 'import',
      expect: 'repair',
      break: [at('src/lib/loans.js', 'export class LoanRepository {', 'export class LoanStore {'), { move: ['src/lib/loans.js', 'src/lib/loan-store.js'] }],
      trigger: { boot: true },
    },
  ],
};
