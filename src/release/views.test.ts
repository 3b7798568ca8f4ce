import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { makeScene, type Scene } from '../../test/process/release-scene.ts';
import type { SourceTree } from '../incident/nouns.ts';
import { snapshot } from './tree.ts';
import { treeView } from './views.ts';

const files = {
  'package.json': '{"name":"x"}',
  'server.js': '\ufeffone\r\n',
  'lib/a.js': 'a',
  'lib/deep/b.js': 'b',
  '.env': 'SECRET=1',
  '.env.example': 'SECRET=',
  'node_modules/dep/package.json': '{"name":"dep"}',
};

async function stored(scene: Scene): Promise<SourceTree> {
  return treeView(scene.paths, await snapshot(scene.paths, scene.rules));
}

const reads: readonly (readonly [name: string, text: string | null])[] = [
  ['server.js', '\ufeffone\r\n'],
  ['./lib//deep/../a.js', 'a'],
  ['lib', null],
  ['lib/none.js', null],
  ['.env', null],
  ['.env.example', null],
  ['node_modules/dep/package.json', null],
  ['../outside.js', null],
  ['/etc/passwd', null],
  ['lib/../../outside.js', null],
  ['a\0b', null],
  ['__proto__', null],
  ['link-out.js', null],
  ['link-in.js', null],
  ['out/outside.js', null],
  ['link-env', null],
  ['pipe', null],
  ['binary.js', null],
  ['latin1.js', null],
  ['large.js', null],
];

test('a view shows text of the project, bounded, and nothing of secrets or from outside', async (t) => {
  const scene = makeScene(t, files);
  const { project } = scene;
  writeFileSync(path.join(project, '../outside.js'), 'outside');
  symlinkSync('../outside.js', path.join(project, 'link-out.js'));
  symlinkSync('lib/a.js', path.join(project, 'link-in.js'));
  symlinkSync('..', path.join(project, 'out'));
  symlinkSync('.env', path.join(project, 'link-env'));
  execFileSync('mkfifo', [path.join(project, 'pipe')]);
  writeFileSync(path.join(project, 'binary.js'), Buffer.from([65, 0, 66]));
  writeFileSync(path.join(project, 'latin1.js'), Buffer.from([0xe9]));
  writeFileSync(path.join(project, 'large.js'), 'x'.repeat(1024 * 1024 + 1));
  const view = await stored(scene);
  for (const [name, text] of reads) assert.equal(view.read(name), text, name);
});

test('a view lists folders and knows what is there', async (t) => {
  const view = await stored(makeScene(t, files));
  assert.deepEqual(view.files, ['lib/a.js', 'lib/deep/b.js', 'package.json', 'server.js']);
  assert.deepEqual(view.list(''), ['lib/', 'package.json', 'server.js']);
  assert.deepEqual(view.list('lib/'), ['a.js', 'deep/']);
  assert.deepEqual(view.list('..'), []);
  const there = ['lib', 'lib/deep/b.js', 'empty', 'none', '../app', '.env'].map((name) => view.exists(name));
  assert.deepEqual(there, [true, true, false, false, false, false]);
});
