/** What is published: the built program and its papers, no sources, tests or fixtures. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { exec } from '../src/kit/exec.ts';
import { placeOf, program } from './process/place.ts';
import { root } from './syntax.ts';

test('npm pack holds dist without tests, the papers and setup.sh, and nothing else', async () => {
  const { code, stdout, stderr } = await exec(['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    timeoutMs: 60_000,
  });
  assert.equal(code, 0, stderr);
  const [packed] = JSON.parse(stdout) as { files: { path: string; mode: number }[] }[];
  const files = (packed?.files ?? []).map((file) => file.path).sort();
  const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'scripts/setup.sh'];
  const built = readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.endsWith('.v8')); // what was compiled here is for this machine's Node
  assert.deepEqual(files, [...papers, ...built].sort());
  assert.deepEqual(
    files.filter((file) => /\.test[.-]|\.ts$|\.map$|fixtures/.test(file)),
    [],
  );
  for (const needed of [
    'dist/main.js',
    'dist/supervise.cjs',
    'dist/heal.js',
    'dist/healing.cjs',
    'dist/compiled.cjs',
    'dist/hook/hook.cjs',
    'dist/hook/shed.d.cts',
    'dist/kintsugi.schema.json',
  ])
    assert.ok(files.includes(needed), needed);
  const command = packed?.files.find((file) => file.path === 'dist/kintsugi.cjs');
  assert.equal((command?.mode ?? 0) & 0o111, 0o111);
});

test('what is built is ASCII: one other character makes V8 keep the whole file at two bytes each', () => {
  const files = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' });
  const wide = files.filter(
    (file) => /\.c?js$/.test(file) && /[^\x00-\x7f]/.test(readFileSync(path.join(root, 'dist', file), 'utf8')),
  );
  assert.deepEqual(wide, []);
});

test('what heals loads nothing by `import()`: of a compiled form that was kept V8 knows no loader for it', () => {
  assert.doesNotMatch(readFileSync(path.join(root, 'dist', 'healing.cjs'), 'utf8'), /\bimport\("/);
});

// Import statements of Node's modules touch all that these give out, and load it: a megabyte of the keeper's ten.
test('PERF-3 neither `run` nor `status` goes through ES modules', async (t) => {
  const place = placeOf(t, { 'look.cjs': look });
  const file = path.join(place.project, 'loaded.json');
  for (const words of [['run', '--once', '--', 'node', '-e', '0'], ['status']]) {
    const argv = [process.execPath, '--require', './look.cjs', program, ...words];
    const { code, stderr } = await exec(argv, {
      cwd: place.project,
      env: { ...place.env, LOADED: file },
      timeoutMs: 30_000,
    });
    assert.equal(code, 0, stderr);
    const loaded = JSON.parse(readFileSync(file, 'utf8')) as string[];
    assert.ok(loaded.includes('NativeModule url'), 'it tells what is loaded');
    assert.ok(!loaded.includes('NativeModule internal/fs/streams'), words[0]);
  }
});

const look = `process.on('exit', () => {
  if (/kintsugi[.]cjs$/.test(process.argv[1])) require('fs').writeFileSync(process.env.LOADED, JSON.stringify(process.moduleLoadList));
});`;
