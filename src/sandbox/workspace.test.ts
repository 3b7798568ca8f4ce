import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { copyProject, type CopyOptions, type Pristine } from './project.ts';
import { treeOf } from './tree.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

interface Scene {
  readonly folder: string;
  readonly project: string;
  copy(options?: Partial<CopyOptions>): Promise<Pristine>;
}

async function inFolder(files: Readonly<Record<string, string>>, use: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-test-')));
  const project = path.join(folder, 'app');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
  const copy = (options = {}) =>
    copyProject({ project, into: path.join(folder, 'base'), allowed: { given: {} }, exclude: [], ...options });
  try {
    await use({ folder, project, copy });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const app = {
  'server.js': 'a',
  'lib/x.js': 'b',
  'data/app.sqlite': 'rows',
  'node_modules/dep/index.js': 'dep',
  '.git/HEAD': 'ref',
  '.kintsugi/vault/master.key': 'key',
  '.cache/x': 'c',
};

test('TRY-1 the copy holds the project and nothing of packages, history or state', async () => {
  await inFolder(app, async ({ project, copy }) => {
    mkdirSync(path.join(project, 'empty'));
    chmodSync(path.join(project, 'server.js'), 0o755);
    const server = net.createServer().listen(path.join(project, 'live.sock'));
    await new Promise((resolve) => server.once('listening', resolve));
    const base = await copy();
    server.close();
    assert.deepEqual([...base.entries.keys()].sort(), [
      '.cache',
      'data',
      'data/app.sqlite',
      'empty',
      'lib',
      'lib/x.js',
      'server.js',
    ]);
    assert.deepEqual(base.modules, [{ at: 'node_modules', target: null }]);
    assert.equal(statSync(path.join(base.folder, 'server.js')).mode & 0o777, 0o755);
  });
});

test('TRY-1 links: inside ones stay, files from outside are copied, folders are bound, great ones are refused', async () => {
  await inFolder({ 'a.js': 'a', 'sub/b.js': 'b' }, async ({ folder, project, copy }) => {
    mkdirSync(path.join(folder, 'shared'));
    writeFileSync(path.join(folder, 'conf.json'), '{}');
    writeFileSync(path.join(folder, '.env'), 'A_SECRET=abcdef\n');
    const links = {
      'in.js': 'sub/b.js',
      abs: path.join(project, 'sub'),
      'out.json': '../conf.json',
      shared: '../shared',
      up: '..',
      dangling: 'later.js',
      gone: '../gone',
      '.env': '../.env',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(project, name));
    const base = await copy();
    const at = (name: string): string => path.join(base.folder, name);
    assert.deepEqual(
      [readlinkSync(at('in.js')), readlinkSync(at('abs')), readlinkSync(at('dangling'))],
      ['sub/b.js', 'sub', 'later.js'],
    );
    assert.equal(lstatSync(at('out.json')).isFile(), true);
    assert.match(readFileSync(at('.env'), 'utf8'), /^A_SECRET=(?!abcdef)[a-z]{6}\n$/);
    assert.deepEqual(base.bound, [{ at: 'shared', from: path.join(folder, 'shared') }]);
    assert.deepEqual(base.missing.map((one) => one.at).sort(), ['gone', 'up']);
  });
});

test('TRY-1 too much is refused with a reason, one large file is not copied', async () => {
  await inFolder({ a: 'x'.repeat(100), b: 'y', c: 'z' }, async ({ project, copy }) => {
    const limits = { bytesMax: 1_000, fileBytesMax: 50, filesMax: 10 };
    assert.deepEqual((await copy({ limits })).bound, [{ at: 'a', from: path.join(project, 'a') }]);
    const few = await copy({ limits: { ...limits, filesMax: 1 }, into: path.join(project, '../base2') });
    assert.match(few.tooLarge ?? '', /more than 1 files/);
  });
});

const traces: readonly [name: string, leave: (folder: string) => void][] = [
  ['a changed file', (at) => writeFileSync(path.join(at, 'server.js'), 'B')],
  [
    'a file changed with its old size and time',
    (at) => {
      const { atime, mtime } = statSync(path.join(at, 'server.js'));
      writeFileSync(path.join(at, 'server.js'), 'B');
      utimesSync(path.join(at, 'server.js'), atime, mtime);
    },
  ],
  ['a removed folder', (at) => rmSync(path.join(at, 'lib'), { recursive: true })],
  [
    'new files and folders',
    (at) => (
      mkdirSync(path.join(at, 'lib/new/deep'), { recursive: true }),
      writeFileSync(path.join(at, 'lib/new/f'), 'x')
    ),
  ],
  [
    'a file in place of a folder',
    (at) => (rmSync(path.join(at, 'lib'), { recursive: true }), writeFileSync(path.join(at, 'lib'), 'x')),
  ],
  [
    'a link in place of a folder',
    (at) => (rmSync(path.join(at, 'lib'), { recursive: true }), symlinkSync('/etc', path.join(at, 'lib'))),
  ],
  [
    'a link in place of a file',
    (at) => (rmSync(path.join(at, 'server.js')), symlinkSync('/etc/hosts', path.join(at, 'server.js'))),
  ],
  ['a folder that may not be entered', (at) => chmodSync(path.join(at, 'lib'), 0)],
  ['a file that may not be read', (at) => chmodSync(path.join(at, 'server.js'), 0)],
];

test('TRY-1 whatever ran in a workspace, the next candidate finds it as it was', async () => {
  await inFolder(app, async ({ folder, copy }) => {
    const base = await copy();
    const workspace = await openWorkspace(base, path.join(folder, 'w'), { clone: false });
    for (const [name, leave] of traces) {
      leave(workspace.folder);
      await workspace.reset();
      const found = await copy({ project: workspace.folder, into: path.join(folder, `check-${name}`) });
      assert.deepEqual([...found.entries], [...base.entries], name);
      for (const file of ['server.js', 'lib/x.js', 'data/app.sqlite']) {
        assert.equal(readFileSync(path.join(workspace.folder, file), 'utf8'), app[file as keyof typeof app], name);
      }
    }
    assert.equal(existsSync('/etc/hosts'), true);
  });
});

test('CLI-1 a copy that nobody wants any more is not gone on with', async () => {
  const files = { ...app, 'node_modules/dep/index.js': '' };
  await inFolder(files, async ({ folder, copy }) => {
    const to = path.join(folder, 'w');
    const how = { clone: true, signal: AbortSignal.abort() };
    await assert.rejects(openWorkspace(await copy(), to, how), { name: 'AbortError' });
    assert.equal(existsSync(path.join(to, 'node_modules/dep/index.js')), false);
  });
});

test('TRY-1 edits stay in the copy, and apply only to what they were made for', async () => {
  await inFolder(app, async ({ folder, project, copy }) => {
    const workspace = await openWorkspace(await copy(), path.join(folder, 'w'), { clone: false });
    symlinkSync('/etc', path.join(workspace.folder, 'lib/out'));
    const refused: readonly string[] = [
      '../x',
      '/etc/x',
      'lib/../../x',
      'node_modules/dep/index.js',
      '.git/hooks/x',
      '.kintsugi/x',
      'lib/out/x',
      'lib/out',
      '',
      'a\0b',
      'server.js/x',
      'lib\\x',
    ];
    for (const file of refused)
      assert.notEqual(workspace.apply([{ path: file, before: null, after: 'x' }]), null, file);
    assert.match(
      workspace.apply([{ path: 'server.js', before: 'other', after: 'x' }]) ?? '',
      /not what the change was made for/,
    );
    assert.equal(check(workspace, 'server.js'), 'a');
    const edits = [
      { path: 'server.js', before: 'a', after: "$& $' x" },
      { path: 'new/deep.js', before: null, after: 'n' },
      { path: 'lib/x.js', before: 'b', after: null },
    ];
    assert.equal(workspace.apply(edits), null);
    assert.deepEqual(
      [
        check(workspace, 'server.js'),
        check(workspace, 'new/deep.js'),
        existsSync(path.join(workspace.folder, 'lib/x.js')),
      ],
      ["$& $' x", 'n', false],
    );
    assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), 'a');
  });
});

