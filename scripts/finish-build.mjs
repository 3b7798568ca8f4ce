// Makes what tsc wrote runnable and whole: the program's file mode, the assets that are no TypeScript, the JSON Schema.
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const main = new URL('dist/main.js', root);

if (!readFileSync(main, 'utf8').startsWith('#!/usr/bin/env node\n')) {
  throw new Error('dist/main.js has lost its first line (#!/usr/bin/env node)');
}
chmodSync(main, 0o755);

for (const asset of ['web']) {
  if (existsSync(new URL(asset, root)))
    cpSync(new URL(asset, root), new URL(`dist/${asset}`, root), { recursive: true });
}

const { jsonSchema } = await import(new URL('dist/config/describe.js', root));
writeFileSync(fileURLToPath(new URL('dist/kintsugi.schema.json', root)), `${JSON.stringify(jsonSchema(), null, 2)}\n`);
