import { readFileSync } from 'node:fs';
import Database from 'libsql';

const read = (name) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

export function openDatabase() {
  const db = new Database(':memory:');
  db.exec(read('schema.sql'));
  db.exec(read('seed.sql'));
  return db;
}
