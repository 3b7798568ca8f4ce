import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Table } from './table.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function openDatabase({ folder, files }) {
  const db = {};
  for (const [name, file] of Object.entries(files)) {
    const rows = JSON.parse(await readFile(path.join(root, folder, file), 'utf8'));
    db[name] = new Table(name, rows);
  }
  return db;
}
