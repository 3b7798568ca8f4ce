import { readFileSync } from 'node:fs';
import Database from 'libsql';

export type Row = Record<string, unknown>;

export function openDatabase(file = ':memory:') {
  const db = new Database(file);
  db.exec(readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8'));
  return db;
}

export const db = openDatabase(process.env.MARINA_DB);

const camel = (name: string): string => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
export const fromRow = <T>(row: Row): T => Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value])) as T;
