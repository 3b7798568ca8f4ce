/** A health route that fails where no client asks anything: what it is ended for is asked again in the copy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf, until } from './running.ts';

const limit = { timeout: 90_000 };
const env = { KINTSUGI_HEALTH_INTERVAL_MS: '500', KINTSUGI_HEALTH_START_DELAY_MS: '500' };

/** Nothing is thrown out of it, and nothing printed. */
const swallowing = `const http = require('node:http');
const { requestId } = require('./ids');
http.createServer((req, res) => {
  if (req.url === '/') return res.end('hello');
  try {
    res.setHeader('x-request-id', requestIdd(req));
    res.end('ok');
  } catch {
    res.writeHead(500).end();
  }
}).listen(process.env.PORT, '127.0.0.1');
`;
const ids = "let last = 0;\nexports.requestId = (req) => req.headers['x-request-id'] ?? `r${++last}`;\n";

const paused = `const http = require('node:http');
const paused = true;
http.createServer((req, res) => {
  if (req.url === '/health' && paused) return res.writeHead(503).end('paused');
  res.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

test('SUP-6 SEN-1 REP-2 what the health route fails at is repaired though no client met it', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': swallowing, 'ids.js': ids, 'package.json': '{"name":"app"}' }, { env });
  const supervisor = await place.up();
  await until(() => place.incidents()[0]?.status === 'resolved', supervisor.stderr);
  assert.equal(place.read('server.js'), swallowing.replace('requestIdd(', 'requestId('));
  const [incident] = place.incidents();
  assert.deepEqual([incident!.route, incident!.repair!.proof], ['/health', 'replayed']);
});

test('SUP-6 POL-8 a health route that refuses on purpose is left as it is, and a person is told', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': paused, 'package.json': '{"name":"app"}' }, { env });
  const supervisor = await place.up();
  await until(() => place.incidents()[0]?.status === 'needs_human', supervisor.stderr);
  assert.equal(place.read('server.js'), paused);
});
