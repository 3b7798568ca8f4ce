import assert from 'node:assert/strict';
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { carriedBy, trialDotenv, trialEnv, trialNpmrc } from './environment.ts';
import { looksSecret, standIn } from './standins.ts';

/** `shape` is what the stand-in must look like; null = it is no secret and stays. */
const entries: readonly [name: string, value: string, shape: RegExp | null][] = [
  ['DB_PASSWORD', 'hunter2', /^[a-z]{6}\d$/],
  ['API_KEY', 'AbCd-1234_xyz', /^[A-Z][a-z][A-Z][a-z]-\d{4}_[a-z]{3}$/],
  ['JWT_SECRET', '00ff00ff00ff00ff', /^[0-9a-f]{16}$/],
  [
    'APP_ID_SECRET',
    '4af0c3de-94be-4d5f-8a1e-3c1f0e6f7a11',
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  ],
  ['DATABASE_URL', 'postgres://app:p%40ss@db:5432/shop', /^postgres:\/\/app:\w%\d\d\w\w@db:5432\/shop$/],
  ['REDIS_URL', 'redis://:topsecret@cache.internal:6379/0', /^redis:\/\/:[a-z]{9}@cache\.internal:6379\/0$/],
  [
    'SENTRY_DSN',
    'https://abcdef0123456789@o1.ingest.sentry.io/42',
    /^https:\/\/[0-9a-f]{16}@o1\.ingest\.sentry\.io\/42$/,
  ],
  [
    'SLACK_WEBHOOK_URL',
    'https://hooks.slack.com/services/T00000001/B00000001/aBcDeFgHiJkL',
    /^https:\/\/hooks\.slack\.com\/services\/[A-Z]\d{8}\/[A-Z]\d{8}\/\w{12}$/,
  ],
  ['OPENAI', 'sk-proj-abcdefgh12345678', /^sk-proj-[a-z]{8}\d{8}$/],
  ['GH', 'ghp_abcdefghijklmnop', /^ghp_[a-z]{16}$/],
  [
    'ACCESS_TOKEN',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    /^eyJhbGciOiJIUzI1NiJ9\.eyJzdWIiOiIxIn0\.\w{12}$/,
  ],
  [
    'SERVICE_CREDENTIALS',
    '{"client_secret":"abc-def","port":80,"name":"n"}',
    /^\{"client_secret":"[a-z]{3}-[a-z]{3}","port":80,"name":"n"\}$/,
  ],
  ['PIN_SECRET', '123456', /^[1-9]\d{5}$/],
  ['LICENCE', 'roastery:2025-12-31', /^[a-z]{8}:2025-12-31$/],
  ['LICENSE_KEY', 'ACME-77/2027-01-31/x9', /^[A-Z]{4}-\d\d\/2027-01-31\/[a-z]\d$/],
  ['APP_PASSWORD', '2001-02-03', /^\d{4}-\d\d-\d\d$/],
  ['WHATEVER', 'Zk3vQ9xL0pR7tY2uW8sA5dF1', /^[A-Za-z0-9]{24}$/],
  ['PORT', '3000', null],
  ['NODE_ENV', 'production', null],
  ['TOKEN_TTL', '86400', null],
  ['PASSWORD_MIN_LENGTH', '12', null],
  ['AUTH_ENABLED', 'true', null],
  ['SESSION_NAME', 'sid', null],
  ['DATABASE_HOST', 'db.internal', null],
  ['API_URL', 'https://api.example.com/v1', null],
  ['LOG_FILE', '/var/log/app.log', null],
  ['CORS_ORIGIN', 'https://a.example,https://b.example', null],
  ['GREETING', 'a plain sentence with several words', null],
];

test('TRY-9 stand-ins keep the shape, are the same each time, and hold nothing of the secret', () => {
  for (const [name, value, shape] of entries) {
    assert.equal(looksSecret(name, value), shape !== null, `${name}=${value}`);
    if (shape === null) continue;
    const given = standIn(name, value);
    assert.match(given, shape, name);
    assert.notEqual(given, value);
    assert.equal(standIn(name, value), given);
  }
});

test('TRY-9 a stand-in depends on name and shape alone, so it cannot be turned back', () => {
  assert.equal(standIn('A_SECRET', 'kaaa1111'), standIn('A_SECRET', 'zzzz9999'));
  assert.notEqual(standIn('A_SECRET', 'kaaa1111'), standIn('B_SECRET', 'kaaa1111'));
});

test('TRY-9 a private key becomes another real key of its kind', () => {
  for (const pair of [
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ]) {
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const given = standIn('SIGNING_KEY', pem);
    assert.notEqual(given, pem);
    assert.equal(createPrivateKey(given).asymmetricKeyType, pair.privateKey.asymmetricKeyType);
    assert.equal(
      createPrivateKey(given).asymmetricKeyDetails?.namedCurve,
      pair.privateKey.asymmetricKeyDetails?.namedCurve,
    );
    assert.equal(standIn('SIGNING_KEY', pem.replaceAll('\n', '\\n')).includes('\n'), false);
  }
});

test('TRY-9 the environment of a trial', () => {
  const subject = {
    PATH: '/bin',
    MY_TOKEN: 'abc',
    OTHER_TOKEN: 'abc',
    NODE_OPTIONS: '--inspect',
    LD_PRELOAD: '/x.so',
    KINTSUGI_ADMIN_KEY: 'k',
    PORT: '80',
  };
  const { env, replaced } = trialEnv(subject, { given: { OTHER_TOKEN: 'test', EXTRA: '1' } });
  assert.deepEqual(Object.keys(env).sort(), ['EXTRA', 'MY_TOKEN', 'OTHER_TOKEN', 'PATH', 'PORT']);
  assert.deepEqual([env['OTHER_TOKEN'], env['PORT'], replaced], ['test', '80', ['MY_TOKEN']]);
});

