import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { makeScene, withGit, type Scene } from '../../test/process/release-scene.ts';
import { Fault, isErrno } from '../kit/errors.ts';
import { getBlob } from './blobs.ts';
import { readTree, releaseSet, snapshot, treeChanges } from './tree.ts';

const everywhere = {
  'package.json': '{}',
  'server.js': 's',
  'lib/a.mjs': 'a',
  'views/home.ejs': '<p>',
  'src/data/repository.ts': 'r',
  'config/default.yaml': 'a: 1',
};
const nowhere = {
  '.env': 'SECRET=1',
  'apps/.env.production': 'SECRET=2',
  'node_modules/x/index.js': 'x',
  'data.sqlite': 'x',
  'lib/app.db': 'x',
  'server.log': 'x',
  'logs/app/out.log': 'x',
  'nohup.out': 'x',
  'config/settings.json': '{}',
};
/** Out without git, by name; in where git tracks them. */
const byName = {
  'uploads/evil.js': 'x',
  'logs/a.json': '{}',
  'data/users.json': '[]',
  'cache/a.js': 'x',
  '.hidden/a.js': 'x',
  'logo.png': 'png',
  'notes.txt': 'x',
};

const sets: readonly {
  title: string;
  files?: Record<string, string>;
  act?(scene: Scene): void;
  wrote?: string[];
  also?: string[];
  without?: string[];
}[] = [
  { title: 'no git: sources and static config by name' },
  {
    title: 'no git: what a .gitignore names is out',
    files: { '.gitignore': '# x\n/config\n*.ejs\n!keep\n' },
    without: ['config/default.yaml', 'views/home.ejs'],
  },
  {
    title: 'what the subject wrote is out, and nothing else',
    wrote: ['config/state.json', 'server.js'],
    files: { 'config/state.json': '{}', 'config/load.js': 'x' },
    also: ['config/load.js'],
    without: ['server.js'],
  },
  { title: 'git: all that is tracked', act: (scene) => withGit(scene), also: Object.keys(byName) },
  { title: 'git: nothing committed yet', act: ({ git }) => void git('init', '-q') },
  {
    title: 'git: a new source counts, ignored and foreign files do not',
    act: (scene) => {
      scene.write({ '.gitignore': 'gen/\n' });
      withGit(scene).write({ 'lib/new.js': 'n', 'gen/x.js': 'g', 'new.bin': 'b', 'data/new.json': '{}' });
    },
    also: [...Object.keys(byName), '.gitignore', 'lib/new.js'],
  },
  {
    title: 'git: deleted in the working copy',
    act: (scene) => withGit(scene).write({ 'lib/a.mjs': null }),
    also: Object.keys(byName),
    without: ['lib/a.mjs'],
  },
  {
    title: 'a project folder that an outer repository ignores',
    act: ({ project, env }) => {
      const outer = path.dirname(project);
      execFileSync('git', ['init', '-q'], { cwd: outer, env });
      writeFileSync(path.join(outer, '.gitignore'), 'app/\n');
    },
  },
  {
    title: 'links are no part, whether to a file or of a folder',
    act: ({ project }) => {
      symlinkSync('server.js', path.join(project, 'link.js'));
      symlinkSync('/etc', path.join(project, 'etc'));
      renameSync(path.join(project, 'views'), path.join(project, '..', 'views'));
      symlinkSync('../views', path.join(project, 'views'));
    },
    without: ['views/home.ejs'],
  },
  {
    title: 'git: a tracked folder that was exchanged for a link',
    act: (scene) => {
      withGit(scene);
      renameSync(path.join(scene.project, 'views'), path.join(scene.project, '..', 'views'));
      symlinkSync('../views', path.join(scene.project, 'views'));
    },
    also: Object.keys(byName),
    without: ['views/home.ejs'],
  },
  {
    title: 'a pipe does not hang it',
    act: ({ project }) => void execFileSync('mkfifo', [path.join(project, 'pipe.js')]),
  },
  {
    title: 'names of all kinds',
    files: { 'caf\u00e9.js': '1', 'cafe\u0301.js': '2', 'a b\n"\'.js': '3', '__proto__.js': '4', '日本/🙂.ts': '5' },
    also: ['caf\u00e9.js', 'cafe\u0301.js', 'a b\n"\'.js', '__proto__.js', '日本/🙂.ts'],
  },
  {
    title: 'git: names of all kinds',
    files: { 'caf\u00e9.js': '1', 'a b\n"\'.js': '3', '日本/🙂.ts': '5' },
    act: (scene) => withGit(scene),
    also: [...Object.keys(byName), 'caf\u00e9.js', 'a b\n"\'.js', '日本/🙂.ts'],
  },
];

