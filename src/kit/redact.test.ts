import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretName, parseEnv, secretsFrom } from './redact-env.ts';
import type { Secret } from './redact-env.ts';
import { createRedactor } from './redact.ts';

const hex = (length: number): string => '0123456789abcdef'.repeat(10).slice(0, length);
const mixed = (length: number): string => 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0z'.repeat(10).slice(0, length);
const upper = (length: number): string => 'AB3DE6GH9JK2MN5PQ8RS1TU4VW7XY0Z'.repeat(3).slice(0, length);
const jwt =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${`${mixed(64)}\n`.repeat(3)}${mixed(20)}==\n-----END RSA PRIVATE KEY-----`;

/** A secret as it is issued, then the text it stands in. Put together from pieces, so that no scanner takes this file for a leak. */
const issued: readonly (readonly [string, string?])[] = [
  [`AKIA${upper(16)}`],
  [`ASIA${upper(16)}`],
  [`ghp_${mixed(36)}`],
  [`gho_${mixed(36)}`],
  [`ghs_${mixed(36)}`],
  [`github_pat_${mixed(22)}_${mixed(59)}`],
  [`glpat-${mixed(20)}`],
  [`xoxb-${'123456789012'}-${mixed(24)}`],
  [`xoxp-${mixed(40)}`],
  [`xapp-1-${mixed(30)}`],
  [`https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${mixed(24)}`.slice(8)],
  [`sk_live_${mixed(24)}`],
  [`rk_live_${mixed(24)}`],
  [`sk_test_${mixed(24)}`],
  [`whsec_${mixed(32)}`],
  [`sk-${mixed(48)}`],
  [`sk-proj-${mixed(60)}`],
  [`sk-ant-api03-${mixed(80)}`],
  [`sk-or-v1-${hex(64)}`],
  [`gsk_${mixed(52)}`],
  [`AIza${mixed(35)}`],
  [`ya29.${mixed(60)}`],
  [`GOCSPX-${mixed(28)}`],
  [`npm_${mixed(36)}`],
  [`pypi-AgEIcHlwaS5vcmc${mixed(60)}`],
  [`vcp_${mixed(24)}`],
  [mixed(32), `x-api-key: ${mixed(32)}`],
  [mixed(24), `{ 'x-goog-api-key': '${mixed(24)}' }`],
  [hex(64), `https://b.s3.amazonaws.com/k?X-Amz-Signature=${hex(64)}`],
  [`SG.${mixed(22)}.${mixed(43)}`],
  [`SK${hex(32)}`],
  [`key-${hex(32)}`],
  [`${hex(32)}-us12`],
  [`shpat_${hex(32)}`],
  [`dop_v1_${hex(64)}`],
  [`HRKU-${mixed(36)}`],
  [`123456789:AA${mixed(33)}`],
  [`M${mixed(23)}.${mixed(6)}.${mixed(38)}`],
  [`discord.com/api/webhooks/123456789012345678/${mixed(60)}`],
  [`hvs.${mixed(40)}`],
  [`sq0atp-${mixed(22)}`],
  [`sq0csp-${mixed(43)}`],
  [`access_token$production$${mixed(16).toLowerCase()}$${hex(32)}`],
  [`lin_api_${mixed(40)}`],
  [`ntn_${mixed(46)}`],
  [`secret_${mixed(43)}`],
  [`hf_${mixed(34)}`],
  [`r8_${mixed(37)}`],
  [`dapi${hex(32)}`],
  [`glsa_${mixed(32)}_${hex(8)}`],
  [`NRAK-${upper(27)}`],
  [`dp.pt.${mixed(43)}`],
  [`PMAK-${hex(24)}-${hex(34)}`],
  [`ATATT3${mixed(60)}`],
  [`figd_${mixed(40)}`],
  [`dckr_pat_${mixed(27)}`],
  [`${mixed(14)}.atlasv1.${mixed(60)}`],
  [`AGE-SECRET-KEY-1${upper(58)}`],
  [`LTAI${mixed(20)}`],
  [jwt],
  [pem],
  [mixed(40), `aws_secret_access_key = ${mixed(40)}`],
  [`${mixed(86)}==`, `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${mixed(86)}==;EndpointSuffix=core`],
  ['s3cretPassw0rd', 'postgres://app:s3cretPassw0rd@db.internal:5432/app'],
  ['hunter2hunter2', 'mongodb+srv://user:hunter2hunter2@cluster0.mongodb.net/x'],
  ['p%40ss', 'redis://:p%40ss@cache:6379'],
  ['am9q3', 'amqp://guest1:am9q3@mq/vhost'],
  ['hunter22', 'mysql://root:hunter22@127.0.0.1/db'],
  ['dXNlcjpwYXNzd29yZA==', 'Authorization: Basic dXNlcjpwYXNzd29yZA=='],
  [mixed(30), `authorization: 'Bearer ${mixed(30)}'`],
  [mixed(24), `-H "Authorization: token ${mixed(24)}"`],
  [`0x${hex(64)}`, `invalid private key 0x${hex(64)}`],
  ['4242 4242 4242 4242'],
  ['4111111111111111'],
  ['378282246310005'],
  ['abc123xyz', '{"client_secret":"abc123xyz"}'],
  ['pw-9931', 'password=pw-9931&user=x'],
  ['zzTop99', 'connect failed: --password=zzTop99'],
  ['tok3nValue', '/cb?access_token=tok3nValue&x=1'],
  ['sid=s%3Aabc.def', 'Cookie: sid=s%3Aabc.def'],
  ['sid=rawcookie99', "rawHeaders: [ 'Host', 'x', 'Cookie', 'sid=rawcookie99' ]"],
  [`bot123456789:AA${mixed(32)}`, `https://api.telegram.org/bot123456789:AA${mixed(32)}/send`],
  [
    'username="m", response="6629fae49393a053"',
    'Proxy-Authorization: Digest username="m", response="6629fae49393a053"',
  ],
  ['mapsecret', "Map(1) { 'clientSecret' => 'mapsecret' }"],
  ['twice3scaped', 'body "{\\\\\\"apiKey\\\\\\":\\\\\\"twice3scaped\\\\\\"}"'],
  ['wsTok3n998877', '{"type":"auth","token":"wsTok3n998877"}'],
  ['hunter2hunter2', 'db:\n  password: hunter2hunter2\n  host: x'],
  ['pgfail9988', 'authentication failed for user "app" (password: pgfail9988)'],
  ['cliKey1234567', 'spawn app --api-key cliKey1234567 --verbose'],
  ['abc123def456', 'STRIPE_KEY=abc123def456 node x'],
  ['curlPassw0rd', 'curl -s -u admin:curlPassw0rd https://x'],
  ['MyS3cretPw', 'mysql -u root -pMyS3cretPw -h db'],
  ['multiPw1234', 'Content-Disposition: form-data; name="password"\r\n\r\nmultiPw1234\r\n--b'],
  ['xmlPw1234', '<user><password>xmlPw1234</password></user>'],
  ['urlPw1234', '/cb?state=%7B%22password%22%3A%22urlPw1234%22%7D'],
  [`${hex(32)}`, `TWILIO_AUTH_TOKEN is ${hex(32)}`],
  [
    `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
    `heroku key ${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
  ],
];

