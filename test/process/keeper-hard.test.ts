/** The keeper where the world is against it: no disk, no terminal, killed in the middle, strangers left over. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
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

test('keeper against the world', { concurrency: 3 }, async (t) => {
  await Promise.all([
    t.test('PERF-1 SUP-7 20 kills at 200 requests a second: none refused, none hung', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      let killed = 0;
      const killing = (async () => {
        for (; killed < 20; killed += 1) {
          const { boot, child } = record(at)!;
          process.kill(child.pid, 'SIGKILL');
          await until(() => record(at)!.boot > boot && record(at)!.state === 'ready', keeper.stderr);
        }
      })();
      const tally: Record<string, number> = {};
      while (killed < 20) {
        for (const [kind, count] of Object.entries(await load(at.port, 50, 5)))
          tally[kind] = (tally[kind] ?? 0) + count;
      }
      await killing;
      assert.equal(tally['refused'] ?? 0, 0, JSON.stringify(tally));
      assert.equal(tally['timeout'] ?? 0, 0, JSON.stringify(tally));
      assert.ok((tally['reset'] ?? 0) <= 40, JSON.stringify(tally));
      assert.deepEqual(signals(at), []);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-7 every door stays open: two ports and a path; the path goes at the stop', async () => {
      const at = await project('doors.js');
      const keeper = await up(at);
      const door = path.join(at.folder, 'door.sock');
      await until(() => existsSync(door) && record(at)!.ports.length === 2);
      for (let i = 0; i < 2; i += 1) {
        process.kill(record(at)!.child.pid, 'SIGKILL');
        const [one, two] = await Promise.all([load(at.port, 40, 5), load(at.port + 1, 40, 5)]);
        assert.equal((one['refused'] ?? 0) + (two['refused'] ?? 0), 0, JSON.stringify([one, two]));
        assert.match(await overPath(door), /^path \d+$/);
      }
      keeper.child.kill('SIGUSR2');
      await until(() => /^got SIGUSR2$/m.test(keeper.stderr()), keeper.stderr);
      assert.equal(await stop(keeper), 0);
      assert.ok(!existsSync(door));
    }),

    t.test(
      'SUP-4 SUP-11 the state folder and the control socket are removed under a running keeper: the server is kept all the same',
      async () => {
        const at = await project('app.js');
        const keeper = await up(at);
        const { pid } = record(at)!.child;
        rmSync(record(at)!.socket); // as those do who clear the temporary folder
        // At one stroke: the keeper writes into it meanwhile.
        renameSync(path.join(at.folder, '.kintsugi'), path.join(at.folder, 'gone'));
        rmSync(path.join(at.folder, 'gone'), { recursive: true });
        process.kill(pid, 'SIGKILL');
        await until(async () => /pid/.test(await body(at.port)), keeper.stderr);
        await until(() => record(at)?.state === 'ready', keeper.stderr);
        assert.equal(record(at)!.hook, 'connected', keeper.stderr());
        await get(at.port, '/throw');
        await until(() => signals(at).length === 1, keeper.stderr);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('SUP-11 the state folder cannot be written: the server runs, the trouble is said once', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      const { pid } = record(at)!.child;
      const state = path.join(at.folder, '.kintsugi');
      await until(() => replaced(state)); // the keeper may write into it meanwhile
      process.kill(pid, 'SIGKILL');
      await until(async () => /pid/.test(await body(at.port)), keeper.stderr);
      await get(at.port, '/exit');
      await until(async () => /pid/.test(await body(at.port)), keeper.stderr);
      await until(() => /writing run\.json failed: .*; supervision goes on/.test(keeper.stderr()), keeper.stderr);
      assert.ok(keeper.stderr().split('writing run.json failed').length <= 4);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-1 SUP-11 nobody reads the stderr of the keeper any more: it and the server go on', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      keeper.child.stderr!.destroy();
      await get(at.port, '/last');
      await until(() => record(at)!.boot === 2 && record(at)!.state === 'ready');
      assert.match(await body(at.port), /pid/);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-12 a stalled reader of the keeper stalls neither the keeper nor the server', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      keeper.child.stderr!.pause();
      await get(at.port, '/last');
      await until(() => record(at)!.boot === 2 && record(at)!.state === 'ready');
      await get(at.port, '/last');
      await until(() => record(at)!.boot === 3 && record(at)!.state === 'ready');
      assert.match(await body(at.port), /pid/);
      keeper.child.stderr!.resume();
      assert.equal(await stop(keeper), 0);
      assert.equal(keeper.stderr().match(/^line \d+ x{90}$/gm)!.length, 40_000);
    }),

    t.test('SUP-11 PRO-1 the keeper is killed in the middle of a promotion: the next one finishes it', async () => {
      const at = await project('app.js');
      const first = await up(at);
      const server = `require('node:http').createServer((q, r) => r.end('new'));`;
      const late = `setTimeout(() => ${server.slice(0, -1)}.listen(Number(process.env.PORT)), 1500);`;
      writeFileSync(path.join(at.folder, 'server.js'), late);
      mkdirSync(at.run.folder, { recursive: true });
      writeFileSync(
        at.run.liveJson,
        JSON.stringify({ v: 1, seq: 7, tree: 'c'.repeat(64), swap: true, holdBackoff: false }),
      );
      await until(() => /starting it beside/.test(first.stderr()), first.stderr);
      await pause(200);
      first.child.kill('SIGKILL');
      await first.exit;
      assert.match(await body(at.port), /pid/);
      const second = keep(at);
      await until(() => record(at)!.swap?.seq === 7, second.stderr);
      assert.equal(record(at)!.swap.outcome, 'ready');
      await until(async () => (await body(at.port)) === 'new', second.stderr);
      assert.equal(await stop(second), 0);
      assert.equal(serversOf(at.folder).length, 0);
    }),

    t.test('SUP-3 SUP-11 a keeper killed while its server finishes leaves none that accepts nothing', async () => {
      const at = await project('app.js');
      const slow = `require('node:http').createServer((q, r) => { console.error('asked'); setTimeout(() => r.end('done'), 600); }).listen(process.env.PORT);`;
      writeFileSync(path.join(at.folder, 'server.js'), `${slow}\nsetInterval(() => 0, 1000);\n`);
      const env = { INVOCATION_ID: 'x' };
      const first = await up(at, { env });
      const answer = body(at.port);
      await until(() => /asked/.test(first.stderr()));
      first.child.kill('SIGTERM');
      await until(() => /stopping the server/.test(first.stderr()));
      first.child.kill('SIGKILL');
      assert.equal(await answer, 'done');
      await until(() => serversOf(at.folder).length === 0, first.stderr);
      const second = await up(at, { env });
      assert.equal(await body(at.port), 'done');
      assert.equal(await stop(second, 'SIGTERM'), 0);
    }),

    t.test('SUP-11 a server that no record names is not left beside the new one', async () => {
      const at = await project('app.js');
      const first = await up(at);
      const pid = await body(at.port);
      first.child.kill('SIGKILL');
      await first.exit;
      rmSync(at.run.runJson);
      const second = keep(at);
      await until(() => record(at)?.state === 'ready', second.stderr);
      await until(() => serversOf(at.folder).length === 1);
      assert.notEqual(await body(at.port), pid);
      assert.equal(await stop(second), 0);
    }),

    t.test('SUP-11 CLI-12 a healer that outlived its keeper is taken over, and ended at the stop', async () => {
      const at = await project('app.js');
      const healer = [process.execPath, '-e', 'setInterval(() => {}, 1000)', at.folder];
      const first = await up(at, { healer });
      await until(() => record(at)!.healer !== null);
      const { pid } = record(at)!.healer;
      first.child.kill('SIGKILL');
      await first.exit;
      const second = await up(at, { healer });
      await until(() => record(at)!.keeper.pid === second.child.pid, second.stderr);
      assert.equal(record(at)!.healer.pid, pid);
      assert.equal(await stop(second), 0);
      assert.equal(serversOf(at.folder).length, 0);
    }),

    t.test('CLI-7 with --once a crash is the end: its code is passed on, and no healer is begun any more', async () => {
      const at = await project('broken.js');
      const healer = [process.execPath, '-e', 'setInterval(() => {}, 1000)', at.folder];
      const keeper = keep(at, { healer, once: true });
      assert.equal(await keeper.exit, 1);
      assert.equal(signals(at).length, 1, 'what it died of waits for the next healer');
      assert.equal(serversOf(at.folder).length, 0);
    }),

    t.test('SUP-2 SUP-3 a server that goes to the background is told why it cannot be kept, once', async () => {
      const at = await project('app.js');
      const daemon = `
        const { spawn } = require('node:child_process');
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', __dirname], { detached: true, stdio: 'ignore' });
        child.unref();`;
      writeFileSync(path.join(at.folder, 'server.js'), daemon);
      const keeper = keep(at);
      await until(() => record(at)?.state === 'parked', keeper.stderr);
      assert.equal(keeper.stderr().match(/left a process in the background/g)?.length, 1, keeper.stderr());
      await until(() => serversOf(at.folder).length === 0);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-2 a clean exit 0 is named as such and the server started again', async () => {
      const at = await project('app.js');
      const keeper = await up(at);
      await get(at.port, '/zero');
      await until(() => record(at)!.boot === 2 && record(at)!.state === 'ready', keeper.stderr);
      assert.match(keeper.stderr(), /the server ended by itself with exit code 0; starting it again at once/);
      assert.deepEqual(signals(at), []);
      assert.equal(await stop(keeper), 0);
      assert.deepEqual(inbox(at).at(-1)!.state, 'stopped');
    }),
  ]);
});

function overPath(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get({ socketPath, agent: false }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
  });
}

function serversOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line.includes(folder) && !line.includes('keep.mjs');
    } catch {
      return false; // no process, or gone
    }
  });
}

/** True once there is a file where the folder was. */
function replaced(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'a file where the folder was');
    return true;
  } catch {
    return false; // written to just now
  }
}
