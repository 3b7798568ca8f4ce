import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import cors from '@fastify/cors';
import errors from './plugins/errors.js';
import reader from './plugins/reader.js';
import store from './plugins/store.js';

const folder = path.join(import.meta.dirname, 'features');

export async function build(config) {
  const app = Fastify({ bodyLimit: config.server.bodyLimit, logger: { level: 'warn' } });

  await app.register(cors, { origin: true });
  await app.register(errors);
  await app.register(store, { archive: config.archive });
  await app.register(reader);

  const there = await readdir(folder);
  for (const name of config.features.enabled) {
    if (!there.includes(name)) throw new Error(`feature "${name}" has no folder in features/ (there are ${there.join(', ')})`);
    const { default: plugin, prefix } = await import(pathToFileURL(path.join(folder, name, 'index.js')));
    await app.register(plugin, { prefix, config });
  }

  app.get('/', async () => ({ archive: config.archive.name, items: app.store.items.size, loanDays: config.loans.days }));
  return app;
}
