/** Transactions that a failure leaves open. */
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { sqlJoin } from './sql-join.ts';

const left = (before: string, after: string | null): Omit<Case, 'name'> => ({
  class: 'database' as const,
  message: 'cannot start a transaction within a transaction',
  files: { 'a.js': before },
  at: [['a.js', "db.‸exec('BEGIN')"]],
  first: after === null ? null : { 'a.js': after },
  ask: null,
});

check(sqlJoin, [
  {
    name: 'a rehearsal that is rolled back unless it fails',
    ...left(
      "exports.plan = (lines) => {\n  db.exec('BEGIN');\n  const made = lines.map((line) => add(line));\n  db.exec('ROLLBACK');\n  return made;\n};\n",
      "exports.plan = (lines) => {\n  db.exec('BEGIN');\n  try {\n    const made = lines.map((line) => add(line));\n    return made;\n  } finally {\n    db.exec('ROLLBACK');\n  }\n};\n",
    ),
  },
  {
    name: 'one that is committed unless it fails',
    ...left(
      "exports.book = async (lines) => {\n  await db.exec('BEGIN');\n  const made = await add(lines);\n  await db.exec('COMMIT');\n  return made;\n};\n",
      "exports.book = async (lines) => {\n  await db.exec('BEGIN');\n  try {\n    const made = await add(lines);\n    await db.exec('COMMIT');\n    return made;\n  } catch (error) {\n    await db.exec('ROLLBACK');\n    throw error;\n  }\n};\n",
    ),
  },
  {
    name: 'one with work behind its end, which has nothing to take back',
    ...left(
      "exports.book = (lines) => {\n  db.exec('BEGIN');\n  add(lines);\n  db.exec('COMMIT');\n  return tell(lines);\n};\n",
      null,
    ),
  },
  {
    name: 'one that ends in two ways already',
    ...left(
      "exports.book = (lines) => {\n  db.exec('BEGIN');\n  if (!add(lines)) {\n    db.exec('ROLLBACK');\n    return null;\n  }\n  db.exec('COMMIT');\n  return lines;\n};\n",
      null,
    ),
  },
]);
