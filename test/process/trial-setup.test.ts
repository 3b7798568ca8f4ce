/** What only the trial lacks is said as such, and what the owner gives it is used (SPEC TRY-8, TRY-9). */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import test from 'node:test';
import type { CapturedRequest, Signal } from '../../src/incident/nouns.ts';
import { broughtBy } from '../../src/kit/credentials.ts';
import { ask, onStage } from '../fixtures/stage.ts';
import { tlsCert, tlsKey } from '../fixtures/tls.ts';

const needsDatabase = (
  port: number,
  host = '127.0.0.1',
): string => `const net = require('node:net'), http = require('node:http');
const s = net.connect(${port}, '${host}');
s.on('error', (e) => { throw e; });
s.once('data', (d) => http.createServer((q, r) => r.end(String(d))).listen(3000));
s.write('hello');
`;

async function withDatabase(use: (port: number) => Promise<void>): Promise<void> {
  const open = new Set<net.Socket>();
  const database = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => socket.write(`db got ${data}`));
  });
  await once(database.listen(0, '127.0.0.1'), 'listening');
  try {
    await use((database.address() as net.AddressInfo).port);
  } finally {
    for (const socket of open) socket.destroy();
    database.close();
  }
}

test('TRY-8 TRY-9 a service that the machine has and the trial has not: no diagnosis, but what to allow', async () => {
  await withDatabase(async (port) => {
    await onStage({ files: { 'server.js': needsDatabase(port) } }, async ({ trials }) => {
      const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
      assert.match(base.setup ?? '', new RegExp(`it needs 127.0.0.1:${port}.*trial.services`));
    });
  });
});

test('TRY-8 an allowed service is reached through the relay, and only that one', async () => {
  await withDatabase(async (port) => {
    const stage = { services: [{ target: 'db.internal:5432', to: `127.0.0.1:${port}` }] };
    await onStage({ files: { 'server.js': needsDatabase(5432, 'db.internal') }, stage }, async ({ trials }) => {
      const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
      assert.deepEqual([base.setup, base.failure, base.answers[0]?.body], [null, null, 'db got hello']);
    });
    await onStage({ files: { 'server.js': needsDatabase(port) }, stage }, async ({ trials }) => {
      assert.match(
        (await trials.baseline(null, [ask('GET /')], { times: 1 })).setup ?? '',
        new RegExp(`127\\.0\\.0\\.1:${port}`),
      );
    });
  });
});

/** Each goes on in its own way where the service does not answer; none names the connection that failed. */
const discreet: readonly [name: string, otherwise: string][] = [
  ['waits and tries again', '() => setTimeout(ask, 50)'],
  ['gives up in words of its own', "() => r.writeHead(500).end('MaxRetriesPerRequestError')"],
  ['takes it for empty', '() => r.writeHead(404).end()'],
];

test('TRY-9 an app that says nothing of the service it could not reach: no timeout, no other failure, but what to allow', async () => {
  await withDatabase(async (port) => {
    for (const [name, otherwise] of discreet) {
      const files = {
        'server.js': `require('node:http').createServer((q, r) => {
  const ask = () => require('node:net').connect(${port}, '127.0.0.1', () => r.end('ok')).on('error', ${otherwise});
  ask();
}).listen(3000);`,
      };
      await onStage({ files }, async ({ trials }) => {
        const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
        assert.match(base.setup ?? '', new RegExp(`it needs 127.0.0.1:${port}.*trial.services`), name);
      });
      const stage = { services: [{ target: `localhost:${port}`, to: `127.0.0.1:${port}` }] };
      await onStage({ files, stage }, async ({ trials }) => {
        const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
        assert.deepEqual([base.setup, base.answers[0]?.body], [null, 'ok'], `${name}; this machine has several names`);
      });
    }
  });
});

test('TRI-4 a service that is down for the machine, too, is the failure itself', async () => {
  let free = 0;
  await withDatabase(async (port) => {
    free = port;
  });
  await onStage({ files: { 'server.js': needsDatabase(free) } }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    assert.deepEqual([base.setup, base.failure?.kind, base.failure?.error?.code], [null, 'crash', 'ECONNREFUSED']);
  });
});

test('TRY-9 a name that a trial cannot resolve', async () => {
  const files = {
    'server.js':
      "require('node:http').createServer(async (q, r) => { try { await fetch('http://api.example.com/x'); } catch (e) { r.statusCode = 502; } r.end(); }).listen(3000)",
  };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    assert.match(base.setup ?? '', /it needs api\.example\.com:80/);
  });
});

