import assert from 'node:assert/strict';
import test from 'node:test';
import { isPublicAddress } from './addresses.ts';
import { checkUrl } from './urls.ts';

const refused: Readonly<Record<string, readonly string[]>> = {
  'url-characters': [
    'https://exa mple.com/',
    ' https://example.com',
    'https://example.com/ ',
    'https://example.com/\n',
    'https://example.com\t/',
    'https://127.0.0.1\u0000.example.com',
    'https://example.com\\@127.0.0.1/',
    'http:\\\\127.0.0.1',
    'https://example.com\u007f',
    'https://example.com/\u0085',
  ],
  'url-scheme': [
    '',
    'example.com',
    '//example.com/x',
    'ftp://example.com/x',
    'file:///etc/passwd',
    'gopher://example.com/_x',
    'data:text/html,x',
    'javascript:alert(1)',
    'http:/example.com',
    'http:example.com',
    'http:///example.com',
    'http://',
    'https://?x',
    'jar:http://example.com!/x',
    'ws://example.com',
    'dict://example.com:11211/',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun',
  ],
  'url-userinfo': [
    'https://user@example.com/',
    'https://user:pw@example.com/',
    'https://example.com@127.0.0.1/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://example.com:443@10.0.0.1/',
    'https://127.0.0.1@example.com/',
  ],
  'url-port': [
    'http://example.com:22/',
    'http://example.com:3000/',
    'https://example.com:8443/',
    'http://example.com:6379/',
    'http://example.com:0/',
    'http://example.com:65535/',
    'http://example.com:00025/',
  ],
  'url-address': [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.1/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.43518/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://8.8.8.8/',
    'http://1.1.1.1:80/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[2001:4860:4860::8888]/',
    'http://[0:0:0:0:0:0:0:1]/',
  ],
  'url-private-name': [
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://local\u200bhost/',
    'http://ⓛocalhost/',
    'http://app.localhost/',
    'http://redis/',
    'http://kubernetes.default.svc/',
    'http://kubernetes.default.svc.cluster.local/',
    'http://printer.local/',
    'http://intranet.corp/',
    'http://db.internal/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://metadata.google.internal./',
    'http://host.docker.internal/',
    'http://router.lan/',
    'http://nas.home/',
    'http://nas.home.arpa/',
    'http://x.test/',
    'http://x.onion/',
    'http://x.localdomain/',
    'http://metadata/',
  ],
  'url-metadata': ['http://metadata.goog/', 'http://metadata.tencentyun.com/', 'http://metadata.azure.com/'],
  'url-rebinding': [
    'http://127.0.0.1.nip.io/',
    'http://app.10.0.0.1.sslip.io/',
    'http://7f000001.nip.io/',
    'http://localtest.me/',
    'http://x.lvh.me/',
    'http://7f000001.c0a80001.rbndr.us/',
    'http://10-0-0-1.example.com/',
    'http://192.168.0.1.example.com/',
  ],
  'url-host': [
    'http://%6c%6f%63alhost/',
    'http://example..com/',
    'http://.example.com/',
    'http://-example.com/',
    `http://${'a'.repeat(64)}.example.com/`,
    'http://example.com%2f@127.0.0.1.example/'.replace('@', ''),
    'http://example.c/',
  ],
  'url-form': ['http://[::1/', 'http://a^b.example.com/', 'http://exa<mple.com/'],
  'url-too-long': [`https://example.com/${'a'.repeat(2100)}`],
};

const open = [
  'https://example.com/',
  'https://example.com',
  'http://example.com/',
  'HTTPS://EXAMPLE.COM/Path',
  'https://example.com:443/x',
  'http://example.com:80/x',
  'https://registry.npmjs.org/left-pad',
  'https://nodejs.org/api/net.html#socket-connect',
  'https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/404',
  'https://example.com/?url=http://localhost:3000/',
  'https://example.com/169.254.169.254/x',
  'https://example.com/a@b',
  'https://example.com#@127.0.0.1/',
  'https://example.com?@127.0.0.1/',
  'https://localhost.example.com/',
  'https://internal.example.com/',
  'https://10.example.com/',
  'https://fc-barcelona.example.org/',
  'https://fd00.example.org/',
  'https://127.example.net/',
  'https://münchen.example.com/',
  'https://xn--mnchen-3ya.example.com/',
  'https://ec2-54-23-4-5.compute.amazonaws.com/',
  'https://example.com./',
  'https://a_b.example.com/',
];

test('SSRF-1 addresses: every hostile form is refused by its rule, every public name is open', () => {
  const wanted = [
    ...Object.entries(refused).flatMap(([rule, urls]) => urls.map((url) => ({ url, decision: 'deny', rule }))),
    ...open.map((url) => ({ url, decision: 'allow', rule: 'url-public' })),
  ];
  const got = wanted.map(({ url }) => {
    const { decision, rule } = checkUrl(url);
    return { url, decision, rule };
  });
  assert.deepEqual(got, wanted);
});

test('SSRF-1 resolved addresses: one that is not public refuses the name', () => {
  const url = 'https://example.com/';
  const table: readonly (readonly [readonly string[], string, string])[] = [
    [['93.184.216.34'], 'allow', 'url-public'],
    [['93.184.216.34', '2606:2800:220:1::1'], 'allow', 'url-public'],
    [['93.184.216.34', '127.0.0.1'], 'deny', 'url-resolved'],
    [['::ffff:93.184.216.34'], 'deny', 'url-resolved'],
    [['fe80::1%eth0'], 'deny', 'url-resolved'],
    [['not an address'], 'deny', 'url-resolved'],
    [[], 'deny', 'url-unresolved'],
  ];
  for (const [resolved, decision, rule] of table) {
    const verdict = checkUrl(url, resolved);
    assert.deepEqual([verdict.decision, verdict.rule], [decision, rule], resolved.join());
  }
  assert.equal(checkUrl('http://localhost/', ['93.184.216.34']).decision, 'deny');
});

test('SSRF-1 global unicast is decided at the edges of every special block', () => {
  const publicOnes = `1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255
    169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
    168.63.129.15 168.63.129.17 2606:4700::1111 2a00:1450:4001:800::200e 2001:200::1 2001:4860:4860::8888 2400:cb00::1 3ffe::1`;
  const others = `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255 169.254.0.0
    169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0
    198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255 168.63.129.16
    :: ::1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:1ff:ffff::1 2001:db8::1 2002:808:808::1
    3fff::1 3fff:fff:ffff::1 4000::1 fc00::1 fdff::1 fe80::1 fec0::1 ff02::1 1.2.3 01.2.3.4 1.2.3.256 1.2.3.4.5 0x1.2.3.4 ::g 1:2:3:4:5:6:7:8:9
    1::2::3 12345::1 2606:4700::1%eth0`;
  for (const address of publicOnes.split(/\s+/)) assert.ok(isPublicAddress(address), address);
  for (const address of others.split(/\s+/)) assert.ok(!isPublicAddress(address), address);
});
