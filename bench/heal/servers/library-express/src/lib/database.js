import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { root } from '../settings.js';

export function openDatabase(file) {
  const isNew = !existsSync(file);
  const db = new Database(file);
  if (isNew) {
    db.exec(readFileSync(path.join(root, 'db', 'schema.sql'), 'utf8'));
    db.exec(readFileSync(path.join(root, 'db', 'seed.sql'), 'utf8'));
  }
  return db;
}
