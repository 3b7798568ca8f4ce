/** A successor that never answers takes no client, whatever kind of door it listens at. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { test } from 'node:test';
import { tlsCert, tlsKey } from '../fixtures/tls.ts';
import { full } from '../project.ts';
import { placeOf, until, type Place } from './running.ts';

const limit = { timeout: 120_000 };
const tls = `{ key: ${JSON.stringify(tlsKey)}, cert: ${JSON.stringify(tlsCert)} }`;
const answers = (word: string): string => `(request, response) => response.end('${word}')`;
const hangs = '() => {}';

interface Door {
  /** Source of the server; `answer` is that of its listener. */
  server(answer: string): string;
  options(place: Place): http.RequestOptions;
}

const doors: Readonly<Record<string, Door>> = {
  'TLS alone': {
    server: (answer) => `require('node:https').createServer(${tls}, ${answer}).listen(process.env.PORT, '127.0.0.1');`,
    options: ({ port }) => ({ protocol: 'https:', host: '127.0.0.1', port }),
  },
  'a unix path alone': {
    server: (answer) => `require('node:http').createServer(${answer}).listen('app.sock');`,
    options: ({ app }) => ({ socketPath: path.join(app, 'app.sock') }),
  },
  'a port with a signal': {
    server: (answer) => `const { signal } = new AbortController();
      require('node:http').createServer(${answer}).listen({ port: process.env.PORT, host: '127.0.0.1', signal });`,
    options: ({ port }) => ({ host: '127.0.0.1', port }),
  },
};

/** The body, or the code of the error. */
function ask(options: https.RequestOptions): Promise<string> {
  return new Promise((resolve) => {
    const { request } = options.protocol === 'https:' ? https : http;
    const sent = request({ ...options, rejectUnauthorized: false, agent: false, timeout: 3000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

const env = { KINTSUGI_AUTONOMY: 'observe', KINTSUGI_RESTART_STARTUP_MS: '8000' };
const packageFile = '{"name":"app","scripts":{"start":"node server.js"}}';

/** By `npm start` one kind of door stands for all; each of them with KINTSUGI_TEST_FULL=1. */
const [aDoor] = Object.keys(doors);

for (const [kind, { server, options }] of Object.entries(doors))
  for (const args of full || kind === aDoor ? [['server.js'], ['--', 'npm', 'start']] : [['server.js']])
    test(`SUP-13 SUP-1 a deploy that hangs takes no client: ${kind}, ${args.join(' ')}`, limit, async (t) => {
      const place = await placeOf(t, { 'server.js': server(answers('one')), 'package.json': packageFile }, { env });
      const supervisor = place.run(args);
      const record = (): ReturnType<Place['record']> =>
        place.record(args.at(-1) === 'start' ? 'npm start' : 'server.js');
      await until(() => record()?.state === 'ready' && record()?.sockets === 'held', supervisor.stderr);
      const heard = new Set<string>();
      const asking: Promise<unknown>[] = [];
      const load = setInterval(() => asking.push(ask(options(place)).then((word) => heard.add(word))), 25);
      for (const [answer, code] of [
        [hangs, 1],
        [answers('two'), 0],
      ] as const) {
        writeFileSync(path.join(place.app, 'server.js'), server(answer));
        const told = await place.does('reload');
        assert.equal(told.code, code, told.stdout + told.stderr);
      }
      assert.equal(await ask(options(place)), 'two');
      clearInterval(load);
      await Promise.all(asking);
      assert.deepEqual([...heard].toSorted(), ['one', 'two']);
    });

test('SUP-13 what wants a certificate of its clients is not asked, and reloads', limit, async (t) => {
  const server = (word: string): string =>
    `require('node:https').createServer({ ...${tls}, ca: ${JSON.stringify(tlsCert)}, requestCert: true, rejectUnauthorized: true }, ${answers(word)})
      .listen(process.env.PORT, '127.0.0.1');`;
  const place = await placeOf(t, { 'server.js': server('one') }, { env });
  const supervisor = place.run();
  await until(() => place.record()?.state === 'ready', supervisor.stderr);
  writeFileSync(path.join(place.app, 'server.js'), server('two'));
  const { code, stdout, stderr } = await place.does('reload');
  assert.equal(code, 0, stdout + stderr);
  const given = { protocol: 'https:', host: '127.0.0.1', port: place.port, key: tlsKey, cert: tlsCert, ca: tlsCert };
  assert.equal(await ask(given), 'two');
});