for (const { title, files, act, wrote, also, without } of sets) {
  test(`PRO-6 what a release is: ${title}`, async (t) => {
    const scene = makeScene(t, { ...everywhere, ...nowhere, ...byName, ...files });
    act?.(scene);
    const rules = { ...scene.rules, wrote: wrote ?? [] };
    const wanted = [...Object.keys(everywhere), ...(also ?? [])].filter((name) => !without?.includes(name)).sort();
    assert.deepEqual(await releaseSet(scene.paths, rules), wanted);
    assert.deepEqual(Object.keys((await snapshot(scene.paths, rules)).files).sort(), wanted);
  });
}

test('PRO-6 a git config of the project runs nothing while its files are listed', async (t) => {
  const scene = withGit(makeScene(t, everywhere));
  const marker = path.join(scene.project, '..', 'ran');
  const program = path.join(scene.project, '..', 'evil.sh');
  writeFileSync(program, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'filter.x.clean'])
    scene.git('config', key, program);
  scene.write({ '.gitattributes': '* filter=x\n' });
  await snapshot(scene.paths, {
    ...scene.rules,
    env: { ...scene.env, GIT_DIR: '/nonexistent', GIT_EXTERNAL_DIFF: program },
  });
  assert.ok(!existsSync(marker));
  execFileSync('git', ['status'], { cwd: scene.project, env: scene.env, stdio: 'ignore' });
  assert.ok(existsSync(marker), 'plain git would have run it');
});

test('snapshots: equal trees have equal hashes, and every change shows', async (t) => {
  const scene = makeScene(t, everywhere);
  const take = (): ReturnType<typeof snapshot> => snapshot(scene.paths, scene.rules);
  const first = await take();
  assert.equal((await take()).hash, first.hash);
  assert.deepEqual(readTree(scene.paths, first.hash), { ...first, files: { ...first.files } });
  const file = path.join(scene.project, 'server.js');
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'S'); // same size, and the time put back
  utimesSync(file, atime, mtime);
  const second = await take();
  assert.deepEqual(
    treeChanges(first, second).map((change) => change.path),
    ['server.js'],
  );
  chmodSync(file, 0o755);
  const third = await take();
  assert.deepEqual(
    treeChanges(second, third).map((change) => change.after?.mode),
    [0o755],
  );
  scene.write({ 'package-lock.json': '{}' });
  assert.notEqual((await take()).lock, third.lock);
  scene.write({ 'server.js': 's', 'package-lock.json': null });
  chmodSync(file, first.files['server.js']?.mode ?? 0);
  assert.equal((await take()).hash, first.hash);
  assert.equal(getBlob(scene.paths, second.files['server.js']?.sha ?? '').toString(), 'S');
});

test('CLI-10 contents and lists lie outside the project, private, and are refused when altered', async (t) => {
  const scene = makeScene(t, everywhere);
  const tree = await snapshot(scene.paths, scene.rules);
  assert.ok(scene.paths.blobs.startsWith(path.join(scene.project, '..', 'home', '.kintsugi', 'backups')));
  for (const name of readdirSync(scene.paths.blobs))
    assert.equal(statSync(path.join(scene.paths.blobs, name)).mode & 0o777, 0o600);
  assert.equal(statSync(scene.paths.blobs).mode & 0o777, 0o700);
  const sha = tree.files['server.js']?.sha ?? '';
  writeFileSync(path.join(scene.paths.blobs, sha), 'x');
  assert.throws(
    () => getBlob(scene.paths, sha),
    (error) => isErrno(error, 'backup_broken'),
  );
  writeFileSync(path.join(scene.paths.backups, 'trees', `${tree.hash}.json`), '{}');
  assert.throws(
    () => readTree(scene.paths, tree.hash),
    (error) => isErrno(error, 'backup_broken'),
  );
  assert.throws(() => getBlob(scene.paths, '../../etc/passwd'), Fault);
  assert.equal(readTree(scene.paths, '../x'), null);
});

test('2,000 files: the second look costs stats, not reads', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, n) => [`src/m${n % 40}/f${n}.js`, `exports.n = ${n};\n`.repeat(50)]),
  );
  const scene = makeScene(t, files);
  for (const name of Object.keys(files)) utimesSync(path.join(scene.project, name), 1, 1);
  const first = await snapshot(scene.paths, scene.rules);
  assert.equal(Object.keys(first.files).length, 2000);
  await new Promise((resolve) => setTimeout(resolve, 2100)); // what changed this very moment is hashed again
  await snapshot(scene.paths, scene.rules);
  const reads = countReads(t);
  const start = performance.now();
  const third = await snapshot(scene.paths, scene.rules);
  t.diagnostic(`third look ${Math.round(performance.now() - start)} ms`);
  assert.equal(third.hash, first.hash);
  assert.ok(reads.calls < 10, `${reads.calls} reads`);
});

/** Counts the reads of file contents from here to the end of the test. */
function countReads(t: test.TestContext): { calls: number } {
  const real = fs.readSync;
  const counter = { calls: 0 };
  fs.readSync = ((...args: Parameters<typeof real>) => {
    counter.calls += 1;
    return real(...args);
  }) as typeof real;
  syncBuiltinESMExports();
  t.after(() => {
    fs.readSync = real;
    syncBuiltinESMExports();
  });
  return counter;
}
