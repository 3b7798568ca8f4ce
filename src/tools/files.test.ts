import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { withHands } from './hands.test-helper.ts';

const cause = 'the total is read from an undeclared name';
const server = 'const total = 1;\nconst sum = total;\nconst sum2 = total;\nmodule.exports = { sum, sum2 };\n';

test('REP-5 nothing is written before a hypothesis is recorded, and one is enough', async () => {
  await withHands({ files: { 'server.js': server } }, async ({ use, context }) => {
    const edit = { path: 'server.js', find: 'const total = 1;', replace: 'const total = 2;' };
    assert.match(await use('edit_file', edit), /^Not changed: say first what is wrong/);
    assert.match(await use('edit_file', { ...edit, hypothesis: 'bug' }), /^Not changed: say first/);
    assert.deepEqual(context.draft.edits, []);
    assert.match(await use('edit_file', { ...edit, hypothesis: cause }), /^Done: server\.js/);
    assert.match(await use('write_file', { path: 'lib/new.js', text: 'module.exports = 1;\n' }), /^Done/);
    assert.equal(context.draft.hypothesis, cause);
    assert.equal(context.draft.edits.length, 2);
  });
});

test('TOOL-2 an edit is seen by every tool that reads, and the files of the project stay as they are', async () => {
  await withHands({ files: { 'server.js': server } }, async ({ use, project, context }) => {
    await use('edit_file', { path: 'server.js', find: '= 1;', replace: '= 41;', hypothesis: cause });
    await use('write_file', { path: 'lib/more.js', text: 'exports.x = 41;\n' });
    assert.match(await use('read_file', { path: 'server.js' }), /^1\| const total = 41;/);
    assert.match(await use('grep_code', { pattern: '41' }), /lib\/more\.js:1: .*\nserver\.js:1: /);
    assert.match(await use('list_dir', {}), /lib\/\npackage\.json\nserver\.js/);
    assert.equal(await use('glob_files', { pattern: 'lib/**' }), 'lib/more.js');
    assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), server);
    assert.throws(() => statSync(path.join(project, 'lib')));
    if (context.copy !== null)
      assert.match(await use('bash_exec', { command: 'cat server.js lib/more.js' }), /= 41;[^]*x = 41/);
  });
});

test('TOOL-3 edit_file wants one place, or the line that tells which', async () => {
  await withHands({ files: { 'server.js': server } }, async ({ use, context }) => {
    const edit = { path: 'server.js', find: '= total;', replace: '= total + 1;', hypothesis: cause };
    assert.match(await use('edit_file', edit), /stands 2 times, at lines 2, 3/);
    assert.match(await use('edit_file', { ...edit, line: 3 }), /^Done/);
    assert.equal(context.draft.tree.read('server.js'), server.replace('sum2 = total', 'sum2 = total + 1'));
    assert.match(
      await use('edit_file', { ...edit, find: 'const  total = 1;' }),
      /does not stand in the file. Line 1 is nearly/,
    );
    assert.match(await use('edit_file', { ...edit, find: '' }), /`find` is empty/);
    assert.match(await use('edit_file', { ...edit, path: 'nowhere.js' }), /there is no file nowhere\.js/);
  });
});

test('TOOL-3 replacement text is taken literally', async () => {
  const hostile = "const s = '$& $1 $` $$ $<x>';";
  await withHands({ files: { 'a.js': 'const s = 1;\n' } }, async ({ use, context }) => {
    assert.match(
      await use('edit_file', { path: 'a.js', find: 'const s = 1;', replace: hostile, hypothesis: cause }),
      /^Done/,
    );
    assert.equal(context.draft.tree.read('a.js'), `${hostile}\n`);
  });
});

