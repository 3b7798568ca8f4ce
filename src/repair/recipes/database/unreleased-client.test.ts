import { check } from '../cases.test-helper.ts';
import { unreleasedClient } from './unreleased-client.ts';

const waiting = { class: 'timeout' as const, message: 'no answer', context: { signal: { kind: 'timeout' } as never } };
const pg = { class: 'unknown' as const, message: 'Error: timeout exceeded when trying to connect' };
const packageOf = (...drivers: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(drivers.map((each) => [each, '*'])) });

const lent = (end: string, more = ''): string =>
  `async function within(work) {\n  const client = await pool.connect();\n  try {\n    await client.query('BEGIN');\n    const result = await work(client);\n    await client.query('COMMIT');\n    return result;\n  } catch (error) {\n    await client.query('ROLLBACK');\n    throw error;\n  }${end}\n${more}}\n`;
const whole = lent(' finally {\n    client.release();\n  }');

check(unreleasedClient, [
  {
    name: 'a client of a transaction that is not given back',
    ...waiting,
    files: { 'a.js': lent('') },
    first: { 'a.js': whole },
  },
  {
    name: 'the same, as the pool says that it has none left',
    ...pg,
    files: { 'a.js': lent('') },
    first: { 'a.js': whole },
  },
  {
    name: 'one that is given back where nothing comes any more',
    ...pg,
    files: { 'a.js': lent('', '  client.release();\n') },
    first: { 'a.js': whole },
  },
  {
    name: 'one that is kept',
    ...waiting,
    files: { 'b.js': lent('', '  held.push(client);\n') },
    first: null,
  },
]);

/** A module of the driver; what stands in the function behind the taking of `client`. */
const find = (lines: string, head = 'const client = await pool.connect();'): string =>
  `export async function find(id: number) {\n  ${head}\n${lines}}\n`;
const asked = "  const { rows } = await client.query('SELECT 1');\n";

check(unreleasedClient, [
  {
    name: 'an early return before it is given back (TypeScript)',
    ...pg,
    files: {
      'package.json': packageOf('pg'),
      'a.ts': find(`${asked}  if (rows.length === 0) return null;\n  client.release();\n  return rows[0];\n`),
    },
    first: {
      'a.ts': find(
        "  try {\n    const { rows } = await client.query('SELECT 1');\n    if (rows.length === 0) return null;\n    return rows[0];\n  } finally {\n    client.release();\n  }\n",
      ),
    },
  },
  {
    name: 'a throw before it, in a method of a class, and a text over lines',
    ...pg,
    files: {
      'package.json': packageOf('pg'),
      'a.mjs':
        'export class Rows {\n  #pool;\n  async one(id) {\n    const db = await this.#pool.connect();\n    const { rows } = await db.query(`SELECT *\n  FROM rows`);\n    if (rows.length === 0) throw new Error(`no ${id}`);\n    db.release();\n    return rows[0];\n  }\n}\n',
    },
    first: {
      'a.mjs':
        'export class Rows {\n  #pool;\n  async one(id) {\n    const db = await this.#pool.connect();\n    try {\n      const { rows } = await db.query(`SELECT *\n  FROM rows`);\n      if (rows.length === 0) throw new Error(`no ${id}`);\n      return rows[0];\n    } finally {\n      db.release();\n    }\n  }\n}\n',
    },
  },
  {
    name: 'mysql2: given back where all went well alone',
    class: 'unknown',
    message: 'Error: Queue limit reached.',
    files: {
      'package.json': packageOf('mysql2'),
      'a.js':
        "exports.add = async (order) => {\n  const conn = await pool.getConnection();\n  try {\n    await conn.beginTransaction();\n    await conn.query('INSERT INTO orders VALUES (?)', [order]);\n    await conn.commit();\n    conn.release();\n  } catch (error) {\n    await conn.rollback();\n    throw error;\n  }\n};\n",
    },
    first: {
      'a.js':
        "exports.add = async (order) => {\n  const conn = await pool.getConnection();\n  try {\n    await conn.beginTransaction();\n    await conn.query('INSERT INTO orders VALUES (?)', [order]);\n    await conn.commit();\n  } catch (error) {\n    await conn.rollback();\n    throw error;\n  } finally {\n    conn.release();\n  }\n};\n",
    },
  },
  {
    name: 'a generic pool, and what is returned is waited for',
    class: 'timeout',
    message: 'TimeoutError: ResourceRequest timed out',
    files: {
      'package.json': packageOf('generic-pool'),
      'a.js':
        'exports.page = async (url) => {\n  const browser = await pool.acquire();\n  return browser.render(url);\n};\n',
    },
    first: {
      'a.js':
        'exports.page = async (url) => {\n  const browser = await pool.acquire();\n  try {\n    return await browser.render(url);\n  } finally {\n    pool.release(browser);\n  }\n};\n',
    },
  },
  {
    name: 'the last line of all is what gives it back',
    ...pg,
    files: {
      'package.json': packageOf('pg'),
      'a.ts': find(`${asked}  if (rows.length > 0) {\n    return;\n  }\n  client.release();\n`),
    },
    first: {
      'a.ts': find(
        "  try {\n    const { rows } = await client.query('SELECT 1');\n    if (rows.length > 0) {\n      return;\n    }\n  } finally {\n    client.release();\n  }\n",
      ),
    },
  },
  {
    name: 'a `finally` that only forgot it',
    ...pg,
    files: {
      'package.json': packageOf('pg'),
      'a.ts': find(`  try {\n    return await client.query('SELECT 1');\n  } finally {\n    count--;\n  }\n`),
    },
    first: {
      'a.ts': find(
        `  try {\n    return await client.query('SELECT 1');\n  } finally {\n    count--;\n    client.release();\n  }\n`,
      ),
    },
  },
]);

const alone = (lines: string, driver = 'pg', head?: string) => ({
  ...pg,
  files: { 'package.json': packageOf(driver), 'a.ts': find(lines, head) },
  first: null,
});
check(unreleasedClient, [
  { name: 'one that listens for good', ...alone("  await client.query('LISTEN orders');\n") },
  { name: 'one whose messages are heard', ...alone("  client.on('notification', tell);\n") },
  { name: 'one that is given out', ...alone('  return client;\n') },
  { name: 'one that an object keeps', ...alone('  return { query: (text) => client.query(text) };\n') },
  { name: 'one that another object is made of', ...alone('  return new Store(client);\n') },
  {
    name: 'one that is given back when a stream has ended',
    ...alone("  const stream = await client.query(rows);\n  stream.on('end', () => client.release());\n"),
  },
  {
    name: 'one that is thrown away where it failed',
    ...alone('  await client.query(text);\n  client.release(true);\n'),
  },
  {
    name: 'one that a `finally` gives back already',
    ...alone("  try {\n    await client.query('BEGIN');\n  } finally {\n    client.release();\n  }\n"),
  },
  {
    name: 'one that a `finally` behind other work gives back',
    ...alone(`${asked}  try {\n    return rows.length;\n  } finally {\n    client.release();\n  }\n`),
  },
  { name: 'a client of MongoDB, which stays', ...alone('  await client.db();\n', 'mongodb') },
  { name: 'a pool of SQL Server, which connects itself', ...alone("  await client.query('BEGIN');\n", 'mssql') },
  {
    name: 'what is no pool by its name',
    ...alone('  await client.query(text);\n', 'pg', 'const client = await broker.connect();'),
  },
  {
    name: 'a failure that is no want of clients',
    ...alone(asked),
    message: 'Error: no such row',
  },
]);
