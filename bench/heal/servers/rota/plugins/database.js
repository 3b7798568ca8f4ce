import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fp from 'fastify-plugin';
import Database from 'libsql';

const folder = new URL('../db/', import.meta.url);

function isEmpty(db) {
  return db.prepare("SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'").get().tables === 0;
}

function fillIn(db) {
  const migrations = readdirSync(new URL('migrations/', folder)).sort();
  for (const name of migrations) db.exec(readFileSync(new URL(`migrations/${name}`, folder), 'utf8'));
  db.exec(readFileSync(new URL('seed.sql', folder), 'utf8'));
}

async function database(app) {
  const file = app.settings.database;
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true });
  const db = new Database(file);
  if (isEmpty(db)) fillIn(db);
  app.decorate('db', db);
  app.addHook('onClose', async () => db.close());
}

export default fp(database, { name: 'database' });