test('TOOL-3 line endings and mode stay, in the copy that is tried too', async () => {
  const crlf = 'const a = 1;\r\nconst b = 2;\r\n';
  const before = (project: string): void => {
    writeFileSync(path.join(project, 'run.js'), crlf);
    chmodSync(path.join(project, 'run.js'), 0o755);
  };
  await withHands({ files: { 'run.js': '' }, before }, async ({ use, context }) => {
    const edit = {
      path: 'run.js',
      find: 'const a = 1;\nconst b',
      replace: 'const a = 3;\nconst c = 4;\nconst b',
      hypothesis: cause,
    };
    assert.match(await use('edit_file', edit), /^Done/);
    assert.equal(context.draft.tree.read('run.js'), 'const a = 3;\r\nconst c = 4;\r\nconst b = 2;\r\n');
    await use('write_file', { path: 'run.js', text: 'const a = 5;\n' });
    assert.equal(context.draft.tree.read('run.js'), 'const a = 5;\r\n');
    if (context.copy !== null) assert.match(await use('bash_exec', { command: 'stat -c %a run.js' }), /\n755/);
  });
});

test('REP-5 an edit that does not parse is refused with the place, and changes nothing', async () => {
  await withHands({ files: { 'server.js': server, 'config/a.json': '{"a": 1}\n' } }, async ({ use, context }) => {
    const broken = { path: 'server.js', find: 'const total = 1;', replace: 'const total = (1;', hypothesis: cause };
    assert.match(await use('edit_file', broken), /^Not changed: server\.js: /);
    assert.match(
      await use('write_file', { path: 'config/a.json', text: '{"a": 1,}' }),
      /^Not changed: config\/a\.json: /,
    );
    assert.deepEqual(context.draft.edits, []);
  });
});

const protectedFiles = [
  'package.json',
  'package-lock.json',
  '.env',
  '.env.example',
  '.git/config',
  '.github/workflows/ci.yml',
  'node_modules/x/index.js',
  'test/server.test.js',
  'src/a.spec.js',
  'Dockerfile',
  'tsconfig.json',
  'kintsugi.config.js',
  'data/app.sqlite',
  '../outside.js',
  '/etc/passwd',
  'lib/../../up.js',
  'settings.json',
];
test('POL-3 tests, config, lock files, .env and what lies outside are never written, by any spelling', async () => {
  const files = { 'server.js': server, 'package-lock.json': '{}', 'test/server.test.js': '1;\n', '.env': 'A=1\n' };
  await withHands({ files }, async ({ use, context }) => {
    context.draft.record(cause);
    for (const file of protectedFiles) {
      for (const name of [file, `./${file}`, `lib/../${file}`]) {
        const said = await use('write_file', { path: name, text: 'x' });
        assert.doesNotMatch(said, /^Done/, name);
      }
    }
    assert.deepEqual(context.draft.edits, []);
  });
});

test('POL-3 a link is judged by where it leads: no reading of secrets, no writing through it, no way out', async () => {
  const files = { 'server.js': server, '.env': 'PORT=8080\nPLAIN=sesame\n', 'lib/real.js': 'exports.a = 1;\n' };
  const links = {
    'notes.txt': '.env',
    'outside.js': '/etc/hostname',
    'up.js': '../../../../../../etc/hostname',
    'alias.js': 'lib/real.js',
    libs: 'lib',
    'pkg.js': 'package.json',
  };
  await withHands({ files, links }, async ({ use, context }) => {
    context.draft.record(cause);
    for (const file of ['.env', 'notes.txt', './.env', 'lib/../.env'])
      assert.doesNotMatch(await use('read_file', { path: file }), /sesame|8080/, file);
    assert.match(await use('read_file', { path: 'alias.js' }), /exports\.a/);
    for (const file of ['notes.txt', 'alias.js', 'libs/real.js', 'libs/new.js', 'pkg.js', 'outside.js', 'up.js'])
      assert.doesNotMatch(await use('write_file', { path: file, text: 'exports.a = 2;\n' }), /^Done/, file);
    for (const file of ['../secret', '/etc/passwd', 'node_modules/../../x'])
      assert.doesNotMatch(await use('read_file', { path: file }), /\d+\| /, file);
    assert.deepEqual(context.draft.edits, []);
    assert.doesNotMatch(await use('grep_code', { pattern: 'PLAIN|sesame' }), /PLAIN/);
  });
});

