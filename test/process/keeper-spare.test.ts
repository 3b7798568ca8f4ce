/** The process started ahead: it goes on as the next boot, has run nothing of the app before, and never outlives its keeper. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { identify, isAlive } from '../../src/kit/identity.ts';
import { keeperDefaults } from '../../src/keeper/settings.ts';
import { isSuspended } from '../../src/keeper/tree.ts';
import {
  body,
  get,
  keep,
  load,
  pause,
  project,
  record,
  stop,
  sweep,
  until,
  up,
  type Project,
} from '../fixtures/keeper/harness.ts';

after(sweep);

/** Answers with its pid, its version and what it sees of us; notes each start. */
const server = (version: string): string => `
require('node:fs').appendFileSync(__dirname + '/boots', process.pid + '\\n');
const seen = Object.keys(process.env).filter((name) => /PARK|FDS/.test(name));
require('node:http').createServer((q, r) => r.end(JSON.stringify({ pid: process.pid, version: '${version}', seen })))
  .listen(Number(process.env.PORT));
`;

async function prepared(): Promise<Project> {
  const at = await project('app.js');
  writeFileSync(path.join(at.folder, 'server.js'), server('one'));
  return at;
}

const boots = (at: Project): string[] => readFileSync(path.join(at.folder, 'boots'), 'utf8').trim().split('\n');

/** Processes that carry a place to wait at and the project's control socket, but for the one that serves by now. */
function parked(at: Project): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== record(at)?.['child']?.pid)
    .filter((pid) => {
      try {
        const environ = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        return (
          environ.includes(`KINTSUGI_HOOK=${record(at)?.['socket']}`) &&
          environ.some((one) => one.startsWith('KINTSUGI_PARK='))
        );
      } catch {
        return false; // gone meanwhile, or not ours
      }
    });
}

async function spareOf(at: Project): Promise<number> {
  await until(() => record(at)?.['standby'] === 'spare' && parked(at).length > 0);
  return parked(at)[0]!;
}

async function standbyOf(at: Project): Promise<number> {
  await until(() => record(at)?.['standby'] === 'ready' && parked(at).length === 1);
  return parked(at)[0]!;
}

