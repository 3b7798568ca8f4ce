/** A trial's process that is started before it is known what it shall run, and passes that run at once. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, onStage, processesNaming } from '../fixtures/stage.ts';

const server = `const upMs = process.uptime() * 1000;
const { word } = require('./lib.js');
require('node:http').createServer((q, r) => { r.setHeader('up', upMs); r.end(word.toUppercase()); }).listen(3000);
`;
const files = { 'server.js': server, 'lib.js': "exports.word = 'before';\n" };
const edits = [
  { path: 'server.js', before: server, after: server.replace('toUppercase', 'toUpperCase') },
  { path: 'lib.js', before: files['lib.js'], after: "exports.word = require('./new/more.js');\n" },
  { path: 'new/more.js', before: null, after: "module.exports = 'after';\n" },
];
const waitMs = 700;

test('PERF-4 TRY-1 the process of the first candidate waits while the unchanged copy is asked, and reads the changed files', async () => {
  await onStage({ files }, async ({ stage }) => {
    const upMs: number[] = [];
    for (const change of [[], edits, edits]) {
      const copy = await stage.copy(change);
      assert.ok(typeof copy !== 'string', String(copy));
      const booted = await copy.boot({ needsListen: true });
      assert.ok(booted.ready, booted.printed('stderr'));
      const answer = await booted.request(ask('GET /'), 3_000);
      if (change.length === 0) await sleep(waitMs);
      else assert.equal(answer.body, 'AFTER');
      upMs.push(Number(answer.headers?.['up'] ?? 0));
      await copy.release();
    }
    const [, first = 0, second = Infinity] = upMs;
    assert.ok(first >= waitMs - 200, `it was not started ahead: ${upMs.join()}`);
    assert.ok(second < first + waitMs, 'only the first is');
  });
});

test('PERF-4 TRY-1 a change that is booted ahead is met running by the first who asks for it so, and by nobody else', async () => {
  const dated = server.replace("'up', upMs", "'at', Date.now() - process.uptime() * 1000 + upMs");
  const [, ...rest] = edits;
  const mended = [{ path: 'server.js', before: dated, after: dated.replace('toUppercase', 'toUpperCase') }, ...rest];
  await onStage({ files: { ...files, 'server.js': dated } }, async ({ stage }) => {
    const startOf = async (change: typeof edits, needsListen: boolean, word: string): Promise<number> => {
      const copy = await stage.copy(change);
      assert.ok(typeof copy !== 'string', String(copy));
      const booted = await copy.boot({ needsListen });
      const answer = await booted.request(ask('GET /'), 3_000);
      assert.equal(answer.body, word, booted.printed('stderr'));
      await copy.release();
      return Number(answer.headers?.['at']);
    };
    for (const needsListen of [true, false]) {
      await stage.bootAhead(mended, { needsListen: true });
      await sleep(waitMs);
      const other = mended.map((edit) => ({ ...edit, after: edit.after.replace("'after'", "'other'") }));
      const askedMs = Date.now();
      assert.ok((await startOf(other, true, 'OTHER')) >= askedMs, 'other files');
      const isEarlier = (await startOf(mended, needsListen, 'AFTER')) < askedMs;
      assert.equal(isEarlier, needsListen, 'only where it is wanted as it was booted');
      assert.ok((await startOf(mended, true, 'AFTER')) >= askedMs, 'only once');
    }
  });
});

test('PERF-4 TRY-4 what was booted ahead and is not asked for ends with the stage', async () => {
  const mark = `MARK=ahead-${process.pid}-unasked`;
  await onStage({ files, env: { MARK: mark.slice('MARK='.length) } }, async ({ stage }) => {
    await stage.bootAhead(edits, { needsListen: true });
    await sleep(waitMs);
    assert.equal(
      processesNaming(mark).some((command) => command.includes('server.js')),
      true,
    );
  });
  assert.deepEqual(processesNaming(mark), []);
});

for (const { name, argv, waits } of [
  { name: 'one that nothing is tried in ends with the stage', argv: ['node', 'server.js'], waits: 1 },
  {
    name: 'none waits where Node reads files before the hook',
    argv: ['node', '--env-file=.env', 'server.js'],
    waits: 0,
  },
]) {
  test(`PERF-4 TRY-4 ${name}`, async () => {
    const mark = `MARK=ahead-${process.pid}-${waits}`;
    const env = { MARK: mark.slice('MARK='.length) };
    await onStage({ files: { ...files, '.env': 'A=1\n' }, argv, env }, async ({ stage }) => {
      const copy = await stage.copy([]);
      assert.ok(typeof copy !== 'string', String(copy));
      const booted = await copy.boot({ needsListen: true });
      assert.ok(booted.ready, booted.printed('stderr'));
      await sleep(waitMs);
      await copy.release();
      assert.equal(
        processesNaming(mark).some((command) => command.includes('server.js')),
        waits > 0,
      );
    });
    assert.deepEqual(processesNaming(mark), []);
  });
}

test('PERF-4 TRY-3 both passes of the only idea run at once, each in a copy of its own', async () => {
  const body = "r.end('x'.toUppercase())";
  const alone = `const fs = require('node:fs');
if (fs.existsSync('ran')) throw new Error('somebody ran here before');
fs.writeFileSync('ran', '');
require('node:http').createServer((q, r) => { ${body} }).listen(3000);
`;
  await onStage({ files: { 'server.js': alone } }, async ({ trials, idea }) => {
    const before = await trials.baseline(null, [ask('GET /')], { times: 2 });
    assert.equal(before.reproduced, 'always', before.setup ?? '');
    const good = idea('server.js', (text) => text.replace('toUppercase', 'toUpperCase'));
    const evidence = await trials.tryOut(before, good, { fresh: 2 });
    assert.ok(evidence.passed, JSON.stringify(evidence.checks));
    const bad = idea('server.js', (text) => text.replace('toUppercase', 'toLowercase'));
    assert.ok(!(await trials.tryOut(before, bad, { fresh: 2 })).passed);
  });
});
