import { check } from '../cases.test-helper.ts';
import { halfRenamed } from './half-renamed.ts';

const callers =
  "const singers = require('./singers');\nexports.join = (input) => {\n  const { first, last, joinedOn } = input;\n  return singers.insert({ first, last, joinedOn });\n};\nexports.show = (row) => row.joinedOn;\n";
const insert = (keys: string, since = 'memberSince') =>
  `exports.insert = ({ first, ${keys} }) => {\n  return db.prepare('INSERT INTO singers VALUES (?, ?, ?)').run(first, last, ${since});\n};\n`;

check(
  halfRenamed,
  (
    [
      ['which all others call as it is given', insert('last, memberSince'), '', insert('last, joinedOn: memberSince')],
      [
        'under a key that alone is of another name',
        insert('last, memberSince: since', 'since'),
        '',
        insert('last, joinedOn: since', 'since'),
      ],
      [
        'which another calls as it is taken',
        insert('last, memberSince'),
        'exports.old = (row) => row.memberSince;\n',
        null,
      ],
      ['beside a second one that nobody gives', insert('surname: last, memberSince'), '', null],
    ] as const
  ).map(([what, store, more, first]) => ({
    name: `a value that a database wants, taken out of what is handed over, ${what}`,
    class: 'database' as const,
    message: 'NOT NULL constraint failed: singers.joined_on',
    files: { 'singers.js': store, 'a.js': callers + more },
    at: [['singers.js', '‸db.prepare'] as const],
    facts: {
      first: { type: 'string' as const },
      last: { type: 'string' as const },
      memberSince: { type: 'undefined' as const },
      since: { type: 'undefined' as const },
    },
    first: first === null ? null : { 'singers.js': first },
  })),
);
