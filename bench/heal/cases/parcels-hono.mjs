/** Hono, ES modules, PostgreSQL, settings by environment, and a carrier's service that is asked. */
const quoteOf = (cents) => ({ cents, currency: 'EUR' });

export default {
  server: 'parcels-hono',
  half: 'dev',
  entry: 'src/main.js',
  services: ['postgres'],
  env: { DATABASE_URL: 'postgres://postgres@{postgres}/postgres', CARRIER_URL: 'http://{closed}' },
  seed: { postgres: 'db/seed.sql' },
  checks: [
    { request: 'GET /health', status: 200, json: { ok: true } },
    { request: 'GET /zones', status: 200, json: ['HOME', 'EU', 'WORLD'] },
    { request: 'GET /quote?grams=800', status: 200, json: quoteOf(490) },
    { request: 'GET /quote?grams=1200&zone=eu', status: 200, json: quoteOf(1290) },
    { request: 'GET /quote?grams=9000&zone=eu', status: 422 },
    { request: 'GET /quote?grams=10&zone=mars', status: 400 },
    { request: 'GET /quote', status: 400 },
    { request: 'GET /parcels/KX1', status: 200, json: { code: 'KX1', grams: 800, zone: 'home', events: 2, last: 'out for delivery' } },
    { request: 'GET /parcels/KX2', status: 200, json: { events: 0, last: null } },
    { request: 'GET /parcels/none', status: 404 },
    { request: 'GET /nowhere', status: 404 },
  ],
  cases: [
    {
      id: 'parcels-zones-text',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/default.json', find: '["home", "eu", "world"]', replace: '"home,eu,world"' }],
      trigger: { requests: ['GET /zones'] },
    },
    {
      id: 'parcels-database-renamed',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/db.js', find: '} = config.database;', replace: '} = config.db;' }],
      trigger: { boot: true },
    },
    {
      id: 'parcels-env-late',
      cause: 'config',
      expect: 'repair',
      break: [
        { file: 'src/config.js', find: 'if (existsSync(envFile)) process.loadEnvFile(envFile);\n', replace: '' },
        { file: 'src/config.js', find: '  },\n};', replace: '  },\n};\n\nif (existsSync(envFile)) process.loadEnvFile(envFile);' },
      ],
      trigger: { boot: true },
    },
    {
      id: 'parcels-token-name',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/config.js', find: "need('CARRIER_TOKEN')", replace: "need('CARRIER_API_TOKEN')" }],
      trigger: { boot: true },
    },
    {
      id: 'parcels-url-name-in-env',
      cause: 'config',
      expect: 'ask',
      break: [{ file: '.env', find: 'CARRIER_TOKEN=', replace: 'CARIER_TOKEN=' }],
      trigger: { boot: true },
    },
    {
      id: 'parcels-production-section',
      cause: 'config',
      expect: 'repair',
      break: [
        { file: 'config/production.json', find: '"quote": { "surchargePercent": 5 }', replace: '"quote": { "surchargePercent": 0, "steps": null }' },
      ],
      env: { NODE_ENV: 'production' },
      trigger: { requests: ['GET /quote?grams=800'] },
      history: true,
    },
    {
      id: 'parcels-features-gone',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/default.json', find: '"features": {', replace: '"flags": {' }],
      trigger: { boot: true },
    },
    {
      id: 'parcels-merge-json',
      cause: 'config',
      expect: 'ask',
      break: [
        {
          file: 'config/default.json',
          find: '  "cacheSeconds": 30\n',
          replace: '<<<<<<< HEAD\n  "cacheSeconds": 30\n=======\n  "cacheSeconds": 60\n>>>>>>> origin/caching\n',
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'parcels-imports-path',
      cause: 'config',
      expect: 'ask',
      break: [{ file: 'package.json', find: './src/config.js', replace: './src/config/index.js' }],
      trigger: { boot: true },
    },
    {
      id: 'parcels-wrong-const',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/quote.js', find: '  return zones.includes(zone);', replace: '  return zones.includes(zone;' }],
      trigger: { boot: true },
    },
    {
      id: 'parcels-carrier-401',
      cause: 'credential',
      expect: 'ask',
      env: { CARRIER_URL: 'http://{upstream}' },
      upstream: { status: 401, body: '{"title":"Unauthorized"}' },
      trigger: { requests: ['GET /parcels/KX1/live'] },
    },
    {
      id: 'parcels-carrier-429',
      cause: 'limit',
      expect: 'ask',
      env: { CARRIER_URL: 'http://{upstream}' },
      upstream: { status: 429, body: '' },
      trigger: { requests: ['GET /parcels/KX1/live'] },
    },
    {
      id: 'parcels-carrier-502',
      cause: 'outage',
      expect: 'ask',
      env: { CARRIER_URL: 'http://{upstream}' },
      upstream: { status: 502, body: 'bad gateway' },
      trigger: { requests: ['GET /parcels/KX1/live'] },
    },
    {
      id: 'parcels-carrier-down',
      cause: 'outage',
      expect: 'ask',
      trigger: { requests: ['GET /parcels/KX1/live'] },
    },
    {
      id: 'parcels-carrier-204',
      cause: 'outage',
      expect: 'ask',
      env: { CARRIER_URL: 'http://{upstream}' },
      upstream: { status: 500, body: '{"position":null}' },
      break: [{ file: 'src/carrier.js', find: '  if (!response.ok) throw new CarrierError(`Tracking is not available (${path})`);\n', replace: '' }],
      trigger: { requests: ['GET /parcels/KX1/live'] },
    },
    {
      id: 'parcels-database-down',
      cause: 'outage',
      expect: 'ask',
      env: { DATABASE_URL: 'postgres://postgres@{closed}/postgres' },
      break: [
        {
          file: 'src/db.js',
          find: '  const result = await pool.query(sql, values);\n  return result.rows;',
          replace: `  try {
    const result = await pool.query(sql, values);
    return result.rows;
  } catch {
    throw new Error('Storage is not reachable');
  }`,
        },
      ],
      trigger: { requests: ['GET /parcels/KX1'] },
    },
    {
      id: 'parcels-pg-password',
      cause: 'credential',
      expect: 'ask',
      trigger: {
        requests: ['GET /parcels/KX1'],
        stderr: `error: password authentication failed for user "parcels"
    at Parser.parseErrorMessage (/srv/parcels/node_modules/pg-protocol/dist/parser.js:285:98)
    at Parser.handlePacket (/srv/parcels/node_modules/pg-protocol/dist/parser.js:122:29)
    at Socket.<anonymous> (/srv/parcels/node_modules/pg-protocol/dist/index.js:11:42) {
  length: 104,
  severity: 'FATAL',
  code: '28P01',
  routine: 'auth_failed'
}
`,
      },
    },
    {
      id: 'parcels-pg-slots',
      cause: 'limit',
      expect: 'ask',
      trigger: {
        requests: ['GET /parcels/KX1'],
        stderr: `error: sorry, too many clients already
    at Parser.parseErrorMessage (/srv/parcels/node_modules/pg-protocol/dist/parser.js:285:98)
    at Parser.handlePacket (/srv/parcels/node_modules/pg-protocol/dist/parser.js:122:29) {
  length: 85,
  severity: 'FATAL',
  code: '53300',
  routine: 'InitProcess'
}
`,
      },
    },
    {
      id: 'parcels-cert-expired',
      cause: 'certificate',
      expect: 'ask',
      trigger: {
        requests: ['GET /health'],
        stderr: `TypeError: fetch failed
    at node:internal/deps/undici/undici:13502:13
    at async call (file:///srv/parcels/src/carrier.js:13:20) {
  [cause]: Error: certificate has expired
      at TLSSocket.onConnectSecure (node:_tls_wrap:1679:34)
      at TLSSocket.emit (node:events:519:28) {
    code: 'CERT_HAS_EXPIRED'
  }
}
`,
      },
    },
  ],
};
