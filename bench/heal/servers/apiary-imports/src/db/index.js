import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';

const here = dirname(fileURLToPath(import.meta.url));

const db = new Database(':memory:');
db.exec(readFileSync(join(here, 'schema.sql'), 'utf8'));

export const all = (sql, ...values) => db.prepare(sql).all(...values);
export const one = (sql, ...values) => db.prepare(sql).get(...values);
export const run = (sql, ...values) => db.prepare(sql).run(...values);
