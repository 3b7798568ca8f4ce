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

const making = (last: string) => `export function wire(db) {\n  return { db, rooms: new Rooms(db), ${last} };\n}\n`;
const taker = (bills = 'bills') => `export function open({ db, rooms, ${bills} }) {\n  db.on('x', bills.add);\n}\n`;

check(
  halfRenamed,
  (
    [
      ['', making('accounts: new Bills(db)'), '', taker('accounts: bills')],
      [
        ', and another thing has the name, too',
        making('accounts: new Bills(db)'),
        'export const a = (x) => x.accounts;\n',
        taker('accounts: bills'),
      ],
      [', of quite another kind', making('accounts: new Clients(db)'), '', null],
      [
        ', which another gives as it is taken',
        making('accounts: new Bills(db)'),
        'export const b = () => ({ bills: 1 });\n',
        null,
      ],
    ] as const
  ).map(([what, wire, more, first]) => ({
    name: `one of the things that a function gives back is taken under the name of its class${what}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'add')",
    named: { nullish: 'undefined' as const, property: 'add' },
    files: { 'wire.js': wire, 'open.js': taker(), 'more.js': more },
    at: [['open.js', 'bills.‸add'] as const],
    first: first === null ? null : { 'open.js': first },
  })),
);