test('TRY-9 secrets are stand-ins of the same shape, in the environment and in .env; trial.env gives the real ones', async () => {
  const files = {
    'server.js': `const text = require('node:fs').readFileSync('.env', 'utf8');
require('node:http').createServer((q, r) => r.end(JSON.stringify({ ...process.env, text }))).listen(3000)`,
    '.env': '# settings\nPORT=3000\nSTRIPE_SECRET_KEY=sk_live_abcDEF123456\nexport SESSION_SECRET="two words" \n',
    '.env.example': 'SESSION_SECRET=put-yours-here\n',
  };
  const env = {
    DATABASE_URL: 'postgres://app:hunter2pass@db.example:5432/shop?sslmode=require',
    API_KEY: '0123456789abcdef0123',
    PIN_SECRET: '471108',
    GIVEN_TOKEN: 'mine',
    NODE_ENV: 'production',
    TOKEN_TTL: '3600',
  };
  await onStage({ files, env, stage: { trialEnv: { GIVEN_TOKEN: 'test-token' } } }, async ({ trials, stage }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    const seen = JSON.parse(base.answers[0]?.body ?? '{}') as Record<string, string>;
    assert.match(seen['DATABASE_URL'] ?? '', /^postgres:\/\/app:\w{11}@db\.example:5432\/shop\?sslmode=require$/);
    assert.match(seen['API_KEY'] ?? '', /^[0-9a-f]{20}$/);
    assert.match(seen['PIN_SECRET'] ?? '', /^[1-9]\d{5}$/);
    assert.deepEqual([seen['GIVEN_TOKEN'], seen['NODE_ENV'], seen['TOKEN_TTL']], ['test-token', 'production', '3600']);
    for (const secret of ['hunter2pass', '0123456789abcdef0123', '471108', 'abcDEF123456', 'two words']) {
      assert.ok(!JSON.stringify(seen).includes(secret), secret);
    }
    assert.match(
      seen['text'] ?? '',
      /^# settings\nPORT=3000\nSTRIPE_SECRET_KEY=sk_live_\w{12}\nexport SESSION_SECRET="\w{3} \w{5}" \n$/,
    );
    assert.equal(stage.tree().read('.env.example'), 'SESSION_SECRET=put-yours-here\n');
    assert.deepEqual([...stage.replaced].sort(), [
      'API_KEY',
      'DATABASE_URL',
      'PIN_SECRET',
      'SESSION_SECRET',
      'STRIPE_SECRET_KEY',
    ]);
  });
});

test('TRY-9 a credential that a stand-in cannot check is no diagnosis', async () => {
  const files = {
    'server.js':
      "require('node:http').createServer((q, r) => { r.statusCode = q.headers.authorization === process.env.API_TOKEN ? 500 : 401; r.end(); }).listen(3000)",
  };
  await onStage({ files, env: { API_TOKEN: 'the-real-one' } }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /', { authorization: 'the-real-one' })], { times: 1 });
    assert.match(base.setup ?? '', /stand-ins for API_TOKEN; allow the one it needs with trial\.env/);
  });
});

test('TRY-9 a file that lies outside the project', async () => {
  await onStage(
    { files: { 'server.js': "require('node:fs').readFileSync('/etc/debian_version')" } },
    async ({ trials }) => {
      const base = await trials.baseline(null, [], { times: 1 });
      assert.match(base.setup ?? '', /it needs \/etc\/debian_version, which a trial does not see/);
    },
  );
});

test('TRY-1 a port below 1024 is served where the live server may take it, and refused where it may not', async () => {
  const files = { 'server.js': "require('node:http').createServer((q, r) => r.end('low')).listen(80)" };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /')], { times: 1 });
    const isRoot = process.getuid?.() === 0;
    assert.deepEqual([base.setup, base.failure?.error?.code ?? null], [null, isRoot ? null : 'EACCES']);
    assert.equal(base.answers[0]?.body, isRoot ? 'low' : undefined);
  });
});

test('TRY-1 https is spoken where the server speaks it', async () => {
  const files = {
    'server.js': `const [key, cert] = ['key.pem', 'cert.pem'].map((name) => require('node:fs').readFileSync(name));
require('node:https').createServer({ key, cert }, (q, r) => { r.statusCode = q.url === '/bad' ? 500 : 200; r.end('safe'); }).listen(8443);`,
    'key.pem': tlsKey,
    'cert.pem': tlsCert,
  };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(null, [ask('GET /'), ask('GET /bad')], { times: 1 });
    assert.deepEqual(
      base.answers.map((one) => [one.status, one.body]),
      [
        [200, 'safe'],
        [500, 'safe'],
      ],
    );
  });
});