test('move_file moves only what the repair itself made', async () => {
  await withHands({ files: { 'server.js': server } }, async ({ use, context }) => {
    assert.match(await use('move_file', { from: 'server.js', to: 'main.js' }), /was not created by this repair/);
    await use('write_file', { path: 'lib/a.js', text: 'exports.a = 1;\n', hypothesis: cause });
    assert.match(await use('move_file', { from: 'lib/a.js', to: 'server.js' }), /is there already/);
    assert.match(await use('move_file', { from: 'lib/a.js', to: '.hidden/a.js' }), /^Refused: path-protected/);
    assert.match(await use('move_file', { from: 'lib/a.js', to: 'lib/b.js' }), /^Done/);
    assert.deepEqual(
      context.draft.edits.map(({ path: file, before, after }) => [file, before, after]),
      [['lib/b.js', null, 'exports.a = 1;\n']],
    );
  });
});

test('TOOL-5 a long file is read on from where the answer ends, and nothing is lost', async () => {
  const lines = Array.from(
    { length: 400 },
    (_, index) => `exports.value${index} = ${index}; // ${'x'.repeat(index % 40)}`,
  );
  await withHands({ files: { 'long.js': `${lines.join('\n')}\n` } }, async ({ use }) => {
    const read: string[] = [];
    for (let next = 1, calls = 0; calls < 20; calls += 1) {
      const said = await use('read_file', { path: 'long.js', start_line: next, num_lines: 400 });
      assert.ok(said.length <= 4_000);
      read.push(
        ...said
          .split('\n')
          .filter((line) => /^\d+\| /.test(line))
          .map((line) => line.replace(/^\d+\| /, '')),
      );
      const more = /start_line=(\d+)/.exec(said)?.[1];
      if (more === undefined) break;
      next = Number(more);
    }
    assert.deepEqual(read, lines);
  });
});

test('grep_code ends a pattern that backtracks for ever, and the process goes on meanwhile', async () => {
  await withHands({ files: { 'a.js': `// ${'a'.repeat(900)}!\n` } }, async ({ use }) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 50);
    const said = await use('grep_code', { pattern: '(a|aa)+$' });
    clearInterval(timer);
    assert.match(said, /took longer than/);
    assert.ok(turns > 5, `${turns} turns of the loop`);
    assert.match(await use('grep_code', { pattern: '(' }), /set literal/);
    assert.match(await use('grep_code', { pattern: 'a!', literal: true }), /^a\.js:1: /);
  });
});

test('glob patterns mean what owners of files mean by them, and a hostile one is quick', async () => {
  const files = { 'a.js': '1;\n', 'src/b.ts': '1;\n', 'src/deep/c.ts': '1;\n', 'src/deep/d.json': '{}\n' };
  await withHands({ files }, async ({ use }) => {
    const found = async (pattern: string): Promise<string[]> => (await use('glob_files', { pattern })).split('\n');
    assert.deepEqual(await found('*.ts'), ['src/b.ts', 'src/deep/c.ts']);
    assert.deepEqual(await found('src/*.ts'), ['src/b.ts']);
    assert.deepEqual(await found('src/**/*.{ts,json}'), ['src/b.ts', 'src/deep/c.ts', 'src/deep/d.json']);
    assert.deepEqual(await found('**/d*'), ['src/deep/d.json']);
    assert.deepEqual(await found('?.js'), ['a.js']);
    const startedMs = performance.now();
    await found(`${'**/'.repeat(200)}${'*a'.repeat(200)}`);
    assert.ok(performance.now() - startedMs < 5_000);
  });
});
