import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { at, makeExecutable, makeScene, withGit, type Scene } from '../../test/process/release-scene.ts';
import { isAdopted, wayHome } from './deploys.ts';
import { commitBranch, lastCommitOf, showFile, type BranchMade } from './git.ts';
import { promote } from './promote.ts';
import { snapshot } from './tree.ts';

const files = { 'server.js': 'one\n', 'lib/old.js': 'old\n', 'bin/run.js': '#!/usr/bin/env node\n' };
const edits = { 'server.js': 'two\n', 'lib/new é.js': 'new\n', 'lib/old.js': null, 'bin/run.js': '#!node\n' };

function branch(scene: Scene, incident = '3'): Promise<BranchMade> {
  const { paths, env } = scene;
  return commitBranch({
    paths,
    env,
    incident,
    changes: scene.change(edits),
    message: 'Mend it\n\nCause: x',
    author: 'A B <a@b.c>',
  });
}

test('PRO-5 the change is committed on a branch beside the owner’s index, branch and files', async (t) => {
  const scene = makeScene(t, files);
  makeExecutable(scene, 'bin/run.js');
  withGit(scene).write({ 'staged.js': 's', 'server.js': 'dirty\n' });
  scene.git('add', 'staged.js');
  const state = (): string[] => [
    scene.git('status', '--porcelain'),
    scene.git('rev-parse', 'HEAD'),
    scene.git('diff', '--cached'),
  ];
  const before = [...state(), scene.whole()];
  assert.deepEqual(await branch(scene), { branch: 'kintsugi/3', why: null });
  assert.deepEqual([...state(), scene.whole()], before);
  const changed = scene.git('-c', 'core.quotePath=false', 'diff', '--name-status', 'main', 'kintsugi/3').split('\n');
  assert.deepEqual(changed, ['M\tbin/run.js', 'A\tlib/new é.js', 'D\tlib/old.js', 'M\tserver.js']);
  assert.equal(scene.git('show', 'kintsugi/3:server.js'), 'two');
  assert.match(scene.git('ls-tree', 'kintsugi/3', 'bin/run.js'), /^100755/);
  assert.equal(scene.git('log', '-1', '--format=%an <%ae>|%s|%b', 'kintsugi/3').trim(), 'A B <a@b.c>|Mend it|Cause: x');
  assert.equal(scene.git('rev-parse', 'kintsugi/3^'), scene.git('rev-parse', 'main'));
  assert.ok(!readdirSync(path.join(scene.paths.state, 'release')).some((name) => name.startsWith('index')));
});

test('PRO-5 the same change again is the same branch; another one gets the next name', async (t) => {
  const scene = withGit(makeScene(t, files));
  await branch(scene);
  const tip = scene.git('rev-parse', 'kintsugi/3');
  assert.deepEqual(await branch(scene), { branch: 'kintsugi/3', why: null });
  assert.equal(scene.git('rev-parse', 'kintsugi/3'), tip);
  scene.git('checkout', '-q', 'kintsugi/3');
  scene.git('commit', '-q', '--allow-empty', '-m', 'owner goes on there');
  scene.write({ 'lib/old.js': 'old again\n' });
  assert.deepEqual(await branch(scene), { branch: 'kintsugi/3-2', why: null });
});

test('PRO-5 a project in a folder of its repository', async (t) => {
  const outer = makeScene(t, { 'app.js': 'x', 'packages/api/server.js': 'one\n', 'packages/api/package.json': '{}' });
  withGit(outer);
  const inner = { ...outer, paths: { ...outer.paths, project: path.join(outer.project, 'packages/api') } };
  const changes = outer
    .change({ 'packages/api/server.js': 'two\n' })
    .map((change) => ({ ...change, path: 'server.js' }));
  const { paths, env } = inner;
  await commitBranch({ paths, env, incident: '1', changes, message: 'm', author: null });
  assert.equal(outer.git('diff', '--name-only', 'main', 'kintsugi/1'), 'packages/api/server.js');
  const repository = { project: paths.project, env };
  assert.equal(await showFile(repository, 'HEAD', 'server.js'), 'one\n');
  assert.deepEqual(Object.keys((await snapshot(paths, outer.rules)).files), ['package.json', 'server.js']);
});

const refusals: readonly (readonly [string, RegExp, (scene: Scene) => Partial<Scene> | void])[] = [
  ['no repository', /not a git repository/, () => undefined],
  ['no git', /cannot be run \(ENOENT\)/, (scene) => ({ env: { ...withGit(scene).env, PATH: '/nonexistent' } })],
  ['no commit yet', /Needed a single revision/, ({ git }) => void git('init', '-q')],
  [
    'a branch stands in the way',
    /rename your branch `kintsugi`/,
    (scene) => void withGit(scene).git('branch', 'kintsugi'),
  ],
];

