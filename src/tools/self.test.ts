/** TOOL-6, SELF-1, SELF-3: Kintsugi's own sources through the door that all tools go through, with paths and diffs that want out of them. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sha256 } from '../kit/hash.ts';
import { toolsFor } from './call.ts';
import { allTools } from './all.ts';
import { withHands, type Scene } from './hands.test-helper.ts';
import type { PendingRepair } from './self.ts';

const source = Array.from({ length: 500 }, (_, n) => `export const line${n + 1} = ${n + 1};`).join('\n') + '\n';
const small = "export const limit = 3;\nexport const name = 'x';\n";
const diff = `--- a/kit/small.ts
+++ b/kit/small.ts
@@ -1,2 +1,2 @@
-export const limit = 3;
+export const limit = 4;
 export const name = 'x';
`;
const repair = {
  file: 'kit/small.ts',
  error: 'RangeError: too few',
  cause: 'the limit is too low',
  fix: 'one more',
  diff,
};

interface Own extends Scene {
  readonly root: string;
  readonly pending: string;
  own(name: string, input?: unknown): Promise<string>;
}

async function withSources(use: (own: Own) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-self-')));
  const [root, pending] = [path.join(folder, 'src'), path.join(folder, 'state', 'pending-repairs')];
  mkdirSync(path.join(root, 'kit'), { recursive: true });
  writeFileSync(path.join(root, 'main.ts'), source);
  writeFileSync(path.join(root, 'kit', 'small.ts'), small);
  writeFileSync(path.join(folder, 'secret.txt'), 'outside');
  symlinkSync('../../secret.txt', path.join(root, 'kit', 'out.txt'));
  symlinkSync('..', path.join(root, 'up'));
  symlinkSync('small.ts', path.join(root, 'kit', 'same.ts'));
  const redact = (text: string): string => text.replaceAll('hunter2-hunter2', '[redacted:key]');
  try {
    await withHands({ files: { 'server.js': '1;\n' }, context: { self: { root, pending }, redact } }, (scene) =>
      use({ ...scene, root, pending, own: (name, input = {}) => scene.use(name, input, 'self') }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('TOOL-6 SELF-1 the subject itself reads its own sources, 120 lines at a time and at most 300, and has no other tool', async () => {
  await withSources(async ({ own, context }) => {
    const offered = toolsFor(allTools, { role: 'self', context }).map(({ name }) => name);
    assert.deepEqual(offered, ['read_source', 'list_source', 'propose_repair']);
    assert.equal(await own('list_source'), 'kit/\nmain.ts');
    assert.equal(await own('list_source', { path: 'kit' }), 'small.ts');
    const read = await own('read_source', { path: 'main.ts' });
    assert.match(read, /^1\| export const line1 = 1;\n/);
    assert.match(read, /\[line 1\d\d of 500 is next: start_line=1\d\d\]$/);
    assert.match(await own('read_source', { path: './main.ts', start_line: 499 }), /^499\| .*\n500\| .*;$/);
    assert.match(await own('read_source', { path: 'main.ts', num_lines: 301 }), /whole number from 1 to 300/);
    assert.match(await own('read_source', { path: 'main.ts', start_line: 501 }), /has only 500 lines/);
    assert.match(await own('read_source', { path: 'gone.ts' }), /there is no file gone\.ts/);
    assert.match(await own('read_file', { path: 'server.js' }), /^Refused: the role self may not use read_file/);
  });
});

test('TOOL-6 who repairs a project is not offered the sources, and refused when it asks', async () => {
  await withSources(async ({ use, context }) => {
    for (const role of ['explore', 'plan', 'fix'] as const) {
      assert.ok(toolsFor(allTools, { role, context }).every(({ touches }) => !touches.includes('self')));
      assert.match(
        await use('read_source', { path: 'main.ts' }, role),
        /^Refused: the role \w+ may not use read_source/,
      );
      assert.match(await use('propose_repair', repair, role), /^Refused: /);
    }
  });
});

const hostile = [
  ...['../secret.txt', 'kit/../../secret.txt', '..', '/etc/passwd', '//etc/passwd', 'kit/out.txt', 'up/secret.txt'],
  ...['up', 'up/src/main.ts', 'kit/same.ts', String.raw`..\secret.txt`, './../secret.txt', 'kit/./../../secret.txt'],
];
test('TOOL-6 SELF-1 no path leads out of the sources: not up, not absolute, not through a link', async () => {
  await withSources(async ({ own }) => {
    for (const given of hostile)
      for (const name of ['read_source', 'list_source']) {
        const said = await own(name, { path: given });
        assert.match(said, /^Refused: /, `${name} ${given}: ${said}`);
        assert.doesNotMatch(said, /outside/, given);
      }
  });
});

test('SELF-3 a proposed repair is kept whole, for a person, and the sources stay as they are', async () => {
  await withSources(async ({ own, root, pending }) => {
    const said = await own('propose_repair', { ...repair, error: 'RangeError\nof hunter2-hunter2' });
    const id = sha256(diff).slice(0, 12);
    assert.equal(said, `Kept as ${id}. A person decides on it.`);
    const kept = JSON.parse(readFileSync(path.join(pending, `${id}.json`), 'utf8')) as PendingRepair;
    const { at, ...rest } = kept;
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
    assert.deepEqual(rest, {
      ...{ id, file: 'kit/small.ts', line: 1, error: 'RangeError of [redacted:key]' },
      ...{ cause: repair.cause, fix: repair.fix, diff, digest: sha256(diff), base: { 'kit/small.ts': sha256(small) } },
    });
    assert.equal(statSync(path.join(pending, `${id}.json`)).mode & 0o777, 0o600);
    assert.equal(readFileSync(path.join(root, 'kit', 'small.ts'), 'utf8'), small);
  });
});

const other = (from: string, to: string): string => diff.replaceAll(from, to);
const refused: Readonly<Record<string, Partial<typeof repair>>> = {
  'leads out of the sources': { file: '../secret.txt', diff: other('kit/small.ts', '../secret.txt') },
  'goes through a link': { file: 'up/src/kit/small.ts', diff: other('kit/small.ts', 'up/src/kit/small.ts') },
  'changes a link': { file: 'kit/same.ts', diff: other('kit/small.ts', 'kit/same.ts') },
  'does not fit': { diff: other('limit = 3', 'limit = 2') },
  'is no diff': { diff: 'write 4 in place of 3' },
  'makes a link': { diff: diff.replace('--- a', 'new file mode 120000\n--- a') },
  'holds a secret': { diff: other("'x'", "'hunter2-hunter2'") },
  'names another file': { file: 'main.ts' },
};
test('SELF-3 POL-3 a diff that does not fit, or wants out of the sources, is not kept', async () => {
  await withSources(async ({ own, pending }) => {
    for (const [how, given] of Object.entries(refused))
      assert.match(
        await own('propose_repair', { ...repair, ...given }),
        /^Refused: |^the diff does not change main\.ts/,
        how,
      );
    assert.throws(() => readdirSync(pending), /ENOENT/);
  });
});

test('SELF-3 at most twenty wait at once', async () => {
  await withSources(async ({ own, pending }) => {
    const propose = (n: number): Promise<string> =>
      own('propose_repair', { ...repair, diff: other('limit = 4', `limit = ${n}`) });
    for (let n = 10; n < 30; n += 1) assert.match(await propose(n), /^Kept as/);
    assert.match(await propose(30), /^Refused: 20 repairs wait/);
    assert.match(await propose(10), /^Kept as/, 'the same one again is none more');
    assert.equal(readdirSync(pending).length, 20);
  });
});
