import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { makeScene, type Scene } from '../../test/process/release-scene.ts';
import type { SourceTree } from '../incident/nouns.ts';
import { snapshot } from './tree.ts';
import { liveView, treeView } from './views.ts';

const files = {
  'package.json': '{"name":"x"}',
  'server.js': '\ufeffone\r\n',
  'lib/a.js': 'a',
  'lib/deep/b.js': 'b',
  '.env': 'SECRET=1',
  '.env.example': 'SECRET=',
  'node_modules/dep/package.json': '{"name":"dep"}',
};

async function views(scene: Scene): Promise<{ live: SourceTree; stored: SourceTree }> {
  const tree = await snapshot(scene.paths, scene.rules);
  return { live: liveView(scene.project, Object.keys(tree.files).sort()), stored: treeView(scene.paths, tree) };
}

const reads: readonly (readonly [name: string, live: string | null, stored: string | null])[] = [
  ['server.js', '\ufeffone\r\n', '\ufeffone\r\n'],
  ['./lib//deep/../a.js', 'a', 'a'],
  ['lib', null, null],
  ['lib/none.js', null, null],
  ['.env', null, null],
  ['.env.example', 'SECRET=', null],
  ['node_modules/dep/package.json', '{"name":"dep"}', null],
  ['../outside.js', null, null],
  ['/etc/passwd', null, null],
  ['lib/../../outside.js', null, null],
  ['a\0b', null, null],
  ['__proto__', null, null],
  ['link-out.js', null, null],
  ['link-in.js', 'a', null],
  ['out/outside.js', null, null],
  ['link-env', null, null],
  ['pipe', null, null],
  ['binary.js', null, null],
  ['latin1.js', null, null],
  ['large.js', null, null],
];

test('views show text of the project, bounded, and nothing of secrets or from outside', async (t) => {
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
  const { live, stored } = await views(scene);
  for (const [name, fromLive, fromStored] of reads) {
    assert.equal(live.read(name), fromLive, `live ${name}`);
    assert.equal(stored.read(name), fromStored, `stored ${name}`);
  }
});

test('views list folders and know what is there', async (t) => {
  const scene = makeScene(t, files);
  mkdirSync(path.join(scene.project, 'empty'));
  const { live, stored } = await views(scene);
  assert.deepEqual(stored.files, ['lib/a.js', 'lib/deep/b.js', 'package.json', 'server.js']);
  assert.deepEqual(stored.list(''), ['lib/', 'package.json', 'server.js']);
  assert.deepEqual(stored.list('lib/'), ['a.js', 'deep/']);
  assert.deepEqual(live.list('.'), [
    '.env',
    '.env.example',
    'empty/',
    'lib/',
    'node_modules/',
    'package.json',
    'server.js',
  ]);
  assert.deepEqual([live.list('none'), live.list('server.js'), live.list('..'), stored.list('..')], [[], [], [], []]);
  const there = (view: SourceTree): boolean[] =>
    ['lib', 'lib/deep/b.js', 'empty', 'none', '../app', '.env'].map((name) => view.exists(name));
  assert.deepEqual(there(live), [true, true, true, false, false, true]);
  assert.deepEqual(there(stored), [true, true, false, false, false, false]);
});