for (const [title, why, act] of refusals) {
  test(`PRO-5 REL-2 without a branch there is a reason, not a fault: ${title}`, async (t) => {
    const scene = makeScene(t, files);
    const made = await branch({ ...scene, ...act(scene) });
    assert.equal(made.branch, null);
    assert.match(made.why ?? '', why);
  });
}

test('PRO-5 a repository’s config, attributes and hooks run nothing', async (t) => {
  const scene = withGit(makeScene(t, files));
  const marker = path.join(scene.project, '..', 'ran');
  const program = path.join(scene.project, '..', 'evil.sh');
  writeFileSync(program, `#!/bin/sh\ntouch ${marker}\ncat\n`, { mode: 0o755 });
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'gpg.program',
    'filter.x.clean',
    'diff.external',
    'diff.x.textconv',
  ]) {
    scene.git('config', key, program);
  }
  scene.git('config', 'commit.gpgSign', 'true');
  scene.git('config', 'log.showSignature', 'true');
  for (const hook of ['reference-transaction', 'post-commit', 'pre-commit', 'post-index-change']) {
    writeFileSync(path.join(scene.project, '.git/hooks', hook), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  }
  scene.write({ '.gitattributes': '* filter=x diff=x\n' });
  assert.equal((await branch(scene)).branch, 'kintsugi/3');
  const repository = { project: scene.project, env: { ...scene.env, GIT_EXTERNAL_DIFF: program } };
  await showFile(repository, 'HEAD', 'server.js');
  assert.equal((await lastCommitOf(repository, 'server.js'))?.subject, 'first');
  assert.ok(!existsSync(marker));
});

test('reading from git: files, revisions and paths that are not there or not names', async (t) => {
  const scene = withGit(makeScene(t, files));
  const repository = { project: scene.project, env: scene.env };
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['HEAD', 'server.js', 'one\n'],
    ['HEAD', 'lib/old.js', 'old\n'],
    ['HEAD', 'gone.js', null],
    ['HEAD~5', 'server.js', null],
    ['--output=/tmp/x', 'server.js', null],
    ['HEAD', '../outside.js', null],
    ['HEAD', 'a\0b', null],
  ];
  for (const [rev, file, wanted] of cases)
    assert.equal(await showFile(repository, rev, file), wanted, `${rev} ${file}`);
  const commit = await lastCommitOf(repository, 'lib/old.js');
  assert.deepEqual([commit?.author, commit?.subject], ['Owner <owner@example.test>', 'first']);
  assert.equal(await lastCommitOf(repository, 'gone.js'), null);
  assert.equal(await lastCommitOf({ project: path.join(scene.project, '..'), env: scene.env }, null), null);
});

test('PRO-9 the way home: two commands take the branch over, and that is recognised', async (t) => {
  const scene = withGit(makeScene(t, files));
  const base = (await snapshot(scene.paths, scene.rules)).hash;
  const changes = scene.change(edits);
  const { paths, rules, env } = scene;
  const commit = { message: 'Mend it', author: null };
  const release = await promote({ paths, rules, base, changes, incident: '9', at, commit });
  assert.equal(release.branch, 'kintsugi/9');
  const repository = { project: scene.project, env };
  assert.equal(await isAdopted(repository, changes), false);
  const live = scene.whole();
  for (const command of wayHome('kintsugi/9', changes))
    execFileSync('sh', ['-c', command], { cwd: scene.project, env, stdio: 'pipe' });
  assert.equal(await isAdopted(repository, changes), true);
  assert.deepEqual(scene.whole(), live, 'nothing live was touched by it');
  assert.equal(scene.git('status', '--porcelain'), '');
  assert.equal((await snapshot(paths, rules)).hash, release.id, 'adoption is no deploy');
});

test('PRO-5 PRO-9 where git keeps LF of files that stand with CRLF, the branch has the lines that changed and no others', async (t) => {
  const scene = withGit(makeScene(t, { 'server.js': 'one\ntwo\n' }));
  scene.git('config', 'core.autocrlf', 'true');
  scene.write({ 'server.js': 'one\r\ntwo\r\n' });
  const changes = scene.change({ 'server.js': 'one\r\n2\r\n' });
  const { paths, env } = scene;
  const made = await commitBranch({ paths, env, incident: '4', changes, message: 'm', author: null });
  assert.equal(made.branch, 'kintsugi/4');
  assert.match(scene.git('diff', '--shortstat', 'main', 'kintsugi/4'), /1 insertion\(\+\), 1 deletion/);
  scene.write({ 'server.js': 'one\r\n2\r\n' });
  for (const command of wayHome('kintsugi/4', changes))
    execFileSync('sh', ['-c', command], { cwd: scene.project, env, stdio: 'pipe' });
  assert.equal(await isAdopted({ project: scene.project, env }, changes), true);
  assert.equal(scene.git('status', '--porcelain'), '');
});