test('TRY-9 a .env file keeps its form', () => {
  const text = `# top\nexport A_KEY = 'x y'\nMULTI_SECRET="line one\nline two"\nB_TOKEN=abc # why\r\nPORT=3000\nEMPTY_SECRET=\nnot an entry\n`;
  const { text: given, replaced } = trialDotenv(text, { given: { B_TOKEN: 'given' } });
  assert.match(
    given,
    /^# top\nexport A_KEY = '[a-z] [a-z]'\nMULTI_SECRET="[a-z]{4} [a-z]{3}\n[a-z]{4} [a-z]{3}"\nB_TOKEN=given # why\r\nPORT=3000\nEMPTY_SECRET=\nnot an entry\n$/,
  );
  assert.deepEqual(replaced, ['A_KEY', 'MULTI_SECRET']);
  assert.ok(!given.includes('line'));
  assert.match(
    trialNpmrc('registry=https://r.example/\n//r.example/:_authToken=npm_abcdefgh\n'),
    /^registry=https:\/\/r\.example\/\n\/\/r\.example\/:_authToken=npm_[a-z]{8}\n$/,
  );
});

test('TRY-9 TRY-10 a secret that a request brings along is no secret from the trial it is asked of; all others have stand-ins', () => {
  const carried = new Set(['desk-4711-token']);
  const secrets = {
    ADMIN_TOKEN: 'desk-4711-token',
    OTHER_TOKEN: 'desk-4711-tokem',
    SIGNING_KEY: 'desk-4711-token-and-more',
  };
  const { env, replaced } = trialEnv(secrets, { given: {}, carried });
  assert.equal(env['ADMIN_TOKEN'], 'desk-4711-token');
  assert.deepEqual(replaced, ['OTHER_TOKEN', 'SIGNING_KEY']);
  const lines = Object.entries(secrets).map(([name, value]) => `${name}="${value}"\n`);
  const { text, replaced: inFile } = trialDotenv(lines.join(''), { given: {}, carried });
  assert.match(text, /^ADMIN_TOKEN="desk-4711-token"$/m);
  assert.deepEqual(inFile, ['OTHER_TOKEN', 'SIGNING_KEY']);
});

test('TRY-9 of a list of credentials the one that a request brings along stays with what it is the key of, and no other', () => {
  const carried = new Set(['k-mara', 'admin']);
  const secrets = {
    AGENT_KEYS: 'k-mara:mara,k-joel:joel',
    LOGIN_TOKENS: '["k-mara", "k-yuki"]',
    USER_PASSWORDS: 'admin:letmein;bob:pw',
    PIN_TOKENS: 'admin:hello',
  };
  const { env, replaced } = trialEnv(secrets, { given: {}, carried });
  assert.match(env['AGENT_KEYS'] ?? '', /^k-mara:mara,(?!k-joel)[a-z]-[a-z]{4}:(?!joel)[a-z]{4}$/);
  assert.doesNotMatch(env['LOGIN_TOKENS'] ?? '', /yuki/);
  // Who says a name knows no password.
  assert.doesNotMatch(`${env['USER_PASSWORDS']} ${env['PIN_TOKENS']}`, /letmein|pw|hello/);
  assert.deepEqual(replaced, Object.keys(secrets));
  const { text } = trialDotenv(`AGENT_KEYS=k-joel:joel,k-mara:mara # who\n`, { given: {}, carried });
  assert.match(text, /^AGENT_KEYS=[a-z]-[a-z]{4}:[a-z]{4},k-mara:mara # who\n$/);
  assert.doesNotMatch(trialEnv(secrets, { given: {} }).env['AGENT_KEYS'] ?? '', /mara/);
});

test('TRY-9 of what requests bring along the hash is known as well, alone or in a list', () => {
  const [mara, joel] = ['k-mara', 'k-joel'].map((key) => createHash('sha256').update(key).digest('hex'));
  const secrets = {
    API_KEY_SHA256: `${mara}`,
    OTHER_KEY_SHA256: `${joel}`,
    API_KEY_HASHES: `${joel}:joel,${mara}:mara`,
  };
  const { env, replaced } = trialEnv(secrets, { given: {}, carried: carriedBy(['k-mara']) });
  assert.equal(env['API_KEY_SHA256'], mara);
  assert.match(env['API_KEY_HASHES'] ?? '', new RegExp(`,${mara}:mara$`));
  assert.equal(env['API_KEY_HASHES']?.includes(`${joel}`), false);
  assert.deepEqual(replaced, ['OTHER_KEY_SHA256', 'API_KEY_HASHES']);
});

test('MOD-5 a key of a model is withheld by its value: under any name, carried or open or not; the owner may give one', () => {
  const key = 'plain-looking-value-17';
  const subject = { LLM_DOOR: key, ALSO: key, OTHER: 'plain-looking-value-18', TEST_DOOR: key };
  const allowed = { given: { TEST_DOOR: 'of the test' }, carried: new Set([key]), withheld: new Set([key]) };
  const { env, replaced } = trialEnv(subject, allowed);
  assert.deepEqual(replaced, ['LLM_DOOR', 'ALSO']);
  assert.deepEqual([env['OTHER'], env['TEST_DOOR']], ['plain-looking-value-18', 'of the test']);
  assert.ok(!Object.values(env).includes(key));
  const { text } = trialDotenv(`LLM_DOOR=${key}\nOTHER="fine"\nTEST_DOOR=${key}\n`, allowed);
  assert.match(text, /^LLM_DOOR=(?!plain-looking-value-17).+\nOTHER="fine"\nTEST_DOOR=of the test\n$/);
});
