import Libsql from 'libsql';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Database = InstanceType<typeof Libsql>;

const schemaFile = fileURLToPath(new URL('./schema.sql', import.meta.url));

export function openDatabase(file: string): Database {
  const db = new Libsql(file);
  db.exec('PRAGMA foreign_keys = ON');
  db.exec(readFileSync(schemaFile, 'utf8'));
  return db;
}
