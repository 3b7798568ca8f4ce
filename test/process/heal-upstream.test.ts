/** A server that asks another one, which a trial may reach: what is told where that one is the cause (SPEC TRI-4, TRY-8). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { test, type TestContext } from 'node:test';
import { jsonOf, placeOf } from './place.ts';

interface Heal {
  readonly outcome: string;
  readonly class: string | null;
  readonly action: { why: string } | null;
}

/** One `heal` of a server that asks `answer` for a parcel; null = nobody listens there. */
async function heal(t: TestContext, answer: http.RequestListener | null): Promise<Heal & { target: string }> {
  const upstream = http.createServer(answer ?? undefined);
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const target = `127.0.0.1:${(upstream.address() as net.AddressInfo).port}`;
  const close = (): void => {
    upstream.close();
    upstream.closeAllConnections();
  };
  if (answer === null) close();
  else t.after(close);
  const code = `const parcel = async () => (await (await fetch('http://${target}/parcel')).json()).place.toUpperCase();
require('node:http')
  .createServer((request, response) => {
    parcel().then((place) => response.end(place), (error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  })
  .listen(0);
`;
  const config = JSON.stringify({ trial: { services: [{ target, to: target }] } });
  const { run } = placeOf(t, { 'server.js': code, 'kintsugi.config.json': config });
  const line = ['heal', 'server.js', '--json', '--request', 'GET /', '--request-timeout', '2'];
  return { ...jsonOf<Heal>(await run(line), 10), target };
}

test(
  'TRI-4 TRY-8 whoever does not answer, breaks off, answers no JSON or is not there is told to a person',
  { concurrency: 2 },
  async (t) => {
    const cut: http.RequestListener = (_, response) => {
      response.writeHead(200, { 'content-length': '90' }).write('{"place":');
      setTimeout(() => response.destroy(), 50);
    };
    await Promise.all([
      t.test('no answer', async (one) => {
        const { outcome, class: kind, action, target } = await heal(one, () => undefined);
        assert.deepEqual([outcome, kind], ['asked', 'timeout']);
        assert.match(action?.why ?? '', new RegExp(`^${target} did not answer in time`));
      }),
      t.test('an answer that ends too soon', async (one) => {
        const { outcome, class: kind } = await heal(one, cut);
        assert.deepEqual([outcome, kind], ['asked', 'connection']);
      }),
      t.test('a page where JSON was wanted', async (one) => {
        const { outcome, action, target } = await heal(one, (_, response) => response.end('<h1>Log in</h1>'));
        assert.equal(outcome, 'asked');
        assert.match(action?.why ?? '', new RegExp(`^${target} answered what is no JSON`));
      }),
      t.test('nobody there', async (one) => {
        const { outcome, class: kind } = await heal(one, null);
        assert.deepEqual([outcome, kind], ['asked', 'connection']);
      }),
    ]);
  },
);

test('TRI-4 a server that is closed on purpose, and answers 503 for it by an error of its own, is told to a person', async (t) => {
  const code = `class Closed extends Error {
  status = 503;
}
const open = (settings) => {
  if (settings.closed) throw new Closed('back at nine');
};
require('node:http')
  .createServer((request, response) => {
    try {
      open(require('./shop.json'));
      response.end('open');
    } catch (error) {
      response.writeHead(error.status ?? 500).end(error.message);
    }
  })
  .listen(0);
`;
  const { run } = placeOf(t, { 'server.js': code, 'shop.json': '{ "closed": true }' });
  const { outcome, action } = jsonOf<Heal>(await run(['heal', 'server.js', '--json', '--request', 'GET /']), 10);
  assert.deepEqual(
    [outcome, action?.why],
    ['asked', 'server.js:5 answers 503 of its own accord: see whether that is meant'],
  );
});

test('TRI-4 CLI-2 what the code refuses by an error of its own, and no repair helps, is told with its place', async (t) => {
  const code = `class Quarantined extends Error {
  code = 'quarantine';
}
function release(animal) {
  if (animal.quarantine) throw new Quarantined(animal.name + ' must not leave');
  return animal.name;
}
require('node:http')
  .createServer((request, response) => {
    try {
      response.end(release({ name: 'Bruno', quarantine: true }));
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  })
  .listen(0);
`;
  const { run } = placeOf(t, { 'server.js': code });
  const { outcome, action } = jsonOf<Heal>(await run(['heal', 'server.js', '--json', '--request', 'GET /']), 1);
  const why = 'server.js:5 throws this of its own accord: see whether what it says is so';
  assert.deepEqual([outcome, action?.why], ['declined', why]);
});

test('TRI-4 CLI-2 an answer of 500 that no error explains is told as that', async (t) => {
  const code = `require('node:http')
  .createServer((request, response) => response.writeHead(500).end('{"status":"degraded"}'))
  .listen(0);
`;
  const { run } = placeOf(t, { 'server.js': code });
  const { outcome, action } = jsonOf<Heal>(await run(['heal', 'server.js', '--json', '--request', 'GET /']), 1);
  const why = 'it answers 500 without an error that could be seen: see whether that is meant';
  assert.deepEqual([outcome, action?.why], ['declined', why]);
});
