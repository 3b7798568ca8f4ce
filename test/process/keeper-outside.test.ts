/** The keeper as an outsider tries it: slow boots, paths that come and go, disks that take nothing, kills at odd moments. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import {
  body,
  get,
  keep,
  limited,
  load,
  pause,
  project,
  record,
  signals,
  stop,
  sweep,
  until,
  up,
  type Project,
} from '../fixtures/keeper/harness.ts';

after(sweep);

/** A project whose server is this text. */
async function projectOf(text: string): Promise<Project> {
  const at = await project('app.js');
  writeFileSync(path.join(at.folder, 'server.js'), text);
  return at;
}

/** As `kintsugi reload` asks for it. */
function reload(at: Project): Promise<{ outcome: string; why: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(record(at)!['socket']);
    let told = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      told += bytes.toString();
      if (!told.includes('\n')) return;
      socket.destroy();
      resolve(JSON.parse(told));
    });
    socket.write('{"t":"reload"}\n');
  });
}

function overPath(socketPath: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = http.get({ socketPath, agent: false }, (response) => {
      response.on('data', (bytes) => resolve(String(bytes)));
      response.on('error', () => resolve('cut'));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
  });
}

const listens = `require('node:http').createServer((q, r) => r.end('pid ' + process.pid)).listen(Number(process.env.PORT))`;

