/** The keeper over real servers: restarts without refusals, survives its own death, ends whole trees, keeps last words. */
import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import {
  body,
  get,
  inbox,
  keep,
  load,
  pause,
  project,
  record,
  signals,
  stop,
  sweep,
  until,
  up,
} from '../fixtures/keeper/harness.ts';

after(sweep);
const parallel = { concurrency: 3 };

test('keeper, first half', parallel, async (t) => {
  await Promise.all([
    t.test('SUP-7 a SIGKILL under 100 new connections refuses none', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      const first = await body(at.port);
      const loaded = load(at.port, 100, 5);
      process.kill(record(at)!.child.pid, 'SIGKILL');
      const tally = await loaded;
      assert.equal(tally['refused'] ?? 0, 0, JSON.stringify(tally));
      assert.equal(tally['timeout'] ?? 0, 0, JSON.stringify(tally));
      assert.ok((tally['200'] ?? 0) >= 99, JSON.stringify(tally));
      assert.notEqual(await body(at.port), first);
      await until(() => inbox(at).some(({ state }) => state === 'killed_from_outside'));
      assert.deepEqual(signals(at), [], 'SEN-1: nothing to repair');
      assert.match(keeper.stderr(), /killed from outside \(SIGKILL\)/);
      assert.equal(record(at)!.restarts, 1);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-11 the server outlives a killed keeper; the next one adopts it with its sockets', async () => {
      const at = await project('app.js');
      const first = await up(at);
      const pid = await body(at.port);
      first.child.kill('SIGKILL');
      await first.exit;
      assert.equal(await body(at.port), pid);
      const second = keep(at, { env: { NODE_ENV: 'other' } });
      await until(() => /adopted the running server/.test(second.stderr()), second.stderr);
      const other = /other environment variables than this program \(NODE_ENV\): `kintsugi reload`/;
      await until(() => other.test(second.stderr()), second.stderr);
      await until(() => record(at)!.sockets === 'held' && record(at)!.keeper.pid === second.child.pid);
      assert.equal(await body(at.port), pid);
      const loaded = load(at.port, 100, 5);
      process.kill(record(at)!.child.pid, 'SIGKILL');
      const tally = await loaded;
      assert.equal(tally['refused'] ?? 0, 0, JSON.stringify(tally));
      assert.equal(tally['timeout'] ?? 0, 0, JSON.stringify(tally));
      assert.notEqual(await body(at.port), pid);
      assert.equal(await stop(second), 0);
      assert.equal(await get(at.port), 'refused');
    }),

    t.test('SEN-1 SEN-3 a crash reaches the healer, redacted, with its request sealed', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      await get(at.port, '/throw?token=abc');
      await until(() => signals(at).length > 0, keeper.stderr);
      const [signal] = signals(at);
      assert.equal(signal!.kind, 'crash');
      assert.equal(signal!.error.name, 'TypeError');
      assert.equal(signal!.error.message, 'boom [redacted:test]');
      assert.match(signal!.stderr, /at Immediate\.<anonymous> \(.*server\.js:\d+/);
      assert.deepEqual(signal!.exit, { code: 1, signal: null });
      assert.equal(signal!.beforeReady, false);
      assert.equal(signal!.request.url, '/throw?token=[redacted:field]');
      assert.equal(unseal(at, signal!.requestRef).requests[0]!.url, '/throw?token=abc');
      // Last words hold whole requests: they go once they are passed on.
      await until(() => !existsSync(at.run.last(1)), keeper.stderr);
      assert.doesNotMatch(JSON.stringify(inbox(at)), /hunter2/);
      assert.match(await body(at.port), /pid/);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-3 the whole tree ends, after a crash and at the stop', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      const grow = async (): Promise<void> => {
        await get(at.port, '/tree');
        await until(() => helpersOf(at.folder).length === 4);
      };
      await grow();
      await get(at.port, '/exit'); // at once: nobody has looked at them yet
      await until(() => helpersOf(at.folder).length === 0);
      await until(() => record(at)!.state === 'ready');
      await grow();
      keeper.child.kill('SIGINT');
      await pause(300);
      keeper.child.kill('SIGINT');
      await keeper.exit;
      assert.equal(helpersOf(at.folder).length, 0);
    }),

    t.test(
      'SUP-3 a SIGTERM or SIGQUIT lets what was taken up be answered and refuses the rest; Ctrl-C does not wait',
      async () => {
        const env = { INVOCATION_ID: 'x' }; // one of systemd's is never absorbed
        for (const { signal, url, answer } of [
          { signal: 'SIGTERM' as const, url: '/slow', answer: /^pid \d+$/ },
          { signal: 'SIGQUIT' as const, url: '/slow', answer: /^pid \d+$/ },
          { signal: 'SIGINT' as const, url: '/late', answer: /^reset$/ },
        ]) {
          const at = await project('app.js');
          const keeper = await up(at, { env });
          const [first, second] = [body(at.port, url), body(at.port, url)];
          await pause(200);
          const ended = stop(keeper, signal);
          await until(async () => (await get(at.port)) === 'refused');
          assert.match(await first, answer);
          assert.match(await second, answer);
          assert.equal(await ended, 0);
          const again = await up(at, { env, settings: { graceMs: 2000 } });
          const never = body(at.port, '/block');
          await pause(200);
          assert.equal(await stop(again, signal), 0);
          assert.equal(await never, 'reset');
        }
      },
    ),

    t.test('SUP-12 20,000 last lines all arrive, in order, before what is said about the end', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      await get(at.port, '/last');
      await until(
        () => record(at)!.boot === 2 && record(at)!.state === 'ready',
        () => keeper.stderr().slice(-2000),
      );
      assert.equal(await stop(keeper), 0);
      const lines = keeper.stderr().split('\n');
      const numbers = lines.flatMap((line) => /^line (\d+) x{90}$/.exec(line)?.[1] ?? []).map(Number);
      assert.equal(numbers.length, 20_000);
      assert.ok(numbers.every((number, index) => number === index));
      const [signal] = signals(at);
      assert.ok(Buffer.byteLength(signal!.stderr) <= 64 * 1024);
      assert.match(signal!.stderr, /line 19999 x+\n?$/);
    }),

    t.test('CLI-7 CLI-12 a second run ends with 1, names the first, and disturbs nothing', async () => {
      const at = await project('app.js');
      const first = await up(at);
      const pid = await body(at.port);
      const second = keep(at);
      assert.equal(await second.exit, 1);
      assert.match(second.stderr(), new RegExp(`pid ${first.child.pid} since \\d{4}-`));
      assert.equal(await body(at.port), pid);
      assert.equal(await stop(first), 0);
    }),
  ]);
});

function helpersOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line.includes('setInterval') && line.includes(folder) && !line.startsWith('sh\0');
    } catch {
      return false; // no process, or gone
    }
  });
}

function unseal(at: { run: { requests: string; key: string } }, name: string): { requests: { url: string }[] } {
  const bytes = readFileSync(path.join(at.run.requests, name));
  const opener = createDecipheriv('aes-256-gcm', readFileSync(at.run.key), bytes.subarray(0, 12));
  opener.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString());
}
