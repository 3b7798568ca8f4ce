import assert from 'node:assert/strict';
import test from 'node:test';
import { checkChange, checkDiff } from './change.ts';
import type { View } from './view.ts';
import { defaultPolicy } from './settings.ts';

const server = `const http = require('http');
const users = [{ name: 'ada' }];

function find(id) {
  return users[id];
}

http
  .createServer((req, res) => {
    const user = find(Number(req.url.slice(1)));
    res.end(user.nmae);
  })
  .listen(3000);
`;

const files: Readonly<Record<string, string>> = {
  'package.json': '{"name":"x"}\n',
  'server.js': server,
  'crlf.js': 'one();\r\ntwo();\r\n',
  'open.js': 'one();\ntwo();',
  'lib/util.js': 'exports.a = 1;\nexports.b = 2;\n',
  'test/a.js': 'x\n',
  'a/b.js': 'x();\n',
};

const view: View = {
  read: (path) => files[path] ?? null,
  realpath: (path) =>
    path === 'link.js'
      ? 'lib/util.js'
      : path === 'out.js'
        ? null
        : path.startsWith('linked/')
          ? `.git/${path.slice(7)}`
          : path,
};

const names = '--- a/server.js\n+++ b/server.js\n';
const hunk = `@@ -9,4 +9,4 @@ http
   .createServer((req, res) => {
     const user = find(Number(req.url.slice(1)));
-    res.end(user.nmae);
+    res.end(user.name);
   })
`;
const good = names + hunk;

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `+line(${index});\n`).join('');
}

