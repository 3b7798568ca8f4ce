import { readFileSync } from 'node:fs';
import fp from 'fastify-plugin';
import Database from 'libsql';
import { FiringRepository } from '../repositories/firing-repository.js';
import { PieceRepository } from '../repositories/piece-repository.js';
import { PotterRepository } from '../repositories/potter-repository.js';

async function database(app, { file }) {
  const db = new Database(file);
  db.exec(readFileSync(new URL('../db/schema.sql', import.meta.url), 'utf8'));

  app.decorate('db', db);
  app.decorate('repositories', {
    potters: new PotterRepository(db),
    pieces: new PieceRepository(db),
    firings: new FiringRepository(db),
  });
  app.addHook('onClose', async () => db.close());
}

export default fp(database, { name: 'database' });