test('TRY-8 a failure of the subject itself is no matter of the trial', async () => {
  const files = { 'server.js': "require('node:fs').readFileSync('data/missing.json')" };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(null, [], { times: 2 });
    assert.deepEqual([base.setup, base.reproduced, base.failure?.error?.code], [null, 'always', 'ENOENT']);
  });
});

const live = {
  ...{
    id: '1',
    kind: 'error' as const,
    subject: 'test',
    at: '2026-01-01T00:00:00.000Z',
    stderr: '',
    exit: null,
    request: null,
  },
  ...{ requestRef: null, route: '/', release: null, count: 1, status: 500, beforeReady: false },
  error: { name: 'TypeError', message: 'x', code: null, stack: '', cause: null },
} satisfies Signal;

test('TRY-9 a copy that does not start, though the live server did, lacks something', async () => {
  const files = { 'server.js': "throw new Error('no licence on this machine')" };
  await onStage({ files }, async ({ trials }) => {
    const base = await trials.baseline(live, [ask('GET /')], { times: 1 });
    assert.match(
      base.setup ?? '',
      /the copy does not start \(Error: no licence on this machine\), though the live server does/,
    );
    const error = { ...live.error, name: 'Error' };
    const atBoot = await trials.baseline({ ...live, beforeReady: true, error }, [], { times: 1 });
    assert.deepEqual([atBoot.setup, atBoot.reproduced], [null, 'always']);
  });
});

test('TRY-9 a service that only others ask for, once the failing request is well, is not what the trial lacks', async () => {
  await withDatabase(async (port) => {
    const files = {
      'server.js': `const far = (r) => require('node:net').connect(${port}, '127.0.0.1', () => r.end('up')).on('error', () => r.end('down'));
require('node:http').createServer((q, r) => (q.url === '/far' ? far(r) : r.end('well'))).listen(3000);`,
    };
    const setupOf = async (failing: string, good: string, status = 500): Promise<string | null> => {
      let setup: string | null = null;
      await onStage({ files, trials: { goodRequests: [ask(good)] } }, async ({ trials }) => {
        ({ setup } = await trials.baseline({ ...live, status }, [ask(failing)], { times: 1 }));
      });
      return setup;
    };
    assert.equal(await setupOf('GET /near', 'GET /far'), null);
    assert.match((await setupOf('GET /far', 'GET /near')) ?? '', /^the trial could not be set up: .*trial\.services/);
    const told = /^by its status 127\.0\.0\.1:\d+ failed it: see first whether that is up/;
    assert.match((await setupOf('GET /far', 'GET /near', 502)) ?? '', told);
  });
});

test('TRY-9 TRY-10 a confined trial knows the secret that its request brings along; one without confinement does not', async () => {
  const files = {
    'server.js': `const http = require('node:http');
http.createServer((q, r) => {
  if (q.headers.authorization !== 'Bearer ' + process.env.ADMIN_TOKEN) return r.writeHead(401).end();
  r.end(nobody);
}).listen(3000);
`,
  };
  const secret = 'desk-4711-token';
  const [env, request] = [{ ADMIN_TOKEN: secret }, ask('GET /', { authorization: `Bearer ${secret}` })];
  const seen = async (sandbox: 'auto' | 'off', carried: readonly string[]) => {
    let answers: readonly (number | null)[] = [];
    await onStage({ files, env, stage: { sandbox, carried } }, async ({ trials, stage }) => {
      const base = await trials.baseline(null, [request], { times: 1 });
      answers = base.answers.map(({ status }) => status);
      assert.deepEqual(stage.replaced, answers[0] === 401 ? ['ADMIN_TOKEN'] : []);
      assert.equal(base.failure?.error?.message, answers[0] === 401 ? undefined : 'nobody is not defined');
    });
    return answers;
  };
  assert.deepEqual(await seen('auto', [secret]), [null]);
  assert.deepEqual(await seen('auto', []), [401]);
  assert.deepEqual(await seen('off', [secret]), [401]);
});

