import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createRedactor } from '../kit/redact.ts';
import { withHands } from './hands.test-helper.ts';
import type { WebSettings } from './context.ts';

const publicAddress = '93.184.215.14';

interface Net {
  readonly web: WebSettings;
  /** Addresses that were dialled, and requests that arrived. */
  readonly dialled: string[];
  readonly asked: string[];
}

/** A loopback server that stands for the address that was dialled; names resolve as the table says. */
async function network(
  t: TestContext,
  names: Readonly<Record<string, string | readonly string[]>>,
  answer: http.RequestListener,
): Promise<Net> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const dialled: string[] = [];
  const turn = new Map<string, number>();
  return {
    asked,
    dialled,
    web: {
      hosts: ['*'],
      resolve: async (host) => {
        const found = names[host] ?? [];
        if (typeof found === 'string') return [found];
        const at = turn.get(host) ?? 0;
        turn.set(host, at + 1);
        return found[at] === undefined ? [...found] : [found[at]];
      },
      dial: (address) => {
        dialled.push(address);
        return net.connect(port, '127.0.0.1');
      },
    },
  };
}

test('SSRF-1 web_fetch dials the address that was checked and shows the words of a page', async (t) => {
  const page =
    '<html><head><title>t</title></head><body><script>evil()</script><h1>Buffer</h1><p>A &lt;b&gt; of bytes.</p></body></html>';
  const { web, dialled, asked } = await network(t, { 'docs.example.org': publicAddress }, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await withHands({ files: { 'a.js': '1;\n' }, context: { web } }, async ({ use }) => {
    const said = await use('web_fetch', { url: 'http://docs.example.org/buffer?x=1' });
    assert.equal(said, 'HTTP 200\nBuffer\nA <b> of bytes.');
    assert.deepEqual([dialled, asked], [[publicAddress], ['docs.example.org/buffer?x=1']]);
  });
});

const hostile: readonly (readonly [string, string | readonly string[]])[] = [
  ['loopback', '127.0.0.1'],
  ['loopback-other', '127.8.8.8'],
  ['any', '0.0.0.0'],
  ['ten', '10.1.2.3'],
  ['one-seven-two', '172.16.0.1'],
  ['one-nine-two', '192.168.1.1'],
  ['cgnat', '100.64.0.1'],
  ['link-local', '169.254.169.254'],
  ['azure', '168.63.129.16'],
  ['v6-loopback', '::1'],
  ['v6-ula', 'fd00::1'],
  ['v6-link', 'fe80::1'],
  ['v6-mapped', '::ffff:127.0.0.1'],
  ['v6-compatible', '::127.0.0.1'],
  ['nat64', '64:ff9b::7f00:1'],
  ['six-to-four', '2002:7f00:1::'],
  ['multicast', '224.0.0.1'],
  ['nothing', []],
];
test('SSRF-1 a name that resolves to no public address is never dialled, as the first hop or by a redirect', async (t) => {
  const names = Object.fromEntries(hostile.map(([name, address]) => [`${name}.evil-docs.org`, address]));
  const { web, dialled, asked } = await network(
    t,
    { ...names, 'start.evil-docs.org': publicAddress },
    (request, response) => {
      response.writeHead(302, { location: `http://${request.url?.slice(1) ?? ''}.evil-docs.org/` }).end();
    },
  );
  await withHands({ files: { 'a.js': '1;\n' }, context: { web } }, async ({ use }) => {
    for (const [name] of hostile) {
      assert.match(await use('web_fetch', { url: `http://${name}.evil-docs.org/` }), /^Refused: /, name);
      assert.equal(dialled.length, 0, name);
      assert.match(
        await use('web_fetch', { url: `http://start.evil-docs.org/${name}` }),
        /^Refused: /,
        `redirect to ${name}`,
      );
      assert.deepEqual(dialled.splice(0), [publicAddress], `redirect to ${name}`);
    }
    assert.equal(asked.length, hostile.length);
  });
});

const mixed = ['93.184.215.14', '127.0.0.1'];
test('SSRF-1 of several addresses one that is private is enough, and a name that changes is dialled as it was checked', async (t) => {
  const { web, dialled } = await network(t, { 'rebind.evil-docs.org': mixed }, (_request, response) => {
    response.setHeader('content-type', 'text/plain').end('ok');
  });
  const both = { ...web, resolve: async () => mixed };
  await withHands({ files: { 'a.js': '1;\n' }, context: { web: both } }, async ({ use }) => {
    assert.match(
      await use('web_fetch', { url: 'http://rebind.evil-docs.org/' }),
      /127\.0\.0\.1, which is not a public/,
    );
  });
  await withHands({ files: { 'a.js': '1;\n' }, context: { web } }, async ({ use }) => {
    assert.match(await use('web_fetch', { url: 'http://rebind.evil-docs.org/' }), /^HTTP 200/);
    assert.match(await use('web_fetch', { url: 'http://rebind.evil-docs.org/again' }), /^Refused: /);
  });
  assert.deepEqual(dialled, [publicAddress]);
});

const targets = [
  'http://127.0.0.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::1]/',
  'http://localhost/',
  'http://redis/',
  'http://metadata.google.internal/',
  'http://user:pass@docs.example.org/',
  'http://docs.example.org:6379/',
  'file:///etc/passwd',
  'gopher://docs.example.org/',
  'http://docs.example.org/\n',
  'http://127.0.0.1.nip.io/',
];
test('SSRF-1 redirects to addresses, ports, schemes and local names end there; endless ones end too', async (t) => {
  const { web, dialled } = await network(t, { 'docs.example.org': publicAddress }, (request, response) => {
    const at = Number(request.url?.slice(1));
    response.writeHead(302, { location: targets[at]?.trim() ?? 'http://docs.example.org/99' }).end();
  });
  await withHands({ files: { 'a.js': '1;\n' }, context: { web } }, async ({ use }) => {
    for (const [index, target] of targets.entries()) {
      assert.match(await use('web_fetch', { url: target }), /^Refused: /, target);
      assert.equal(dialled.length, 0, target);
      await use('web_fetch', { url: `http://docs.example.org/${index}` });
      assert.ok(
        dialled.every((address) => address === publicAddress),
        target,
      );
      dialled.splice(0);
    }
    assert.match(await use('web_fetch', { url: 'http://docs.example.org/99' }), /redirects more than 3 times/);
    assert.equal(dialled.length, 4);
  });
});

test('web_fetch is there only for hosts that the owner named, carries no secret out, and takes no more than text of bounded size', async (t) => {
  const secret = 'sk-verysecret-0123456789abcdef';
  const { web, dialled } = await network(
    t,
    { 'docs.example.org': publicAddress, 'other.org': publicAddress },
    (request, response) => {
      if (request.url === '/binary')
        return void response.setHeader('content-type', 'application/octet-stream').end('x');
      response.setHeader('content-type', 'text/plain');
      response.write('z'.repeat(3 * 1024 * 1024));
      response.end();
    },
  );
  const { redact } = createRedactor([{ name: 'KEY', value: secret }]);
  const named = { ...web, hosts: ['example.org'] };
  await withHands({ files: { 'a.js': '1;\n' }, context: { web: named, redact } }, async ({ use }) => {
    assert.match(await use('web_fetch', { url: 'http://other.org/' }), /not among the hosts/);
    for (const out of [
      secret,
      encodeURIComponent(secret).replace('-', '%2D'),
      Buffer.from(secret).toString('base64url'),
    ])
      assert.match(await use('web_fetch', { url: `http://docs.example.org/?q=${out}` }), /the address holds a secret/);
    assert.equal(dialled.length, 0);
    assert.match(await use('web_fetch', { url: 'http://docs.example.org/binary' }), /not text/);
    const said = await use('web_fetch', { url: 'http://docs.example.org/long' });
    assert.match(said, /\[4000 of 10\d{5} characters/);
  });
  await withHands({ files: { 'a.js': '1;\n' } }, async ({ use }) => {
    assert.match(await use('web_fetch', { url: 'http://docs.example.org/' }), /^Refused: there is no tool/);
  });
});