test('TRI-1 well-known token formats are hidden without being known', () => {
  const { redact } = createRedactor([]);
  for (const [secret, text = `Error: request with ${secret} failed`] of issued) {
    for (const form of [text, JSON.stringify({ msg: `line\n${text}` }), `\n${text}\n    at f (/x.js:1:2)`]) {
      const shown = redact(form);
      assert.ok(!shown.includes(secret) && !shown.includes(JSON.stringify(secret).slice(1, -1)), shown);
      assert.match(shown, /\[redacted:[a-z-]+\]/);
      assert.equal(redact(shown), shown);
    }
  }
});

test('TRI-1 what is no secret stays readable', () => {
  const { redact } = createRedactor(
    secretsFrom({
      env: {
        NODE_ENV: 'production',
        PORT: '3000',
        HOME: '/root',
        SSH_AUTH_SOCK: '/tmp/ssh-x/agent.1',
        TOKEN_TTL: '60',
        DB_PASSWORD: 'postgres',
      },
      envFiles: [
        { path: '.env', text: 'PORT=3000\nHOST=localhost\nNAME=users\nDIR=./data/files\nDEBUG=true\nN=12345' },
      ],
    }),
  );
  for (const text of [
    // digits of a hash that happen to check as a card's
    '63106807633c9f0d490f64e653a64f9fd853820f5507798338475375cc74f9e1',
    "TypeError: Cannot read properties of undefined (reading 'token')\n    at login (/srv/app/src/auth/token.js:12:30)",
    "ENOENT: no such file or directory, open './data/files/x.json'",
    'connect ECONNREFUSED 127.0.0.1:3000 on localhost in production',
    'integrity sha512-z7PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'commit 88df016429689c079f3b2f6ad39fa052532c5679 at 1700000000000 and 1234567890123',
    'id 550e8400-e29b-41d4-a716-446655440000 of 5f0e8400e29b41d4a7164466',
    'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'password: undefined, token: null, secret: required',
    'const login = { password: password1.value, token: tokens[2], secret: sha256(text) };',
    '<input name="password" type="password"> and <token>x</token>; "token": "identifier"',
    "fields 'password', 'email' are missing; run with --password or --token option; mkdir -p build",
    'Basic authentication failed; Bearer authentication required',
    'Authorization: header missing',
    'http://localhost:3000/a?b=c and https://example.com:8443/x@y',
    'const key = process.env.API_KEY; const password = req.body.password;',
    'relation "users" does not exist for user "postgres"',
    '12:30:45.123 took 4242 ms, 1.2.3.4:5678',
  ])
    assert.equal(redact(text), text);
});

