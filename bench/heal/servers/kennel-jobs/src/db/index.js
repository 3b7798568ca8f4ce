import { readFileSync } from 'node:fs';
import Database from 'libsql';
import { config } from '../config.js';

export const db = new Database(config.dbFile);
db.exec(readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'));

export const one = (sql, ...values) => db.prepare(sql).get(...values);
export const many = (sql, ...values) => db.prepare(sql).all(...values);
export const run = (sql, ...values) => db.prepare(sql).run(...values);

export function inTransaction(work) {
  db.exec('BEGIN');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