test('a process started ahead', { concurrency: 3 }, async (t) => {
  await Promise.all([
    t.test(
      'SUP-2 SUP-8 it is the next boot also after many others beside it, and where what it writes to is gone',
      async () => {
        const at = await prepared();
        const keeper = await up(at, { settings: { workers: 2 } });
        const spare = await spareOf(at);
        const worker = (): number => record(at)?.['workers'][0]?.child.pid ?? 0;
        for (let count = 0; count < 7; count += 1) {
          await until(() => worker() > 0, keeper.stderr);
          const pid = worker();
          process.kill(pid, 'SIGKILL');
          await until(() => worker() !== pid, keeper.stderr);
        }
        const killed = async (): Promise<void> => {
          const { boot, child } = record(at)!;
          process.kill(child.pid, 'SIGKILL');
          await until(() => record(at)!['boot'] !== boot && record(at)!['state'] === 'ready', keeper.stderr);
        };
        await killed();
        assert.equal(record(at)!['child'].pid, spare);
        await until(() => record(at)!['standby'] === 'spare', keeper.stderr);
        for (const name of readdirSync(at.run.folder)) if (/^boot-/.test(name)) rmSync(path.join(at.run.folder, name));
        await killed();
        assert.doesNotMatch(keeper.stderr(), /failed: ENOENT/);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('PERF-1 SUP-7 it is the next boot, of the files as they are by then, and nobody is refused', async () => {
      const at = await prepared();
      const keeper = await up(at);
      const spare = await spareOf(at);
      await pause(300);
      assert.equal(boots(at).length, 1, 'nothing of the app ran in it');
      writeFileSync(path.join(at.folder, 'server.js'), server('two'));
      process.kill(record(at)!['child'].pid, 'SIGKILL');
      const tally = await load(at.port, 20, 10);
      assert.equal(tally['refused'] ?? 0, 0);
      assert.deepEqual(JSON.parse(await body(at.port)), { pid: spare, version: 'two', seen: [] });
      await until(() => record(at)!['child'].pid === spare, keeper.stderr); // written a moment later
      assert.match(keeper.stderr(), /ready on port/);
      assert.notEqual(await spareOf(at), spare);
      assert.equal(await stop(keeper), 0);
      assert.deepEqual(parked(at), []);
    }),

    t.test(
      'SUP-7 it is not used where the package.json is another one since, which Node has read by then',
      async () => {
        const at = await prepared();
        const aliases = (folder: string): void => {
          const text = JSON.stringify({ name: 'x', imports: { '#version': `./${folder}.cjs` } });
          writeFileSync(path.join(at.folder, 'package.json'), text);
        };
        for (const name of ['one', 'two'])
          writeFileSync(path.join(at.folder, `${name}.cjs`), `module.exports = '${name}';`);
        aliases('one');
        writeFileSync(path.join(at.folder, 'server.js'), server("' + require('#version') + '"));
        const keeper = await up(at);
        const spare = await spareOf(at);
        aliases('two');
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        await until(() => record(at)!['boot'] > 1 && record(at)!['state'] === 'ready', keeper.stderr);
        const { pid, version } = JSON.parse(await body(at.port)) as { pid: number; version: string };
        assert.deepEqual([pid === spare, version], [false, 'two']);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('SUP-11 where its keeper is killed it ends, and the server goes on', async () => {
      const at = await prepared();
      const keeper = await up(at);
      const spare = identify(await spareOf(at))!;
      keeper.child.kill('SIGKILL');
      await until(() => !isAlive(spare));
      assert.equal(JSON.parse(await body(at.port)).pid, record(at)!['child'].pid);
      assert.equal(boots(at).length, 1);
    }),

    t.test(
      'SUP-1 it is not used where the folder was replaced, and one that was killed or stopped is no loss',
      async () => {
        const at = await prepared();
        const link = path.join(at.folder, 'current');
        symlinkSync(at.folder, link);
        const other = await prepared();
        writeFileSync(path.join(other.folder, 'server.js'), server('other'));
        const argv = [process.execPath, 'server.js'];
        const keeper = await up(at, { argv, cwd: link });
        const old = await spareOf(at);
        symlinkSync(other.folder, `${link}.new`);
        renameSync(`${link}.new`, link);
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        await until(
          async () => (await get(at.port)) !== 'refused' && record(at)!['boot'] > 1 && record(at)!['state'] === 'ready',
        );
        const answer = JSON.parse(await body(at.port));
        assert.equal(answer.version, 'other');
        assert.notEqual(answer.pid, old);
        process.kill(await spareOf(at), 'SIGKILL');
        process.kill(answer.pid, 'SIGKILL');
        await until(() => record(at)!['child']?.pid !== answer.pid && record(at)!['state'] === 'ready');
        const { pid } = record(at)!['child'];
        const stopped = await spareOf(at);
        process.kill(stopped, 'SIGSTOP');
        await until(() => isSuspended(stopped)); // on a busy machine a moment later
        process.kill(pid, 'SIGKILL');
        await until(() => ![null, pid].includes(record(at)!['child']?.pid) && record(at)!['state'] === 'ready');
        assert.equal(JSON.parse(await body(at.port)).version, 'other');
        await stop(keeper);
      },
    ),

    t.test('SUP-7 PERF-1 a standby has booted the app, and answers at once when the server dies', async (inner) => {
      const at = await prepared();
      const keeper = await up(at, { settings: { ahead: 'standby' } });
      const standby = await standbyOf(at);
      assert.equal(boots(at).length, 2, 'the app ran as far as its listen');
      assert.notEqual(JSON.parse(await body(at.port)).pid, standby);
      for (let round = 1; round <= 3; round += 1) {
        const [next, startedMs] = [await standbyOf(at), performance.now()];
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        const answer = JSON.parse(await body(at.port));
        inner.diagnostic(`crash to next answer with a standby: ${Math.round(performance.now() - startedMs)} ms`);
        assert.equal(answer.pid, next);
        await until(() => record(at)!['child']?.pid === next);
      }
      process.kill(record(at)!['child'].pid, 'SIGKILL');
      const tally = await load(at.port, 50, 5);
      assert.deepEqual(Object.keys(tally), ['200']);
      const last = identify(await standbyOf(at))!;
      assert.equal(await stop(keeper), 0);
      assert.ok(!isAlive(last));
    }),

    t.test(
      'SUP-7 PERF-1 a standby serves while the old process is still at its exit, which is followed up all the same',
      async () => {
        const at = await prepared();
        const slow = "process.on('exit', () => { for (const end = Date.now() + 2000; Date.now() < end; ); });";
        const ends =
          "(q.url === '/die' && setImmediate(() => { throw new Error('planted'); }), q.url === '/say' && process.emit('exit', 0))";
        writeFileSync(
          path.join(at.folder, 'server.js'),
          slow + server('one').replace('r.end(', `void ${ends} || r.end(`),
        );
        const keeper = await up(at, { settings: { ahead: 'standby' } });
        const next = await standbyOf(at);
        const old = identify(record(at)!['child'].pid)!;
        assert.equal(JSON.parse(await body(at.port, '/say')).pid, old.pid, 'who only says that it ends goes on');
        assert.deepEqual(parked(at), [next]);

        await get(at.port, '/die');
        await until(async () => JSON.parse(await body(at.port)).pid === next);
        assert.ok(isAlive(old), 'it is at its exit');
        await until(() => record(at)!['child']?.pid === next && record(at)!['state'] === 'ready');
        assert.ok(!isAlive(old));
        const told = /the server ended with exit code 1: Error: planted; starting it again at once/;
        await until(() => told.test(keeper.stderr()), keeper.stderr);
        assert.equal(record(at)!['restarts'], 1);

        const third = identify(await standbyOf(at))!;
        await get(at.port, '/die');
        await until(async () => JSON.parse(await body(at.port)).pid === third.pid);
        assert.equal(await stop(keeper), 0);
        assert.ok(!isAlive(third), 'one that serves without being the server yet goes with all the others');
      },
    ),

    t.test('SUP-7 PRO-7 a standby of files that are gone serves nobody: a deploy makes another', async () => {
      const at = await prepared();
      const keeper = await up(at, { settings: { ahead: 'standby' } });
      const old = await standbyOf(at);
      writeFileSync(path.join(at.folder, 'server.js'), server('two'));
      process.kill(record(at)!['child'].pid, 'SIGKILL');
      const answer = JSON.parse(await body(at.port));
      assert.equal(answer.version, 'two');
      assert.notEqual(answer.pid, old);
      const second = await standbyOf(at);
      writeFileSync(path.join(at.folder, 'server.js'), server('three'));
      await until(async () => record(at)!['standby'] === 'ready' && parked(at)[0] !== second);
      process.kill(answer.pid, 'SIGKILL');
      assert.equal(JSON.parse(await body(at.port)).version, 'three');
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-7 SUP-11 a standby ends with its keeper, and one that cannot boot is no loss', async () => {
      const at = await prepared();
      const keeper = await up(at, { settings: { ahead: 'standby' } });
      const standby = identify(await standbyOf(at))!;
      keeper.child.kill('SIGKILL');
      await until(() => !isAlive(standby));
      assert.equal(JSON.parse(await body(at.port)).pid, record(at)!['child'].pid);

      const other = await prepared();
      const once = "if (require('node:fs').existsSync(__dirname + '/boots')) process.exit(1);";
      writeFileSync(path.join(other.folder, 'server.js'), once + server('one'));
      const second = await up(other, { settings: { ahead: 'standby' } });
      await until(() => /the standby process ended/.test(second.stderr()));
      assert.equal(JSON.parse(await body(other.port)).version, 'one');
      assert.equal(record(other)!['restarts'], 0);
      assert.equal(await stop(second), 0);
    }),

    t.test('SUP-1 there is none where it is switched off, or where it would run or read something early', async () => {
      const settings = { ...keeperDefaults, ahead: 'off' };
      const cases = [
        { settings },
        { argv: ['npm', 'start'] },
        { argv: ['sh', '-c', 'exec node server.js'] },
        { argv: [process.execPath, '--env-file=.env', 'server.js'] },
      ];
      await Promise.all(
        cases.map(async (options) => {
          const at = await prepared();
          appendFileSync(path.join(at.folder, '.env'), '');
          const keeper = keep(at, options);
          await until(() => record(at)?.['state'] === 'ready' && existsSync(path.join(at.folder, 'boots')));
          await pause(3500);
          assert.equal(record(at)!['standby'], 'off');
          assert.deepEqual(parked(at), []);
          assert.equal(boots(at).length, 1);
          await stop(keeper);
        }),
      );
    }),
  ]);
});
