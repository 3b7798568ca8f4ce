import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fp from 'fastify-plugin';
import { root } from '../config/index.js';
import { readNdjson } from '../lib/ndjson.js';

async function store(app, { archive }) {
  const at = (name) => path.join(root, archive.folder, name);
  const { items } = JSON.parse(await readFile(at(archive.files.items), 'utf8'));
  const readers = new Map();
  for await (const reader of readNdjson(at(archive.files.readers))) readers.set(reader.card, reader);

  app.decorate('store', {
    items: new Map(items.map((item) => [item.shelfmark, item])),
    readers,
    loans: [],
  });
}

export default fp(store, { name: 'store' });
