import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fp from 'fastify-plugin';
import Database from 'libsql';

async function database(app) {
  const db = new Database(app.config.database);
  for (const name of ['schema.sql', 'seed.sql']) {
    db.exec(await readFile(path.join(app.config.sql, name), 'utf8'));
  }
  app.decorate('db', db);
  app.addHook('onClose', async () => db.close());
}

export default fp(database, { name: 'database' });
