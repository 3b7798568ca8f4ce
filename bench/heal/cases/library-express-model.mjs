/** A scripted model at the library: paging, schema drift, a unit, whose loans are shown. */
import { block, casesOf, instead } from '../answers.mjs';
import library from './library-express.mjs';

const paging = {
  file: 'src/lib/books.js',
  find: '      .all(`%${text}%`, `%${text}%`, pageSize, (page - 1) * pageSize);',
  replace: '      .all(`%${text}%`, `%${text}%`, pageSize, offsetOf(page));',
};
const at = (offset) => instead(paging, paging.find.replace('(page - 1) * pageSize', offset));
const drift = {
  file: 'src/lib/loans.js',
  find: '          WHERE l.returned_on IS NULL AND l.due_on < ? ORDER BY l.due_on`,',
  replace: '          WHERE l.returned_at IS NULL AND l.due_on < ? ORDER BY l.due_on`,',
};
const open = {
  file: 'src/lib/loans.js',
  find: '          WHERE l.member_id = ? AND l.returned_on IS NULL ORDER BY l.due_on`,',
  replace: '          WHERE l.borrower_id = ? AND l.returned_on IS NULL ORDER BY l.due_on`,',
};
const days = {
  file: 'src/lib/dates.js',
  find: '  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);',
  replace: '  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);',
};
const found = "    const found = books.search(req.query.q ?? '', page);";
const overdue = 'GET /admin/overdue?today=2026-02-01';
const admin = { authorization: 'Bearer kq7-admin' };
const rows = '    const rows = this.db\n      .prepare(\n        `SELECT l.id, l.due_on, m.name, m.email';

const cases = casesOf('library', {
  'page-offset': {
    cause: 'logic',
    requests: ['GET /health', 'GET /books/1', 'GET /books'],
    break: [paging],
    answers: {
      right: at('(page - 1) * pageSize'),
      'one-page-further': at('page * pageSize'),
      'always-first': at('0'),
      helper: block('src/lib/books.js', 'const pageSize = 3;', 'const pageSize = 3;\nconst offsetOf = (page) => page - 1;'),
      'empty-page': block('src/routes/books.js', found, `    let found = [];\n    try {\n      ${found.trim().replace('const ', '')}\n    } catch (error) {\n      console.error(error);\n    }`),
    },
  },
  'column-renamed': {
    cause: 'sql',
    requests: ['GET /health', 'GET /books/1', overdue],
    headers: admin,
    break: [drift],
    answers: {
      right: instead(drift, drift.find),
      'filter-dropped': instead(drift, '          WHERE l.due_on < ? ORDER BY l.due_on`,'),
      'other-column': instead(drift, '          WHERE l.lent_on IS NOT NULL AND l.due_on < ? ORDER BY l.due_on`,'),
      'no-rows': block(drift.file, `${rows} FROM loans l JOIN members m ON m.id = l.member_id\n${drift.replace}\n      )\n      .all(today);`, '    const rows = [];'),
    },
  },
  'whose-loans': {
    cause: 'sql',
    requests: ['GET /health', 'GET /books/2', 'GET /members/1/loans'],
    checks: [{ request: 'GET /members/2/loans', status: 200, json: { member: 'Piet', loans: [{ title: 'The Dispossessed', due: '2026-01-31' }, { title: 'The Summer Book', due: '2026-02-10' }] } }],
    break: [open],
    answers: {
      right: instead(open, open.find),
      'of-everyone': block(open.file, `${open.replace}\n      )\n      .all(memberId);`, '          WHERE l.returned_on IS NULL ORDER BY l.due_on`,\n      )\n      .all();'),
      'by-loan': instead(open, '          WHERE l.id = ? AND l.returned_on IS NULL ORDER BY l.due_on`,'),
      'always-true': instead(open, '          WHERE ? IS NOT NULL AND l.returned_on IS NULL ORDER BY l.due_on`,'),
    },
  },
  'days-late': {
    cause: 'name',
    requests: ['GET /health', 'GET /members/1', overdue],
    headers: admin,
    break: [days],
    answers: {
      right: instead(days, days.find),
      hours: instead(days, days.find.replace('dayMs', '(60 * 60 * 1000)')),
      upwards: instead(days, days.find.replace('Math.round', 'Math.ceil').replace('dayMs', 'dayMs / 2')),
      constant: instead(days, '  return 1;'),
    },
  },
});

export default { ...library, half: 'model', cases };