test('TRY-9 a request that was signed with a secret is answered in a trial that has a stand-in for it', async () => {
  const token = (key: string): string => {
    const said = `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":7}')}`.replaceAll('=', '');
    return `${said}.${createHmac('sha256', key).update(said).digest('base64url')}`;
  };
  const files = {
    'server.js': `const http = require('node:http');
const { createHmac } = require('node:crypto');
process.loadEnvFile();
const mac = (key, text, form) => createHmac('sha256', key).update(text).digest(form);
http.createServer(async (q, r) => {
  let body = '';
  for await (const chunk of q) body += chunk;
  const [, head, claims, signature] = /^Bearer (.+)\\.(.+)\\.(.+)$/.exec(q.headers.authorization ?? '') ?? [];
  const isUser = signature !== undefined && signature === mac(process.env.JWT_SECRET, head + '.' + claims, 'base64url');
  const isHook = q.headers['x-signature'] === 'sha256=' + mac(process.env.HOOK_SECRET, body, 'hex');
  if (!isUser && !isHook) return r.writeHead(401).end();
  r.end(nobody);
}).listen(3000);
`,
    '.env': 'HOOK_SECRET=of-the-hooks-77\n',
  };
  const body = '{"paid":12}';
  const signed = (key: string) => ({ 'x-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` });
  await onStage({ files, env: { JWT_SECRET: 'signs-all-tokens' } }, async ({ trials, stage }) => {
    assert.deepEqual(stage.replaced.toSorted(), ['HOOK_SECRET', 'JWT_SECRET']);
    const seen = async (one: CapturedRequest) =>
      (await trials.baseline(null, [one], { times: 1 })).failure?.error?.message;
    assert.equal(
      await seen(ask('GET /', { authorization: `Bearer ${token('signs-all-tokens')}` })),
      'nobody is not defined',
    );
    assert.equal(await seen({ ...ask('POST /', signed('of-the-hooks-77')), body }), 'nobody is not defined');
    assert.equal(await seen(ask('GET /', { authorization: `Bearer ${token('somebody-else')}` })), undefined);
  });
});

test('TRY-9 webhooks over an id and a time, tokens in an address, keys by their hash are known to a trial', async () => {
  const files = {
    'server.js': `const http = require('node:http');
const { createHash, createHmac } = require('node:crypto');
const mac = (key, text, form) => createHmac('sha256', key).update(text).digest(form);
const { env } = process;
http.createServer(async (q, r) => {
  let body = '';
  for await (const chunk of q) body += chunk;
  const said = q.headers['webhook-id'] + '.' + q.headers['webhook-timestamp'] + '.' + body;
  const isHook = q.headers['webhook-signature'] === 'v1,' + mac(Buffer.from(env.HOOK_SECRET.slice(6), 'base64'), said, 'base64');
  const [, , name, signature] = q.url.split(/[/.?]/);
  const isLink = signature !== undefined && signature === mac(env.LINK_SECRET, name, 'base64url');
  const key = new URL(q.url, 'http://a').searchParams.get('api_key') ?? '';
  const isKey = createHash('sha256').update(key).digest('hex') === env.API_KEY_SHA256;
  if (!isHook && !isLink && !isKey) return r.writeHead(401).end();
  r.end(nobody);
}).listen(3000);
`,
  };
  const [key, name, body] = ['k-mara-77', 'bWFyYTo5OQ', '{"paid":12}'];
  const hookKey = createHash('sha256').update('of the hooks').digest();
  const env = {
    HOOK_SECRET: `whsec_${hookKey.toString('base64')}`,
    LINK_SECRET: 'signs-all-links',
    API_KEY_SHA256: createHash('sha256').update(key).digest('hex'),
  };
  const hook = (by: string | Buffer) => ({
    ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': '1767225600' },
    'webhook-signature': `v1,${createHmac('sha256', by).update(`msg_1.1767225600.${body}`).digest('base64')}`,
  });
  const link = (by: string) => `GET /confirm/${name}.${createHmac('sha256', by).update(name).digest('base64url')}`;
  const keyed = ask(`GET /?api_key=${key}`);
  await onStage({ files, env, stage: { carried: broughtBy(keyed) } }, async ({ trials, stage }) => {
    assert.deepEqual(stage.replaced.toSorted(), ['HOOK_SECRET', 'LINK_SECRET']);
    const seen = async (one: CapturedRequest) =>
      (await trials.baseline(null, [one], { times: 1 })).failure?.error?.message;
    for (const one of [{ ...ask('POST /', hook(hookKey)), body }, ask(link('signs-all-links')), keyed])
      assert.equal(await seen(one), 'nobody is not defined', one.url);
    for (const one of [{ ...ask('POST /', hook('another')), body }, ask(link('another')), ask('GET /?api_key=k-joel')])
      assert.equal(await seen(one), undefined, one.url);
  });
});