const secrets: readonly Secret[] = [
  { name: 'API_TOKEN', value: 'ab/c+d==ef gh?9&"q"' },
  { name: 'DB_PASSWORD', value: 'korrekt-Pferd_77' },
  { name: 'DB_PASSWORD_LONG', value: 'korrekt-Pferd_77-Batterie' },
  { name: 'UMLAUT', value: 'schlüßel-ñandú-42' },
  { name: 'SHORT', value: 'q7x!' },
  { name: 'MULTI', value: 'first line of it\nsecond line of it' },
];

test('TRI-1 known values are hidden in every form they may take', () => {
  const { redact } = createRedactor(secrets);
  for (const { name, value } of secrets) {
    const bytes = Buffer.from(value);
    const json = JSON.stringify(value).slice(1, -1);
    const forms = [
      value,
      json,
      JSON.stringify(json).slice(1, -1),
      encodeURIComponent(value),
      encodeURI(value),
      encodeURIComponent(value).toLowerCase().includes('%')
        ? encodeURIComponent(value).replace(/%../g, (each) => each.toLowerCase())
        : value,
      new URLSearchParams({ a: value }).toString().slice(2),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
    ];
    if (value.length > 4) {
      for (const [before, after] of [
        ['', ''],
        ['x', 'y'],
        ['xy', 'z'],
        ['xyz', ''],
        ['user:', '\n'],
      ]) {
        forms.push(
          Buffer.from(`${before}${value}${after}`).toString('base64'),
          Buffer.from(`${before}${value}${after}`).toString('base64url'),
        );
      }
    }
    for (const form of forms) {
      const shown = redact(`Error: <${form}> refused`);
      assert.ok(shown.includes(`process.env.${name}`), `${name}: ${form} → ${shown}`);
      assert.ok(!shown.includes(form), shown);
      assert.equal(redact(shown), shown);
      assert.equal(redact(`Error: <${form}> refused`), shown);
    }
  }
  assert.equal(
    redact('korrekt-Pferd_77-Batterie korrekt-Pferd_77'),
    'process.env.DB_PASSWORD_LONG process.env.DB_PASSWORD',
  );
  assert.equal(redact('process.env.DB_PASSWORD_LONG'), 'process.env.DB_PASSWORD_LONG');
});

test('TRI-1 overlapping values leave no rest of either', () => {
  const { redact } = createRedactor([
    { name: 'A', value: 'abcdef12' },
    { name: 'B', value: 'ef12ghijkl' },
  ]);
  assert.equal(redact('x abcdef12ghijkl y'), 'x process.env.B y');
  const again = createRedactor([
    { name: 'S', value: 'process.env' },
    { name: 'T', value: 'redacted' },
    { name: 'K', value: 'zz99xx!q' },
  ]);
  for (const text of ['zz99xx!q', 'process.env.zz99xx!q', 'aKzz99xx!qredacted', `AKIA${upper(16)}`]) {
    const shown = again.redact(text);
    assert.equal(again.redact(shown), shown);
    assert.ok(!shown.includes('zz99xx!'));
  }
});

test('TRI-1 a value split over two chunks is hidden, wherever it is split', () => {
  const redactor = createRedactor(secrets);
  const text = `one line\nuser korrekt-Pferd_77-Batterie and ${JSON.stringify(secrets[0]?.value)} end\nghp_${mixed(36)}\nfirst line of it\nsecond line of it\n${pem}\nlast words`;
  const whole = redactor.redact(text);
  for (let at = 0; at <= text.length; at += 1) {
    const stream = redactor.stream();
    assert.equal(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end(), whole);
  }
  const stream = redactor.stream();
  assert.equal([...text].map((char) => stream.push(char)).join('') + stream.end(), whole);
});

