// Makes the package's dist/ of what tsc wrote into build/: the two programs in few files, the hook in two, assets, manual, JSON Schema.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const at = (...parts) => path.join(root, ...parts);
const text = (...parts) => readFileSync(at(...parts), 'utf8');

for (const name of namesIn('build')) {
  if (!existsSync(at('src', name.replace(/js$/, 'ts')))) rmSync(at('build', name));
}
mkdirSync(at('dist', 'hook'), { recursive: true });
const written = [
  ...(await bundlePrograms()),
  ...(await bundleCommand()),
  ...bundleHook(),
  ...copyAssets(),
  packManual(),
  await describeSettings(),
];
for (const name of namesIn('dist')) if (!written.includes(name)) rmSync(at('dist', name));

/** A heal would read 450 files otherwise, at a third of a second of CPU. Parts lie beside the programs, so that places named from there hold. */
async function bundlePrograms() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['build/main.js', 'build/heal.js'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    metafile: true,
  });
  return narrow(Object.keys(metafile.outputs));
}

/**
 * V8 keeps the source of what runs, at two bytes a character where one of them is outside Latin-1: a dash in a pattern would cost the healer 2 MB.
 * esbuild escapes them in strings, not in patterns.
 */
function narrow(files) {
  return files.map((file) => {
    const name = path.relative('dist', file);
    const code = text(file);
    if (/String\.raw`[^`]*[^\x00-\x7f`]/.test(code))
      throw new Error(`${name}: no escape stands for a character in String.raw`);
    const escaped = code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return escaped === code ? name : write(name, escaped);
  });
}

/** The command itself, and `status`, `run` and `heal` beside it, each as one file: neither waits for the loader of ES modules, nor holds it. */
async function bundleCommand() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['build/status.js', 'build/supervise.js', 'build/healing.js'],
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'fileUrl' },
    banner: { js: `const fileUrl = require('node:url').pathToFileURL(__filename).href;` },
    packages: 'external',
    supported: { 'dynamic-import': false }, // of a compiled form that was kept V8 knows no loader for it
    outdir: 'dist',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    metafile: true,
  });
  const small = ['kintsugi.cjs', 'compiled.cjs'].map((name) => write(name, text('build', name)));
  chmodSync(at('dist', 'kintsugi.cjs'), 0o755);
  return [...small, ...narrow(Object.keys(metafile.outputs))];
}

/**
 * Every file that a preload reads makes the server's start longer, so the parts become one, each a function that runs when first
 * required. They are minified but for names, which stacks are read by: what a start reads and compiles is garbage in the young space, and a waiting server that has to collect it
 * touches a megabyte more. The entry stays apart: it catches what is wrong with the parts, be it their very syntax on an old Node. Apps may also
 * load the shedder by itself (`kintsugi/shed`).
 */
function bundleHook() {
  const names = readdirSync(at('build', 'hook')).filter((name) => name.endsWith('.cjs') && name !== 'hook.cjs');
  const parts = names.map((name) => `"./${name}"(exports, require) {\n${text('build', 'hook', name)}},\n`);
  const start = `"use strict";
const parts = {
${parts.join('')}};
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
module.exports = requirePart('./start.cjs');
`;
  const files = {
    'hook.cjs': text('build', 'hook', 'hook.cjs'),
    'shed.cjs': text('build', 'hook', 'shed.cjs'),
    'shed.d.cts': text('scripts', 'shed.d.cts'),
    'start.cjs': transformSync(start, { minifyWhitespace: true, minifySyntax: true, target: 'node20' }).code,
  };
  return Object.entries(files).map(([name, content]) => write(path.join('hook', name), content));
}

function copyAssets() {
  if (!existsSync(at('web'))) return [];
  cpSync(at('web'), at('dist', 'web'), { recursive: true });
  return namesIn('web').map((name) => path.join('web', name));
}

/** The pages of the manual, a section at a time, for `memory search --in docs` (MEM-1). */
function packManual() {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    ...namesIn('docs')
      .filter((name) => /^[^/]+\.md$/.test(name))
      .map((name) => `docs/${name}`),
  ];
  const sections = pages.flatMap((page) =>
    text(page)
      .split(/^(?=#{1,3} )/m)
      .map((section) => ({ source: page, text: section.trim() }))
      .filter((section) => section.text.includes('\n')),
  );
  return write('docs.json', `${JSON.stringify(sections)}\n`);
}

async function describeSettings() {
  const { jsonSchema } = await import(at('build', 'config', 'describe.js'));
  return write('kintsugi.schema.json', `${JSON.stringify(jsonSchema(), null, 2)}\n`);
}

/** The files under a folder of the project, as paths from there. */
function namesIn(folder) {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(at(folder), path.join(entry.parentPath, entry.name)));
}

/** Beside it first: a server that starts meanwhile sees the one or the other, never half a file. */
function write(name, content) {
  writeFileSync(at('dist', `${name}.tmp`), content);
  renameSync(at('dist', `${name}.tmp`), at('dist', name));
  return name;
}
