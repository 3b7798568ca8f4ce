/** Where state lies, and whose it is. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Fault } from './errors.ts';
import { ensureState, findProject, linkedProject, statePaths } from './paths.ts';

test('SUP-4 CLI-10 the state of another user is refused with a word on what to do, not with a stack', (t) => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-paths-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  chmodSync(project, 0o777);
  const state = path.join(project, '.kintsugi');
  assert.equal(statePaths(project, {}).state, state);
  mkdirSync(state, { mode: 0o700 });
  assert.equal(statePaths(project, {}).state, state);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  else chmodSync(state, 0);
  try {
    assert.throws(
      () => statePaths(project, {}),
      (error) => error instanceof Fault && error.code === 'not_yours' && error.message.includes(state),
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    else chmodSync(state, 0o700);
  }
});

test('SUP-4 root leaves nothing in the state of another user, whose next keeper could not read it', (t) => {
  const state = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-paths-'));
  t.after(() => rmSync(state, { recursive: true, force: true }));
  ensureState({ state });
  const written = readdirSync(state);
  if (process.geteuid?.() !== 0) return;
  chownSync(state, 65_534, 65_534);
  assert.throws(
    () => ensureState({ state }),
    (error) => error instanceof Fault && error.code === 'not_yours' && error.message.includes(state),
  );
  assert.deepEqual(readdirSync(state), written);
});

test('CLI-1 a state folder where none can be is told, and not asked for for ever', () => {
  const places = ['/dev/null/state', ...(existsSync('/proc/self') ? ['/proc/state/run'] : [])];
  for (const state of places)
    assert.throws(
      () => ensureState({ state }),
      (error) => error instanceof Fault && error.message.includes(state) && error.next.includes('KINTSUGI_STATE_DIR'),
    );
});

test('CLI-10 SUP-4 a project behind the link of its releases is known by the link, whatever it leads to; behind any other link by itself', (t) => {
  const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-links-')));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const at = (name: string): string => path.join(place, name);
  const home = { HOME: at('home') };
  mkdirSync(at('home'));
  for (const project of ['srv/releases/1', 'srv/releases/2', 'srv/releases/2/packages/api', 'disk/app']) {
    mkdirSync(at(project), { recursive: true });
    writeFileSync(path.join(at(project), 'package.json'), '{}');
  }
  mkdirSync(at('srv/releases/1/src'));
  symlinkSync('releases/1', at('srv/current'));
  symlinkSync(at('disk/app'), at('srv/elsewhere'));
  symlinkSync(at('srv/releases'), at('srv/all'));
  symlinkSync(at('srv'), at('disk/srv'));
  symlinkSync('releases/1', at('srv/1'));
  const cases: [string, string | null][] = [
    ['srv/current', 'srv/current'],
    ['srv/current/src', 'srv/current'],
    ['disk/srv/current', 'srv/current'],
    ['srv/all/2/packages/api', 'srv/all/2/packages/api'],
    ['srv/releases/1', null],
    ['srv/elsewhere', null],
    ['srv/1', null],
    ['disk/srv/releases/1', null],
  ];
  for (const [from, link] of cases) assert.equal(linkedProject(at(from)), link === null ? null : at(link), from);
  const [one, two] = ['1', '2'].map((release) => statePaths(at(`srv/releases/${release}`), home, at('srv/current')));
  assert.equal(one?.state, two?.state);
  assert.equal(one?.backups, two?.backups);
  assert.ok(one?.state.startsWith(at('home/.kintsugi/state/current-')), one?.state);
});

test('SUP-7 the control socket finds a place where TMPDIR is missing, is too long, or is taken by another user', (t) => {
  const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-socket-')));
  const before = process.env['TMPDIR'];
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(place, { recursive: true, force: true });
  });
  const uid = process.getuid?.() ?? 0;
  const socketIn = (folder: string): string => {
    process.env['TMPDIR'] = folder;
    return path.dirname(path.dirname(statePaths(place, {}).run('server.js').socket));
  };
  const [long, taken] = [path.join(place, 'x'.repeat(60)), path.join(place, 'taken')];
  for (const folder of [long, path.join(taken, `kintsugi-${uid}`)]) mkdirSync(folder, { recursive: true });
  assert.equal(socketIn(place), place);
  assert.equal(socketIn(path.join(place, 'gone')), '/tmp');
  assert.equal(socketIn(long), '/tmp');
  if (uid !== 0) return; // only root can make it another's
  chownSync(path.join(taken, `kintsugi-${uid}`), 65_534, 65_534);
  assert.equal(socketIn(taken), '/tmp');
});

const root = (more: object): string => JSON.stringify({ name: 'root', ...more });
const pnpm = (text: string): Record<string, string> => ({ 'package.json': root({}), 'pnpm-workspace.yaml': text });

/** The project at `apps/api` of the root's files and these. */
const projects: readonly { name: string; files: Record<string, string>; project: '' | 'apps/api' }[] = [
  { name: 'no workspaces', files: { 'package.json': root({}) }, project: 'apps/api' },
  { name: 'a list', files: { 'package.json': root({ workspaces: ['packages/*', './apps/*/'] }) }, project: '' },
  { name: 'a list by name', files: { 'package.json': root({ workspaces: { packages: ['apps/**'] } }) }, project: '' },
  {
    name: 'other packages',
    files: { 'package.json': root({ workspaces: ['packages/*', 'apps'] }) },
    project: 'apps/api',
  },
  {
    name: 'one that is left out',
    files: { 'package.json': root({ workspaces: ['apps/*', '!apps/api'] }) },
    project: 'apps/api',
  },
  { name: 'braces', files: { 'package.json': root({ workspaces: ['{apps,packages}/*'] }) }, project: '' },
  {
    name: 'a pattern that is not understood',
    files: { 'package.json': root({ workspaces: ['apps/*', '!(x)'] }) },
    project: 'apps/api',
  },
  { name: 'a broken root', files: { 'package.json': '{"workspaces":["apps/*"' }, project: 'apps/api' },
  {
    name: 'pnpm',
    files: pnpm("# all\npackages:\n  # here\n  - 'packages/*'\n\n  - apps/*  # and there\ncatalog:\n  - x: 1\n"),
    project: '',
  },
  { name: 'pnpm without a step', files: pnpm('packages:\n- "apps/*"\n'), project: '' },
  { name: 'pnpm that leaves it out', files: pnpm("packages:\n  - apps/*\n  - '!**/api'\n"), project: 'apps/api' },
  { name: 'pnpm of one line', files: pnpm('packages: [apps/*]\n'), project: 'apps/api' },
  { name: 'pnpm of other words', files: pnpm('packages:\n  - &all apps/*\n  - apps/*\n'), project: 'apps/api' },
  {
    name: 'another list of pnpm',
    files: pnpm('packages:\n  - packages/*\nonlyBuiltDependencies:\n  - apps/*\n'),
    project: 'apps/api',
  },
  ...['.kintsugi/x', 'kintsugi.config.json', 'kintsugi.config.mjs'].map((file) => ({
    name: `a package with its own ${file}`,
    files: { 'package.json': root({ workspaces: ['apps/*'] }), [`apps/api/${file}`]: '' },
    project: 'apps/api' as const,
  })),
];

for (const { name, files, project } of projects) {
  test(`CFG-1 CLI-12 the project of a package in a repository of several: ${name}`, (t) => {
    const place = placeWith(t, { 'apps/api/package.json': '{}', 'apps/api/src/x.js': '', ...files });
    for (const from of ['apps/api', 'apps/api/src'])
      assert.equal(findProject(path.join(place, from)), path.join(place, project).replace(/\/$/, ''), from);
    assert.equal(findProject(place), place);
  });
}

test('CFG-1 POL-3 the list of another user in a folder above is not followed', (t) => {
  if (process.geteuid?.() !== 0) return; // only root can give a file away
  const place = placeWith(t, { 'package.json': root({ workspaces: ['*'] }), 'api/package.json': '{}' });
  assert.equal(findProject(path.join(place, 'api')), place);
  chownSync(path.join(place, 'package.json'), 65_534, 65_534);
  assert.equal(findProject(path.join(place, 'api')), path.join(place, 'api'));
});

function placeWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-project-')));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), text);
  }
  return place;
}
