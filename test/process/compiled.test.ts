/** What V8 compiled of a built file is kept beside it, and taken only for that very text (decision 62). */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { exec } from '../../src/kit/exec.ts';
import { root } from '../syntax.ts';
import { placeOf } from './place.ts';

const text = `module.exports = { answer: () => 'one', here: () => [__filename, require('node:path').sep, typeof fetch].length };`;

interface Loading {
  readonly folder: string;
  /** What `answer` of the file gives, in a process of its own. */
  answer(...flags: readonly string[]): Promise<string>;
  kept(): string[];
}

function loadingOf(t: TestContext): Loading {
  const { project: folder, env } = placeOf(t, { 'made.cjs': text });
  copyFileSync(path.join(root, 'dist', 'compiled.cjs'), path.join(folder, 'compiled.cjs'));
  const script = `process.stdout.write(require('./compiled.cjs').load('made.cjs').answer())`;
  return {
    folder,
    answer: async (...flags) => {
      const { code, stdout, stderr } = await exec([process.execPath, ...flags, '-e', script], { cwd: folder, env });
      assert.deepEqual([code, stderr], [0, '']);
      return stdout;
    },
    kept: () => readdirSync(folder).filter((name) => name.endsWith('.v8')),
  };
}

test('what was compiled is kept at the end of the first process, and taken as it is by those that follow', async (t) => {
  const loading = loadingOf(t);
  assert.equal(await loading.answer(), 'one');
  const [kept = ''] = loading.kept();
  assert.match(kept, /^made\.cjs\.[0-9a-f]+\.v8$/);
  const file = path.join(loading.folder, kept);
  const before = statSync(file, { bigint: true });
  assert.equal(await loading.answer(), 'one');
  const after = statSync(file, { bigint: true });
  assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
  assert.deepEqual(loading.kept(), [kept]);
});

test('what was compiled of another text of the same length is never run', async (t) => {
  const loading = loadingOf(t);
  assert.equal(await loading.answer(), 'one');
  writeFileSync(path.join(loading.folder, 'made.cjs'), text.replace('one', 'two'));
  for (const _ of [1, 2]) assert.equal(await loading.answer(), 'two');
});

test('what was kept and damaged is made anew', async (t) => {
  const loading = loadingOf(t);
  assert.equal(await loading.answer(), 'one');
  const file = path.join(loading.folder, loading.kept()[0] ?? '');
  const good = readFileSync(file);
  for (const bad of [
    good.subarray(0, 40),
    Buffer.alloc(0),
    Buffer.concat([good.subarray(0, -9), Buffer.alloc(9, 7)]),
  ]) {
    writeFileSync(file, bad);
    assert.equal(await loading.answer(), 'one');
    assert.ok(readFileSync(file).length >= good.length - 64, 'it was written again');
  }
});

test('where nothing can be kept the file is loaded all the same, and nothing else is left', async (t) => {
  const loading = loadingOf(t);
  assert.equal(await loading.answer(), 'one');
  const [kept = ''] = loading.kept();
  const other = loadingOf(t);
  mkdirSync(path.join(other.folder, kept));
  assert.equal(await other.answer(), 'one');
  assert.deepEqual(other.kept(), [kept]);
});

test('a process that says it did too little keeps nothing', async (t) => {
  const loading = loadingOf(t);
  const file = path.join(loading.folder, 'made.cjs');
  writeFileSync(file, `${text} exports = module.exports; exports.worthKeeping = () => false;`);
  assert.equal(await loading.answer(), 'one');
  assert.deepEqual(loading.kept(), []);
  writeFileSync(file, `${text} exports = module.exports; exports.worthKeeping = () => true;`);
  assert.equal(await loading.answer(), 'one');
  assert.equal(loading.kept().length, 1);
});

test('at most four are kept, be there ever so many kinds of start', async (t) => {
  const loading = loadingOf(t);
  const others = ['a', 'b', 'c', 'd'].map((tag) => `made.cjs.${tag}.v8`);
  for (const name of others.slice(1)) writeFileSync(path.join(loading.folder, name), 'of another version of Node');
  assert.equal(await loading.answer(), 'one');
  assert.equal(loading.kept().length, 4);
  for (const name of loading.kept().filter((each) => !others.includes(each))) rmSync(path.join(loading.folder, name));
  writeFileSync(path.join(loading.folder, others[0]!), 'of another version of Node');
  assert.equal(await loading.answer(), 'one');
  assert.deepEqual(loading.kept().toSorted(), others);
});

test('an error in it is told with the line of its text', async (t) => {
  const loading = loadingOf(t);
  for (const _ of [1, 2]) {
    writeFileSync(path.join(loading.folder, 'made.cjs'), `\n\nexports.answer = () => {\n  throw new Error('no');\n};`);
    await assert.rejects(loading.answer(), /made\.cjs:4/);
  }
});