test('TRI-1 a stream lets whole lines go at once and holds back no endless line', () => {
  const stream = createRedactor(secrets).stream();
  assert.equal(stream.push('ready\n'), 'ready\n');
  assert.equal(stream.push('half a '), '');
  assert.equal(stream.push('line\nnext'), 'half a line\n');
  const held = stream.push('x'.repeat(200_000));
  assert.ok(held.length > 150_000);
  const secret = 'korrekt-Pferd_77';
  const rest =
    stream.push('y'.repeat(70_000) + secret.slice(0, 5)) +
    stream.push(secret.slice(5) + 'z'.repeat(70_000)) +
    stream.end();
  assert.ok(!rest.includes(secret) && rest.includes('process.env.DB_PASSWORD'));
});

test('TRI-1 megabytes without a line break cost no more than their length', () => {
  const { redact } = createRedactor(secrets);
  for (const piece of [
    'a',
    'a-',
    'eyJ',
    'http://',
    'a:b@',
    'key ',
    'password="',
    'Bearer ',
    '1 ',
    '-----BEGIN PRIVATE KEY-----\n',
    'access_',
    '4242 ',
    'Authorization: ',
    '%41',
    'sk-',
    '\\"',
  ]) {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    assert.equal(typeof redact(text), 'string');
  }
});

test('TRI-1 the syntax of .env files', () => {
  assert.deepEqual(
    parseEnv(
      '# c\nA=1\nexport B="two words" # c\nC=\'#3\'\nD=a b # c\nE=\nF="x\\ny"\nG=`q"\'`\nH="over\ntwo"\r\nI: yaml\n  J = spaced \nnot an entry\nK=a#b',
    ),
    [
      ['A', '1'],
      ['B', 'two words'],
      ['C', '#3'],
      ['D', 'a b'],
      ['E', ''],
      ['F', 'x\ny'],
      ['G', 'q"\''],
      ['H', 'over\ntwo'],
      ['I', 'yaml'],
      ['J', 'spaced'],
      ['K', 'a#b'],
    ],
  );
});

test('TRI-1 which values of an environment are secrets', () => {
  const named = (env: Record<string, string>, file = ''): string[] =>
    secretsFrom({ env, envFiles: [{ path: '.env', text: file }] }).map(({ name }) => name);
  assert.deepEqual(
    named({
      API_KEY: 'k3y-1234',
      PGPASSWORD: 'abcdef',
      sessionSecret: 'qwertz12',
      PATH: '/usr/bin',
      PWD: '/srv/app',
      GOOGLE_APPLICATION_CREDENTIALS: '/etc/gcp/key.json',
      X: 'y',
    }),
    ['API_KEY', 'PGPASSWORD', 'sessionSecret'],
  );
  assert.deepEqual(named({ DATABASE_URL: 'postgres://u:p4ss@h/d', REDIS_URL: 'redis://localhost:6379' }), [
    'DATABASE_URL',
  ]);
  assert.deepEqual(
    named(
      {},
      'INTERNAL_HOST=db-7.internal.example\nPORT=8080\nFLAG=true\nGREETING=hello\nSALT=abc\nPIN=4711\nTOKEN=t0k3n',
    ),
    ['INTERNAL_HOST', 'TOKEN'],
  );
  // Of a place in the project an error must be able to speak; under the name of a secret it stays one.
  const places = 'SETTINGS=config/shop.yml\nIMPORT_DIR=data/seeds\nVIEW=shop/list.html';
  assert.deepEqual(named({}, `${places}\nAPI_KEY=config/shop.yml2\nCODE=ab/cdefgh\nSIGN=x9/QwErTy.zz`), [
    'API_KEY',
    'CODE',
    'SIGN',
  ]);
  assert.deepEqual(secretsFrom({ env: {}, envFiles: [{ path: '.env.example', text: 'TOKEN=your-token-here' }] }), []);
  for (const name of [
    'password',
    'X-Api-Key',
    'accessToken',
    'card_number',
    'JWT_SECRET',
    'stripeSecretKey',
    'refresh_token',
  ])
    assert.ok(isSecretName(name), name);
  for (const name of ['author', 'keyboard', 'monkey', 'tokenizer', 'passenger', 'PWD', 'user', 'compass'])
    assert.ok(!isSecretName(name), name);
});
