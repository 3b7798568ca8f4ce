import { check } from '../cases.test-helper.ts';
import { driverResult } from './driver-result.ts';

/** A file that reads what a statement gave, with a database driver in the manifest. */
const reading = (driver: string, text: string, more: Readonly<Record<string, string>> = {}) => ({
  class: 'type' as const,
  message: "Cannot read properties of null (reading 'id')",
  named: { property: 'id', nullish: 'null' as const },
  files: { 'package.json': `{ "dependencies": { "${driver}": "1" } }`, 'a.js': text, ...more },
  at: [['a.js', '‸exports']] as const,
});

check(driverResult, [
  ...(
    [
      [
        'libsql',
        'exports.add = (db, at) => {\n  const { lastInsertId } = db.prepare(sql).run(at);\n  return one(db, lastInsertId);\n};\n',
        /const \{ lastInsertRowid: lastInsertId \} = /,
      ],
      [
        'better-sqlite3',
        'exports.add = (insert, at) => {\n  const result = insert.run(at);\n  return result.insertId;\n};\n',
        /return result\.lastInsertRowid;/,
      ],
      ['better-sqlite3', 'exports.drop = (drop, id) => drop.run(id).affectedRows > 0;\n', /run\(id\)\.changes > 0/],
      [
        'pg',
        'exports.drop = async (pool, id) => {\n  const result = await pool.query(sql, [id]);\n  return result.affectedRows > 0;\n};\n',
        /return result\.rowCount > 0;/,
      ],
      [
        'mysql2',
        'exports.add = async (pool, at) => {\n  const [result] = await pool.execute(sql, [at]);\n  return result.lastInsertRowid;\n};\n',
        /return result\.insertId;/,
      ],
    ] as const
  ).map(([driver, text, changed]) => ({
    name: `what another driver calls it is called otherwise by ${driver}`,
    ...reading(driver, text),
    first: { 'a.js': changed },
  })),
  {
    name: 'the own names of the driver stay',
    ...reading('libsql', 'exports.add = (insert) => insert.run(1).lastInsertRowid;\n'),
    first: null,
  },
  {
    name: 'two numbers of one driver are two',
    ...reading('mysql2', 'exports.set = async (db) => (await db.query(sql)).changedRows;\n'),
    first: null,
  },
  {
    name: 'no new key is known of a driver that gives none',
    ...reading('pg', 'exports.add = async (pool) => (await pool.query(sql)).insertId;\n'),
    first: null,
  },
  {
    name: 'of two drivers none is meant',
    ...reading('libsql', 'exports.add = (insert) => insert.run(1).insertId;\n', {
      'package.json': '{ "dependencies": { "libsql": "1", "mysql2": "3" } }',
    }),
    first: null,
  },
  {
    name: 'what the project itself gives by that name is its own',
    ...reading('libsql', 'exports.add = (insert) => insert.run(1).insertId;\n', {
      'db.js': 'exports.run = (stmt) => ({ insertId: stmt.run().lastInsertRowid });\n',
    }),
    first: null,
  },
  {
    name: 'what another call gave is no result of a statement',
    ...reading('libsql', 'exports.add = (queue) => queue.push(1).insertId;\n'),
    first: null,
  },
]);
