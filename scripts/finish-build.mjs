// Makes what tsc wrote runnable and whole: file mode, what is left of sources that are gone, the hook in two files, assets, the JSON Schema.
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

bundleHook();

for (const asset of ['web']) {
  if (existsSync(new URL(asset, root)))
    cpSync(new URL(asset, root), new URL(`dist/${asset}`, root), { recursive: true });
}

packManual();

const { jsonSchema } = await import(new URL('dist/config/describe.js', root));
writeFileSync(fileURLToPath(new URL('dist/kintsugi.schema.json', root)), `${JSON.stringify(jsonSchema(), null, 2)}\n`);

/**
 * Every file that a preload reads makes the server's start longer, so the parts become one, each a function that runs when first
 * required. The entry stays apart: it catches what is wrong with the parts, be it their very syntax on an old Node.
 */
function bundleHook() {
  const folder = new URL('dist/hook/', root);
  const names = readdirSync(folder).filter((name) => name.endsWith('.cjs') && name !== 'hook.cjs');
  if (names.length < 3) return; // already one
  const text = `"use strict";
const parts = {
${names.map((name) => `"./${name}"(exports, require) {\n${readFileSync(new URL(name, folder), 'utf8')}},\n`).join('')}};
const loaded = new Map();
function requirePart(name) {
  if (!Object.hasOwn(parts, name)) return require(name);
  let exports = loaded.get(name);
  if (exports === undefined) {
    exports = {};
    loaded.set(name, exports);
    parts[name](exports, requirePart);
  }
  return exports;
}
exports.start = requirePart('./start.cjs').start;
`;
  // Beside it first: a server that starts meanwhile sees the one or the other, never half a file.
  writeFileSync(new URL('start.tmp', folder), text);
  renameSync(new URL('start.tmp', folder), new URL('start.cjs', folder));
  // Apps may also load the shedder by itself (`kintsugi/shed`).
  for (const name of names) if (name !== 'start.cjs' && name !== 'shed.cjs') rmSync(new URL(name, folder));
}

/** The pages of the manual, a section at a time, for `memory search --in docs` (MEM-1). */
function packManual() {
  const folder = new URL('docs/', root);
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', 'ARCHITECTURE.md', ...names.map((name) => `docs/${name}`)];
  const sections = pages.flatMap((page) =>
    readFileSync(new URL(page, root), 'utf8')
      .split(/^(?=#{1,3} )/m)
      .map((text) => ({ source: page, text: text.trim() }))
      .filter(({ text }) => text.includes('\n')),
  );
  writeFileSync(new URL('dist/docs.json', root), `${JSON.stringify(sections)}\n`);
}
