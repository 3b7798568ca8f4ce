import assert from 'node:assert/strict';
import test from 'node:test';
import { checkOperation } from './operations.ts';
import { defaultPolicy } from './settings.ts';
import { statementCharsMax } from './statements.ts';

const asked = [
  "UPDATE users SET age = 30 WHERE email LIKE 'a@%'",
  "DELETE FROM orders WHERE id = 1; INSERT INTO orders VALUES (1, 'x; COMMIT')",
  'ALTER TABLE shops ADD COLUMN "end" TEXT',
  "UPDATE notes SET text = 'it''s -- fine' -- COMMIT;",
  'CREATE TABLE `begin` (a); UPDATE [release] SET a = 1',
];
const denied = [
  '',
  ' -- nothing\n',
  "ATTACH 'x' AS y",
  'DELETE FROM users; COMMIT',
  'DELETE FROM users;\n/* now */ commit; DELETE FROM orders',
  "/* ' */ VACUUM INTO 'x' -- '",
  "UPDATE a SET b = '--'; ROLLBACK",
  "UPDATE a SET b = '/*'; END",
  'PRAGMA writable_schema = 1',
  "SELECT load_extension('./e.so')",
  'BEGIN',
  'SAVEPOINT a; RELEASE a',
  `UPDATE a SET b = '${'x'.repeat(statementCharsMax)}'`,
];

test('TOOL-4 statements on data are asked for, and those that leave their transaction or file are denied', () => {
  const judge = (sql: string, database = 'app.db'): string =>
    checkOperation({ op: 'sql', database, sql }, defaultPolicy).decision;
  assert.deepEqual(
    asked.filter((sql) => judge(sql) !== 'ask'),
    [],
  );
  assert.deepEqual(
    denied.filter((sql) => judge(sql) !== 'deny'),
    [],
  );
  for (const database of ['../app.db', '/etc/app.db', '~/app.db', 'a//b.db', ''])
    assert.equal(judge('DELETE FROM a', database), 'deny', database);
});
