import { readFile } from 'node:fs/promises';
import Database from 'libsql';

/** Everything is asynchronous here, so that another driver can take its place. */
export async function openDatabase(file) {
  const raw = new Database(file);
  for (const script of ['schema.sql', 'seed.sql']) {
    raw.exec(await readFile(new URL(script, import.meta.url), 'utf8'));
  }
  return {
    async many(sql, params = []) {
      return raw.prepare(sql).all(...params);
    },
    async one(sql, params = []) {
      return raw.prepare(sql).get(...params) ?? null;
    },
    async value(sql, params = []) {
      const row = await this.one(sql, params);
      return row === null ? null : Object.values(row)[0];
    },
    async execute(sql, params = []) {
      const { changes, lastInsertRowid } = raw.prepare(sql).run(...params);
      return { changes, id: Number(lastInsertRowid) };
    },
    async transaction(work) {
      raw.exec('BEGIN');
      try {
        const result = await work();
        raw.exec('COMMIT');
        return result;
      } catch (error) {
        raw.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