test('keeper from outside', { concurrency: 3 }, async (t) => {
  await Promise.all([
    t.test(
      'SUP-13 SUP-11 a slow boot on a held socket, or adopted in the middle, is starting until it listens',
      async () => {
        const at = await projectOf(`const { existsSync } = require('node:fs');
        const begin = () => (existsSync('slow') ? setTimeout(begin, 20) : ${listens});
        begin();`);
        const first = await up(at);
        const slow = path.join(at.folder, 'slow');
        writeFileSync(slow, '');
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        await until(() => record(at)!['boot'] === 2 && record(at)!['child'] !== null, first.stderr);
        await pause(2800);
        assert.equal(record(at)!['state'], 'starting', first.stderr());
        rmSync(slow);
        await until(() => record(at)!['state'] === 'ready', first.stderr);
        writeFileSync(slow, '');
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        await until(() => record(at)!['state'] === 'starting');
        first.child.kill('SIGKILL');
        await first.exit;
        const second = keep(at);
        await until(() => /adopted/.test(second.stderr()), second.stderr);
        assert.equal(record(at)!['state'], 'starting');
        rmSync(slow);
        await until(() => record(at)!['state'] === 'ready', second.stderr);
        assert.match(await body(at.port), /^pid/);
        assert.equal(await stop(second), 0);
      },
    ),

    t.test(
      'SUP-13 where the old process died while its replacement started, the next reload has all its time',
      async () => {
        const at = await projectOf(`setTimeout(() => ${listens}, 1000)`);
        const keeper = await up(at, { settings: { startupMs: 3000 } });
        const one = reload(at);
        await pause(300);
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        assert.equal((await one).outcome, 'ready');
        await pause(1000);
        const { outcome, why } = await reload(at);
        assert.equal(outcome, 'ready', why);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('SUP-3 a keeper that was held up at the stop gives its server the time it has all the same', async () => {
      const at = await projectOf(`process.on('SIGTERM', () => setTimeout(process.exit, 300, 0)); ${listens}`);
      const keeper = await up(at, { env: { INVOCATION_ID: 'x' }, settings: { graceMs: 2000 } });
      const ended = stop(keeper, 'SIGTERM');
      await until(() => /stopping the server/.test(keeper.stderr()));
      keeper.child.kill('SIGSTOP');
      await pause(2200);
      keeper.child.kill('SIGCONT');
      assert.equal(await ended, 0, keeper.stderr());
    }),

    t.test('SUP-13 PRO-1 what the old process dies of, too, does not keep new files out', async () => {
      const text = (version: string): string => `require('node:http').createServer((q, r) => {
        if (q.url === '/') setTimeout(() => { throw new Error('of the root'); });
        else if (q.url === '/ok' && '${version}' === 'hangs') return;
        else { if (q.url === '/none') r.statusCode = 404; r.end('${version}'); }
      }).listen(Number(process.env.PORT))`;
      const at = await projectOf(text('one'));
      const keeper = await up(at);
      assert.equal(await get(at.port), 'reset');
      await until(() => record(at)?.['boot'] > 1 && record(at)?.['state'] === 'ready', keeper.stderr);
      writeFileSync(path.join(at.folder, 'server.js'), text('two'));
      assert.equal((await reload(at)).outcome, 'ready', 'nothing was ever answered well, and / is known to fail');
      assert.equal(await body(at.port, '/ok'), 'two');
      writeFileSync(path.join(at.folder, 'server.js'), text('hangs'));
      assert.deepEqual(await reload(at), { t: 'reloaded', outcome: 'failed', why: 'listened, but did not answer' });
      await until(async () => (await body(at.port, '/ok')) === 'two'); // it is being ended, and what it took with it
      assert.equal(await stop(keeper), 0);
    }),

    t.test(
      'SUP-13 a new process is asked what the old one answers well, also where nothing has failed yet',
      async () => {
        const text = (version: string): string => `require('node:http').createServer((q, r) => {
        if (q.url === '/') process.exit(3);
        r.end('${version}');
      }).listen(Number(process.env.PORT))`;
        const at = await projectOf(text('one'));
        const keeper = await up(at);
        assert.equal(await body(at.port, '/orders/7'), 'one');
        writeFileSync(path.join(at.folder, 'server.js'), text('two'));
        assert.equal((await reload(at)).outcome, 'ready', keeper.stderr());
        assert.equal(await body(at.port, '/orders/7'), 'two');
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('SUP-13 what no process can hand on does not keep new files out: the old one ends first', async () => {
      const at = await projectOf(`const { Worker } = require('node:worker_threads');
        require('node:dgram').createSocket('udp4').bind(Number(process.env.PORT) + 1);
        new Worker("require('node:net').createServer().listen(Number(process.env.PORT) + 2)", { eval: true }).on('error', (error) => { throw error; });
        ${listens}`);
      const keeper = await up(at);
      const before = await body(at.port);
      const loaded = load(at.port, 60, 10);
      const { outcome, why } = await reload(at);
      assert.equal(outcome, 'ready', why + keeper.stderr());
      const { refused = 0, timeout = 0 } = await loaded;
      assert.deepEqual([refused, timeout], [0, 0], keeper.stderr());
      assert.notEqual(await body(at.port), before);
      const elsewhere = listens.replace('.listen(', ".listen({ host: '127.0.0.1', port: ").replace(/\)$/, '})');
      writeFileSync(path.join(at.folder, 'server.js'), elsewhere);
      assert.equal((await reload(at)).outcome, 'ready', keeper.stderr());
      await until(() => record(at)!['sockets'] === 'held', keeper.stderr);
      writeFileSync(path.join(at.folder, 'server.js'), `throw new Error('broken')`);
      assert.equal((await reload(at)).outcome, 'failed');
      assert.match(await body(at.port), /^pid/);
      assert.equal(await stop(keeper), 0);
    }),

    t.test(
      'SUP-7 SUP-2 after a crash the new files may ask for another address of the port: it is held again',
      async () => {
        const at = await projectOf(listens);
        const keeper = await up(at);
        const elsewhere = listens.replace('.listen(', ".listen({ host: '127.0.0.1', port: ").replace(/\)$/, '})');
        writeFileSync(path.join(at.folder, 'server.js'), elsewhere);
        for (const boots of [2, 1]) {
          const { boot, child } = record(at)!;
          process.kill(child.pid, 'SIGKILL');
          await until(() => record(at)!['boot'] === boot + boots && record(at)!['state'] === 'ready', keeper.stderr);
          await until(() => record(at)!['sockets'] === 'held', keeper.stderr);
          assert.match(await body(at.port), /^pid/);
        }
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test(
      'SUP-7 a server that dies as soon as it listens: its socket is held, however busy the keeper is',
      async () => {
        const at = await projectOf(`const { existsSync, writeFileSync } = require('node:fs');
        const isFirst = !existsSync('begun');
        writeFileSync('begun', '');
        while (isFirst && !existsSync('go'));
        setTimeout(() => { ${listens} }, isFirst ? 0 : 700);
        if (isFirst) setTimeout(() => process.exit(1), 400);`);
        const keeper = keep(at);
        const begun = path.join(at.folder, 'begun');
        await until(() => existsSync(begun) && record(at)?.['child'] != null, keeper.stderr);
        const { pid } = record(at)!['child'];
        process.kill(keeper.child.pid!, 'SIGSTOP');
        writeFileSync(path.join(at.folder, 'go'), '');
        await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '), keeper.stderr);
        process.kill(keeper.child.pid!, 'SIGCONT');
        await until(() => record(at)!['boot'] === 2, keeper.stderr);
        const answers = await Promise.all([1, 2, 3].map(() => body(at.port)));
        for (const answer of answers) assert.match(answer, /^pid/, keeper.stderr());
        assert.equal(record(at)!['sockets'], 'held', keeper.stderr());
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test(
      'SUP-7 a path that its server clears away, at its start and at its end, leads to whoever serves',
      async (inner) => {
        const at = await projectOf(`const fs = require('node:fs');
        const door = require('node:path').join(__dirname, 'door.sock');
        if (fs.existsSync(door)) fs.unlinkSync(door);
        process.on('exit', () => fs.rmSync('door.sock', { force: true }));
        require('node:http').createServer((q, r) => (q.url === '/exit' ? process.exit(3) : r.end('pid ' + process.pid))).listen(door);`);
        const door = path.join(at.folder, 'door.sock');
        const keeper = await up(at);
        let asked = 0;
        const failed: string[] = [];
        const asking = setInterval(() => {
          asked += 1;
          void overPath(door).then((answer) => /^pid|RESET|EPIPE|cut/.test(answer) || failed.push(answer));
        }, 10);
        inner.after(() => clearInterval(asking));
        for (const end of ['SIGKILL', 'exit']) {
          const { boot, child } = record(at)!;
          if (end === 'SIGKILL') process.kill(child.pid, end);
          else http.get({ socketPath: door, path: '/exit' }).on('error', () => undefined);
          await until(() => record(at)!['boot'] > boot && record(at)!['state'] === 'ready', keeper.stderr);
        }
        assert.equal((await reload(at)).outcome, 'ready');
        clearInterval(asking);
        assert.match(await overPath(door), /^pid/);
        assert.deepEqual([failed, asked > 20], [[], true], keeper.stderr());
        assert.equal(await stop(keeper), 0);
        assert.ok(!existsSync(door));
      },
    ),

    t.test('SUP-7 SUP-11 a path left by a server that was killed together with its keeper is taken again', async () => {
      const at = await projectOf(listens.replace('Number(process.env.PORT)', "'door.sock'"));
      const door = path.join(at.folder, 'door.sock');
      const first = await up(at);
      first.child.kill('SIGKILL');
      process.kill(record(at)!['child'].pid, 'SIGKILL');
      await first.exit;
      await until(async () => (await overPath(door)) === 'ECONNREFUSED');
      const second = keep(at);
      await until(() => record(at)!['boot'] > 1 && record(at)!['state'] === 'ready', second.stderr);
      assert.match(await overPath(door), /^pid/);
      assert.equal(record(at)!['restarts'], 0, second.stderr());
      const { stderr } = spawnSync(process.execPath, ['server.js'], { cwd: at.folder, encoding: 'utf8' });
      assert.match(stderr, /EADDRINUSE/);
      assert.equal(await stop(second), 0);
      assert.ok(!existsSync(door));
    }),

    t.test(
      'SUP-16 what its hook said while the keeper was held up is heard before it is taken for one without',
      async () => {
        const at = await projectOf(`setTimeout(() => {
        require('node:http').createServer((q, r) => r.end('up')).listen(Number(process.env.PORT));
      }, 2500)`);
        const keeper = keep(at);
        await until(() => record(at)?.['child']?.pid > 0, keeper.stderr);
        keeper.child.kill('SIGSTOP');
        await until(async () => (await body(at.port)) === 'up');
        keeper.child.kill('SIGCONT');
        await until(() => record(at)?.['state'] === 'ready', keeper.stderr);
        assert.doesNotMatch(keeper.stderr(), /without the preload/);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test(
      'SUP-13 a server whose child serves on a socket that it handed on becomes ready, and is reloaded',
      async () => {
        const at = await projectOf(`if (process.argv[2] === 'child') process.on('message', (message, socket) =>
          require('node:http').createServer((q, r) => r.end('child')).listen(socket));
        else {
          const server = require('node:net').createServer();
          const hand = () => require('node:child_process').fork(__filename, ['child'])
            .send('it', server, () => server.close());
          server.listen(Number(process.env.PORT), hand);
        }`);
        const keeper = keep(at);
        await until(async () => (await body(at.port)) === 'child', keeper.stderr);
        await until(() => record(at)?.['state'] === 'ready', keeper.stderr);
        assert.equal((await reload(at)).outcome, 'ready', keeper.stderr());
        await until(async () => (await body(at.port)) === 'child', keeper.stderr);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('SUP-13 a server that is no Node program, and waits otherwise, is ready as soon as it listens', async () => {
      const at = await projectOf('');
      const serve = `use IO::Socket::INET; my $door = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ENV{PORT}, Listen => 5, ReuseAddr => 1) or die;
        while (my $client = $door->accept) { sysread $client, my $head, 4096; print $client "HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nperl"; close $client }`;
      const keeper = keep(at, { argv: ['perl', '-e', serve] });
      await until(() => record(at)?.['state'] === 'ready', keeper.stderr);
      assert.match(keeper.stderr(), new RegExp(`ready on port ${at.port} in \\d+ ms \\(without the preload\\)`));
      assert.equal(await body(at.port), 'perl');
      assert.equal((await reload(at)).outcome, 'ready', keeper.stderr());
      assert.equal(await body(at.port), 'perl');
      assert.equal(await stop(keeper), 0);
    }),

    t.test(
      'SUP-12 what a server says after what started it has gone is shown, at a reload and at the stop',
      async () => {
        const at =
          await projectOf(`const leave = () => setTimeout(() => { console.error('bye'); process.exit(); }, 300);
        process.on('SIGTERM', leave).on('SIGINT', leave);
        ${listens}`);
        const keeper = await up(at, { argv: ['sh', '-c', "trap 'exit 0' TERM INT; node server.js & wait"] });
        const byes = (): number => keeper.stderr().match(/^bye$/gm)?.length ?? 0;
        assert.equal((await reload(at)).outcome, 'ready');
        await until(() => byes() === 1, keeper.stderr);
        assert.equal(await stop(keeper), 0);
        assert.equal(byes(), 2, keeper.stderr());
      },
    ),

    t.test('SUP-7 a path that a start script clears away is opened anew', async () => {
      const at = await projectOf(listens.replace('Number(process.env.PORT)', "'door.sock'"));
      const argv = ['sh', '-c', 'rm -f door.sock; exec node server.js'];
      const door = path.join(at.folder, 'door.sock');
      const keeper = await up(at, { argv });
      for (let kills = 0; kills < 2; kills += 1) {
        const { boot, child } = record(at)!;
        process.kill(child.pid, 'SIGKILL');
        await until(() => record(at)!['boot'] > boot && record(at)!['state'] === 'ready', keeper.stderr);
        assert.match(await overPath(door), /^pid/);
      }
      assert.equal((await reload(at)).outcome, 'ready');
      assert.match(await overPath(door), /^pid/);
      assert.equal(record(at)!['sockets'], 'held');
      assert.equal(await stop(keeper), 0);
      assert.ok(!existsSync(door));
    }),

    ...[
      ['node', 'server.js'],
      ['npm', 'start'],
    ].map((argv) =>
      t.test(
        `SUP-7 a port that the new files do not ask for is refused soon, and nobody waits there: ${argv[0]}`,
        async () => {
          const at = await projectOf(listens);
          const keeper = await up(at, { argv });
          writeFileSync(
            path.join(at.folder, 'server.js'),
            listens.replace('process.env.PORT)', 'process.env.PORT) + 1'),
          );
          assert.equal((await reload(at)).outcome, 'ready');
          assert.match(await body(at.port + 1), /^pid/);
          const waiting = get(at.port);
          await until(async () => (await waiting) === 'reset' && (await get(at.port)) === 'refused', keeper.stderr);
          assert.match(await body(at.port + 1), /^pid/);
          assert.equal(await stop(keeper), 0);
        },
      ),
    ),

    t.test('SUP-1 REL-2 neither a full disk under its output nor a reader that goes ends the server', async () => {
      const writes = "setInterval(() => { console.error('x'.repeat(5000)); console.log('y'); }, 10)";
      const at = await projectOf(`${listens}; ${writes}`);
      const keeper = await up(at, { argv: limited(64, [process.execPath, 'server.js']) });
      const pid = await body(at.port);
      keeper.child.stdout?.destroy();
      await pause(1500);
      assert.equal(await body(at.port), pid);
      assert.equal(record(at)!['restarts'], 0);
      assert.equal(await stop(keeper), 0);
    }),

    t.test(
      'SUP-4 REL-2 on a disk that takes nothing a server is started all the same, and by one keeper alone',
      async () => {
        const at = await projectOf(listens);
        const first = keep(at, { limit: 0 });
        await until(() => first.stderr().includes('kintsugi ready on port'), first.stderr); // before it knows of the socket, nobody holds it
        const pid = await body(at.port);
        assert.match(first.stderr(), /taking the lock failed: EFBIG: .*; supervision goes on/);
        process.kill(Number(/\d+/.exec(pid)![0]), 'SIGKILL');
        const tally = await load(at.port, 50, 5);
        assert.equal((tally['refused'] ?? 0) + (tally['timeout'] ?? 0), 0, JSON.stringify(tally));
        const served = await body(at.port);
        const second = keep(at, { limit: 0 });
        assert.equal(await second.exit, 1);
        assert.match(second.stderr(), /supervised already/);
        assert.equal(await body(at.port), served);
        assert.equal(await stop(first), 0);
        assert.deepEqual(
          readdirSync(at.run.folder).filter((name) => name.startsWith('lock')),
          [],
        );
      },
    ),

    t.test(
      'SUP-14 SUP-15 where a loop hangs is read at any port, and where nobody can look, that is said',
      async (inner) => {
        const at = await projectOf(`require('node:http').createServer((q, r) => {
          if (q.url === '/blind') process.on('SIGUSR1', () => undefined);
          if (q.url !== '/') for (;;);
          r.end('pid ' + process.pid);
        }).listen(Number(process.env.PORT))`);
        const usual = createServer()
          .listen(9229, '127.0.0.1')
          .on('error', () => undefined); // taken already: as well
        inner.after(() => usual.close());
        const keeper = await up(at, { settings: { freezeMs: 2000 } });
        for (const [boot, url, found] of [
          [2, '/block', /^EventLoopBlocked: .*\n    at .*server\.js:\d+/],
          [3, '/blind', /^$/],
        ] as const) {
          await pause(1300);
          void get(at.port, url);
          await until(() => signals(at).length === boot - 1 && record(at)!['state'] === 'ready', keeper.stderr);
          const { kind, error } = signals(at).at(-1)!;
          assert.equal(kind, 'freeze');
          assert.match(error.stack, found);
        }
        assert.match(signals(at).at(-1)!['error'].message, /where is not known/);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test(
      'SUP-2 SUP-11 a server killed behind a starter that lives on is started again, under its keeper and between two',
      async () => {
        const at = await projectOf(listens);
        const argv = ['sh', '-c', 'node server.js; exec sleep 600'];
        const first = await up(at, { argv });
        const killed = async (): Promise<number> => {
          const { boot } = record(at)!;
          process.kill(Number((await body(at.port)).slice(4)), 'SIGKILL');
          return boot;
        };
        const boot = await killed();
        await until(() => record(at)!['boot'] > boot && record(at)!['state'] === 'ready', first.stderr);
        assert.match(first.stderr(), /was not started again by what had started it/);
        assert.match(await body(at.port), /^pid/);
        first.child.kill('SIGKILL');
        await first.exit;
        const left = await killed();
        const second = keep(at, { argv });
        await until(() => record(at)!['boot'] > left && record(at)!['state'] === 'ready', second.stderr);
        assert.match(second.stderr(), /adopted/);
        assert.match(await body(at.port), /^pid/);
        assert.deepEqual(signals(at), []);
        // Nor is a starter waited for whose server has gone for another one.
        const beganMs = performance.now();
        assert.equal((await reload(at)).outcome, 'ready');
        const tookMs = performance.now() - beganMs;
        assert.ok(tookMs < 8_000, `${tookMs} ms of a grace of 10 s`);
        assert.equal(await stop(second), 0);
      },
    ),

    t.test(
      'SUP-7 SUP-10 a socket that systemd passes is the server’s at its number in each boot, and held',
      async () => {
        const answers = "r.end('pid ' + (process.env.LISTEN_PID === String(process.pid) ? process.pid : 'other'))";
        const at = await projectOf(`require('node:http').createServer((q, r) => ${answers}).listen({ fd: 3 })`);
        const systemd = createServer().listen(at.port);
        await once(systemd, 'listening');
        const keeper = keep(at, { passed: Reflect.get(Reflect.get(systemd, '_handle'), 'fd') as number });
        systemd.close();
        await until(() => record(at)?.['state'] === 'ready', keeper.stderr);
        assert.deepEqual(
          [record(at)!['hook'], record(at)!['sockets'], record(at)!['port']],
          ['connected', 'held', at.port],
        );
        const asked = load(at.port, 200, 5);
        process.kill(record(at)!['child'].pid, 'SIGKILL');
        await until(() => record(at)!['boot'] > 1 && record(at)!['state'] === 'ready', keeper.stderr);
        assert.equal((await reload(at)).outcome, 'ready');
        assert.match(await body(at.port), /^pid \d/);
        const { refused = 0, timeout = 0 } = await asked;
        assert.deepEqual([refused, timeout], [0, 0]);
        assert.equal(await stop(keeper), 0);
      },
    ),

    t.test('SUP-2 REL-2 given up for want of its port, it is started as soon as who held it is gone', async () => {
      const at = await projectOf(listens);
      const holder = createServer().listen(at.port);
      const keeper = keep(at);
      await until(() => record(at)?.['state'] === 'parked', keeper.stderr);
      holder.close();
      await until(() => record(at)!['state'] === 'ready', keeper.stderr);
      assert.match(keeper.stderr(), new RegExp(`port ${at.port} is free: trying again`));
      assert.match(await body(at.port), /^pid/);
      assert.equal(await stop(keeper), 0);
    }),

    t.test('SUP-4 REL-2 of several that start at once over a spoilt record one keeps the one server', async () => {
      const at = await projectOf(listens);
      mkdirSync(at.run.folder, { recursive: true });
      writeFileSync(at.run.runJson, '{"child": {}}');
      const keepers = Array.from({ length: 5 }, () => keep(at));
      const ends = Promise.all(keepers.map(({ exit }) => exit));
      await until(() => record(at)?.['state'] === 'ready');
      await until(() => keepers.filter(({ child }) => child.exitCode === 1).length === 4);
      const [first] = keepers.filter(({ child }) => child.exitCode === null);
      assert.equal(record(at)!['keeper'].pid, first!.child.pid);
      assert.equal(await body(at.port), `pid ${record(at)!['child'].pid}`);
      assert.equal(await stop(first!), 0);
      assert.deepEqual((await ends).sort(), [0, 1, 1, 1, 1]);
    }),

    t.test(
      'SUP-11 an adopted server has the environment of the new program after a reload, without what is gone',
      async () => {
        const at = await projectOf(listens.replace("'pid ' + process.pid", '`${process.env.SAME} ${process.env.OLD}`'));
        const first = await up(at, { env: { SAME: 'one', OLD: 'there' } });
        assert.equal(await body(at.port), 'one there');
        first.child.kill('SIGKILL');
        await first.exit;
        const second = keep(at, { env: { SAME: 'two' } });
        await until(() => /\(OLD, SAME\): `kintsugi reload` brings them in/.test(second.stderr()), second.stderr);
        await until(() => record(at)!['sockets'] === 'held', second.stderr);
        assert.equal((await reload(at)).outcome, 'ready');
        assert.equal(await body(at.port), 'two undefined');
        assert.equal(await stop(second), 0);
      },
    ),

    t.test(
      'PERF-1 SUP-13 SUP-16 kept connections and a slow upload outlive a reload of a server that froze process and lost the time',
      async (inner) => {
        const at = await projectOf(`Object.freeze(process);
      const { now } = Date;
      require('node:http').createServer((q, r) => {
        let bytes = 0;
        const took = (chunk) => {
          bytes += chunk.length;
          if (bytes === 13) Date.now = () => now() + 86_400_000;
        };
        q.on('data', took).on('end', () => r.end(String(bytes)));
      }).listen(Number(process.env.PORT))`);
        const keeper = await up(at);
        const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
        const send = (to: http.Agent | false, paces: readonly number[]): Promise<string> =>
          new Promise((resolve) => {
            const given = { host: '127.0.0.1', port: at.port, method: 'POST', agent: to };
            const asked = http.request(given, (answer) => answer.on('data', (bytes) => resolve(String(bytes))));
            asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
            void (async () => {
              for (const ms of paces) {
                asked.write('x');
                await pause(ms);
              }
              asked.end();
            })();
          });
        const kept: Promise<string>[] = [];
        const asking = setInterval(() => kept.push(send(agent, [0])), 10);
        inner.after(() => clearInterval(asking));
        const slow = send(
          false,
          Array.from({ length: 20 }, () => 100),
        );
        await pause(500);
        for (let times = 0; times < 2; times += 1) assert.equal((await reload(at)).outcome, 'ready');
        clearInterval(asking);
        assert.deepEqual([...new Set(await Promise.all(kept))], ['1']);
        assert.equal(await slow, '20');
        agent.destroy();
        assert.equal(await stop(keeper), 0);
      },
    ),
  ]);
});