function check(workspace: Workspace, file: string): string {
  return readFileSync(path.join(workspace.folder, file), 'utf8');
}

test('the tree shows the copy with edits laid over it, and packages where they are', async () => {
  await inFolder({ ...app, 'bin.js': 'a\0b', 'package.json': '{}' }, async ({ copy }) => {
    const base = await copy();
    const tree = treeOf(base, [
      { path: 'server.js', before: 'a', after: 'A' },
      { path: 'lib/x.js', before: 'b', after: null },
      { path: 'src/n.js', before: null, after: 'n' },
    ]);
    assert.deepEqual(tree.files, ['bin.js', 'package.json', 'server.js', 'src/n.js']);
    assert.deepEqual(
      [
        tree.read('server.js'),
        tree.read('./lib/x.js'),
        tree.read('src/n.js'),
        tree.read('bin.js'),
        tree.read('node_modules/dep/index.js'),
      ],
      ['A', null, 'n', null, 'dep'],
    );
    assert.deepEqual(
      [
        tree.exists('data'),
        tree.exists('data/app.sqlite'),
        tree.exists('lib/x.js'),
        tree.exists('src'),
        tree.exists('../app/server.js'),
      ],
      [true, true, false, true, false],
    );
    assert.deepEqual(
      [tree.list(''), tree.list('src'), tree.list('lib'), tree.list('nowhere')],
      [['.cache/', 'bin.js', 'data/', 'lib/', 'package.json', 'server.js', 'src/'], ['n.js'], [], []],
    );
    assert.equal(tree.read('/etc/hosts'), null);
  });
});