const hostile: readonly (readonly [name: string, diff: string, rule: string])[] = [
  ['nothing', '', 'diff-empty'],
  ['only text', 'please apply\n', 'diff-text'],
  ['text before', `Here is the fix:\n${good}`, 'diff-text'],
  ['text after', `${good}That is all.\n`, 'diff-text'],
  ['a blank line after', `${good}\n`, 'diff-text'],
  [
    'text between files',
    `${good}chatter\n--- a/lib/util.js\n+++ b/lib/util.js\n@@ -1,1 +1,1 @@\n-exports.a = 1;\n+exports.a = 3;\n`,
    'diff-text',
  ],
  [
    'rename',
    `diff --git a/server.js b/other.js\nsimilarity index 100%\nrename from server.js\nrename to other.js\n`,
    'diff-names',
  ],
  [
    'rename in one name',
    `diff --git a/server.js b/server.js\nsimilarity index 90%\nrename from server.js\nrename to .git/x\n`,
    'diff-rename',
  ],
  ['copy', `diff --git a/server.js b/server.js\ncopy from server.js\ncopy to x.js\n`, 'diff-copy'],
  ['delete', `--- a/server.js\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n`, 'diff-delete'],
  ['delete by header', `diff --git a/server.js b/server.js\ndeleted file mode 100644\n`, 'diff-delete'],
  ['mode change', `diff --git a/server.js b/server.js\nold mode 100644\nnew mode 100755\n${good}`, 'diff-mode'],
  [
    'new executable',
    `diff --git a/x.js b/x.js\nnew file mode 100755\n--- /dev/null\n+++ b/x.js\n@@ -0,0 +1,1 @@\n+x();\n`,
    'diff-mode',
  ],
  [
    'symlink',
    `diff --git a/x.js b/x.js\nnew file mode 120000\n--- /dev/null\n+++ b/x.js\n@@ -0,0 +1,1 @@\n+/etc/passwd\n`,
    'diff-symlink',
  ],
  ['symlink by index', `diff --git a/server.js b/server.js\nindex 1111111..2222222 120000\n${good}`, 'diff-symlink'],
  [
    'submodule',
    `diff --git a/x.js b/x.js\nnew file mode 160000\n--- /dev/null\n+++ b/x.js\n@@ -0,0 +1,1 @@\n+Subproject commit 1\n`,
    'diff-submodule',
  ],
  [
    'binary',
    `diff --git a/server.js b/server.js\nindex 1111111..2222222 100644\nGIT binary patch\nliteral 3\n`,
    'diff-binary',
  ],
  [
    'binary differ',
    `diff --git a/server.js b/server.js\nBinary files a/server.js and b/server.js differ\n`,
    'diff-binary',
  ],
  [
    'index with another mode',
    `diff --git a/server.js b/server.js\nindex 1111111..2222222 100755\n${good}`,
    'diff-mode',
  ],
  ['quoted name', `--- "a/server.js"\n+++ "b/server.js"\n${hunk}`, 'diff-names'],
  ['names disagree', `--- a/server.js\n+++ b/lib/util.js\n${hunk}`, 'diff-names'],
  ['header names another file', `diff --git a/lib/util.js b/lib/util.js\n${good}`, 'diff-names'],
  ['a tab in the name', `--- a/server.js\tx\n+++ b/server.js\n${hunk}`, 'diff-names'],
  ['absolute path', `--- /etc/passwd\n+++ /etc/passwd\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-form'],
  ['parent path', `--- a/../x.js\n+++ b/../x.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-form'],
  ['inner parent path', `--- a/lib/../package.json\n+++ b/lib/../package.json\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-form'],
  ['creates outside', `--- /dev/null\n+++ b/../../etc/cron.d/x\n@@ -0,0 +1,1 @@\n+x\n`, 'path-form'],
  ['dot segment', `--- a/./server.js\n+++ b/./server.js\n${hunk}`, 'path-form'],
  ['backslash', `--- a/lib\\util.js\n+++ b/lib\\util.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-form'],
  ['git hook', `--- /dev/null\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1,1 @@\n+x\n`, 'path-protected'],
  ['GIT in capitals', `--- /dev/null\n+++ b/.GIT/config.js\n@@ -0,0 +1,1 @@\n+x\n`, 'path-protected'],
  ['env file', `--- a/.env\n+++ b/.env\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-protected'],
  [
    'package.json',
    `--- a/package.json\n+++ b/package.json\n@@ -1,1 +1,1 @@\n-{"name":"x"}\n+{"name":"y"}\n`,
    'path-protected',
  ],
  ['Package.JSON', `--- a/Package.JSON\n+++ b/Package.JSON\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-protected'],
  ['lock file', `--- a/package-lock.json\n+++ b/package-lock.json\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-protected'],
  ['workflow', `--- /dev/null\n+++ b/.github/workflows/x.yml\n@@ -0,0 +1,1 @@\n+x\n`, 'path-protected'],
  ['Dockerfile', `--- a/Dockerfile\n+++ b/Dockerfile\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-protected'],
  [
    'node_modules',
    `--- a/node_modules/x/index.js\n+++ b/node_modules/x/index.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`,
    'path-protected',
  ],
  ['a test', `--- a/test/a.js\n+++ b/test/a.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-test'],
  ['a test by name', `--- /dev/null\n+++ b/src/a.test.ts\n@@ -0,0 +1,1 @@\n+x\n`, 'path-test'],
  ['our config', `--- /dev/null\n+++ b/kintsugi.config.js\n@@ -0,0 +1,1 @@\n+x\n`, 'path-protected'],
  ['tsconfig', `--- a/tsconfig.json\n+++ b/tsconfig.json\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-protected'],
  ['owner protected', `--- a/src/db.js\n+++ b/src/db.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-owner'],
  ['no source', `--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1,1 @@\n+x\n`, 'path-outside'],
  ['a linked file', `--- a/link.js\n+++ b/link.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-link'],
  ['a link out of the project', `--- a/out.js\n+++ b/out.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'path-link'],
  ['a linked folder', `--- /dev/null\n+++ b/linked/x.js\n@@ -0,0 +1,1 @@\n+x\n`, 'path-protected'],
  ['too few lines', good.replace('-9,4 +9,4', '-9,5 +9,5'), 'diff-count'],
  ['too many lines', good.replace('-9,4 +9,4', '-9,3 +9,3'), 'diff-text'],
  ['counts that do not match', good.replace('+9,4', '+9,5'), 'diff-count'],
  ['wrong line number', good.replace('-9,4 +9,4', '-8,4 +8,4'), 'diff-context'],
  ['line number past the end', good.replace('-9,4 +9,4', '-900,4 +900,4'), 'diff-context'],
  ['wrong context', good.replace('find(Number', 'find(number'), 'diff-context'],
  ['wrong removed line', good.replace('-    res.end(user.nmae);', '-    res.end(user.nam);'), 'diff-context'],
  ['new line number off', good.replace('+9,4', '+12,4'), 'diff-position'],
  [
    'hunks out of order',
    `--- a/lib/util.js\n+++ b/lib/util.js\n@@ -2,1 +2,1 @@\n-exports.b = 2;\n+exports.b = 3;\n@@ -1,1 +1,1 @@\n-exports.a = 1;\n+exports.a = 3;\n`,
    'diff-position',
  ],
  [
    'hunks that overlap',
    `--- a/lib/util.js\n+++ b/lib/util.js\n@@ -1,2 +1,2 @@\n-exports.a = 1;\n+exports.a = 3;\n exports.b = 2;\n@@ -2,1 +2,1 @@\n-exports.b = 2;\n+exports.b = 3;\n`,
    'diff-position',
  ],
  ['the same file twice', good + good, 'diff-duplicate'],
  ['the same file in another case', `${good}--- a/Server.js\n+++ b/Server.js\n${hunk}`, 'diff-duplicate'],
  ['a hunk without change', `${names}@@ -1,1 +1,1 @@\n const http = require('http');\n`, 'diff-hunk'],
  ['no hunk', names, 'diff-text'],
  ['a file that is not there', `--- a/gone.js\n+++ b/gone.js\n@@ -1,1 +1,1 @@\n-x\n+y\n`, 'diff-no-file'],
  ['a new file that is there', `--- /dev/null\n+++ b/server.js\n@@ -0,0 +1,1 @@\n+x\n`, 'diff-exists'],
  ['a bidi mark', good.replace('user.name', 'user.\u202ename'), 'diff-characters'],
  ['a zero-width space', good.replace('user.name', 'user\u200b.name'), 'diff-characters'],
  ['a control character', good.replace('user.name', 'user\u001b[2K.name'), 'diff-characters'],
  ['a tag character', good.replace('user.name', 'user.name/*\u{e0041}*/'), 'diff-characters'],
  ['a NUL', good.replace('user.name', 'user\u0000.name'), 'diff-characters'],
  ['a carriage return inside', good.replace('user.name', 'user\rname'), 'diff-characters'],
  ['a carriage return in a file without', good.replace('user.name);', 'user.name);\r'), 'text-hidden'],
  ['a word of mixed scripts', good.replace('user.name', 'usеr.name'), 'text-mixed-script'],
  ['an invisible letter', good.replace('user.name', 'user.name\u3164'), 'diff-characters'],
  ['too many lines', `--- /dev/null\n+++ b/x.js\n@@ -0,0 +1,201 @@\n${lines(201)}`, 'diff-too-large'],
  ['too many bytes', `--- /dev/null\n+++ b/x.js\n@@ -0,0 +1,1 @@\n+${'x'.repeat(70_000)}\n`, 'diff-too-large'],
  [
    'too many files',
    Array.from({ length: 6 }, (_, n) => `--- /dev/null\n+++ b/x${n}.js\n@@ -0,0 +1,1 @@\n+x\n`).join(''),
    'diff-too-large',
  ],
  ['a mark where none belongs', `${good}\\ No newline at end of file\n`, 'diff-context'],
  ['a mark of another wording', good.replace('   })\n', '   })\n\\ No newline\n'), 'diff-text'],
  ['a combined diff', `diff --cc server.js\nindex 1,2..3\n`, 'diff-text'],
  ['a hunk at line 0', `${names}@@ -0,1 +0,1 @@\n-x\n+y\n`, 'diff-hunk'],
];

const clean: readonly (readonly [name: string, diff: string, path: string, after: string])[] = [
  ['a plain diff', good, 'server.js', server.replace('nmae', 'name')],
  [
    'with git header',
    `diff --git a/server.js b/server.js\nindex 1a2b3c4..5d6e7f8 100644\n${good}`,
    'server.js',
    server.replace('nmae', 'name'),
  ],
  [
    'with times',
    good.replace('server.js\n', 'server.js\t2026-01-02 03:04:05.000000000 +0000\n'),
    'server.js',
    server.replace('nmae', 'name'),
  ],
  ['without prefixes', good.replaceAll(/[ab]\/server/g, 'server'), 'server.js', server.replace('nmae', 'name')],
  ['a folder named a', `--- a/b.js\n+++ a/b.js\n@@ -1,1 +1,1 @@\n-x();\n+y();\n`, 'a/b.js', 'y();\n'],
  [
    'one line without counts',
    `--- a/lib/util.js\n+++ b/lib/util.js\n@@ -1 +1 @@\n-exports.a = 1;\n+exports.a = 3;\n`,
    'lib/util.js',
    'exports.a = 3;\nexports.b = 2;\n',
  ],
  [
    'two hunks',
    `--- a/server.js\n+++ b/server.js\n@@ -1,1 +1,2 @@\n const http = require('http');\n+const url = require('url');\n@@ -11,1 +12,1 @@\n-    res.end(user.nmae);\n+    res.end(user.name);\n`,
    'server.js',
    server.replace("('http');\n", "('http');\nconst url = require('url');\n").replace('nmae', 'name'),
  ],
  [
    'an insertion without context',
    `--- a/lib/util.js\n+++ b/lib/util.js\n@@ -1,0 +2,1 @@\n+exports.c = 3;\n`,
    'lib/util.js',
    'exports.a = 1;\nexports.c = 3;\nexports.b = 2;\n',
  ],
  [
    'a new file',
    `diff --git a/lib/new.js b/lib/new.js\nnew file mode 100644\nindex 0000000..5d6e7f8\n--- /dev/null\n+++ b/lib/new.js\n@@ -0,0 +1,2 @@\n+exports.x = 1;\n+exports.y = 2;\n`,
    'lib/new.js',
    'exports.x = 1;\nexports.y = 2;\n',
  ],
  [
    'CRLF kept',
    `--- a/crlf.js\n+++ b/crlf.js\n@@ -2,1 +2,1 @@\n-two();\r\n+three();\r\n`,
    'crlf.js',
    'one();\r\nthree();\r\n',
  ],
  [
    'no newline at the end',
    `--- a/open.js\n+++ b/open.js\n@@ -1,2 +1,2 @@\n one();\n-two();\n\\ No newline at end of file\n+three();\n\\ No newline at end of file\n`,
    'open.js',
    'one();\nthree();',
  ],
  [
    'a newline added at the end',
    `--- a/open.js\n+++ b/open.js\n@@ -2,1 +2,1 @@\n-two();\n\\ No newline at end of file\n+three();\n`,
    'open.js',
    'one();\nthree();\n',
  ],
];

test('POL-3 hostile diffs are denied, each by its rule', () => {
  const got = hostile.map(([name, diff]) => {
    const { decision, rule } = checkDiff(diff, defaultPolicy, view);
    return [name, decision, rule];
  });
  assert.deepEqual(
    got,
    hostile.map(([name, , rule]) => [name, 'deny', rule]),
  );
});

test('POL-3 clean diffs inside the sources give exactly the bytes they say', () => {
  for (const [name, diff, path, after] of clean) {
    const verdict = checkDiff(diff, defaultPolicy, view);
    assert.equal(verdict.decision, 'allow', `${name}: ${verdict.rule} ${verdict.reason}`);
    assert.deepEqual(verdict.files, [{ path, before: files[path] ?? null, after }], name);
  }
});

test('POL-3 without any of the files nothing can be compared, so a person is asked', () => {
  const empty: View = { read: () => null };
  assert.equal(checkDiff(good, defaultPolicy, empty).rule, 'diff-unknown-base');
  assert.equal(
    checkDiff(good.replace('server.js', '.env').replace('server.js', '.env'), defaultPolicy, empty).decision,
    'deny',
  );
});

test('PRO-6 a file that is there but no part of the release is not written', () => {
  const change = { path: 'server.js', before: server, after: server.replace('nmae', 'name') };
  const outside: View = { ...view, released: (path) => path !== 'server.js' };
  assert.equal(checkChange([change], defaultPolicy, { view: outside }).rule, 'path-outside');
  assert.equal(checkChange([change], defaultPolicy, { view: { ...view, released: () => true } }).decision, 'allow');
});

test('POL-3 a letter of another script is told from an honest Greek one', () => {
  const write = (after: string): string => checkChange([{ path: 'a.js', before: 'x();\n', after }], defaultPolicy).rule;
  assert.equal(write('const Δt = 1;\n'), 'change-clean');
  assert.equal(write('// Привет, мир\nx(1);\n'), 'change-clean');
  assert.equal(write('const pаssword = 1;\n'), 'text-mixed-script');
  assert.equal(write('const Αdmin = 1;\n'), 'text-mixed-script');
});

test('POL-3 a protected file that is itself what failed may be repaired', () => {
  const change = { path: 'src/db.js', before: 'a();\n', after: 'b();\n' };
  assert.equal(checkChange([change], defaultPolicy).rule, 'path-owner');
  assert.equal(checkChange([change], defaultPolicy, { causes: ['src/db.js'] }).decision, 'allow');
  assert.equal(checkChange([{ ...change, path: '.env' }], defaultPolicy, { causes: ['.env'] }).decision, 'deny');
  assert.equal(
    checkChange([{ ...change, after: null }], defaultPolicy, { causes: ['src/db.js'] }).rule,
    'change-delete',
  );
});

function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('POL-3 5,000 mutations of clean diffs: what still applies keeps to its one file', () => {
  const seed = 42;
  const pick = random(seed);
  const spice = [
    '+',
    '-',
    ' ',
    '@',
    '\n',
    '/',
    '.',
    '..',
    '.git/',
    'a',
    '0',
    '1',
    '\\',
    '\r',
    '\u0000',
    '"',
    '--- a/x\n',
    '+++ b/.env\n',
    'rename from x\n',
  ];
  let applied = 0;
  for (let count = 0; count < 5000; count += 1) {
    const [, diff, path] = clean[pick(clean.length)] ?? clean[0] ?? ['', '', ''];
    const at = pick(diff.length);
    const mutant = diff.slice(0, at) + (spice[pick(spice.length)] ?? '') + diff.slice(at + pick(3));
    const verdict = checkDiff(mutant, defaultPolicy, view);
    if (verdict.decision === 'deny') assert.deepEqual(verdict.files, []);
    else {
      applied += 1;
      const touched = verdict.files.map((one) => one.path);
      const plain = /^(lib\/|a\/)?[\w./+@-]*\.js$/.test(touched[0] ?? '') && !/(^|\/)\./.test(touched[0] ?? '');
      assert.ok(
        touched.length === 1 && (touched[0] === path || plain),
        `seed ${seed}, case ${count}: ${touched.join()}`,
      );
    }
  }
  assert.ok(applied > 0, 'some mutants only change the new text');
});
