// Makes what tsc wrote runnable and whole: file mode, what is left of sources that are gone, assets, the JSON Schema.
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const main = new URL('dist/main.js', root);

if (!readFileSync(main, 'utf8').startsWith('#!/usr/bin/env node\n')) {
  throw new Error('dist/main.js has lost its first line (#!/usr/bin/env node)');
}
chmodSync(main, 0o755);

for (const name of readdirSync(new URL('dist', root), { recursive: true }).map(String)) {
  const source = new URL(`src/${name.replace(/js$/, 'ts')}`, root);
  if (/\.[cm]?js$/.test(name) && !name.startsWith('web') && !existsSync(source)) rmSync(new URL(`dist/${name}`, root));
}

for (const asset of ['web']) {
  if (existsSync(new URL(asset, root)))
    cpSync(new URL(asset, root), new URL(`dist/${asset}`, root), { recursive: true });
}

const { jsonSchema } = await import(new URL('dist/config/describe.js', root));
writeFileSync(fileURLToPath(new URL('dist/kintsugi.schema.json', root)), `${JSON.stringify(jsonSchema(), null, 2)}\n`);
