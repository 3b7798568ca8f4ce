/** Which routes may be asked without anybody having asked (SEN-8). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FunctionMap } from '../incident/map.ts';
import { quietRoutes } from './deeds.ts';
import { readDefinitions } from './definitions.ts';
import { routesByFile } from './mounts.ts';

function quiet(files: Readonly<Record<string, string>>): string[] {
  const found = new Map(Object.entries(files).map(([file, text]) => [file, readDefinitions(file, text)]));
  const routes = routesByFile(found);
  const map: FunctionMap = [...found].map(([file, { functions, classes, exports }]) => {
    return { file, routes: routes.get(file) ?? [], functions, classes, exports };
  });
  return quietRoutes({ map, read: (file) => files[file] ?? null });
}

const app = "const app = require('express')();\n";

test('SEN-8 a handler that only looks may be asked', () => {
  const handlers = [
    "(req, res) => res.send('ok')",
    '(req, res) => { res.statusCode = 200; res.set("x", "y").json(rows.filter((row) => row.id > 1)); }',
    "async (req, res) => { const out = []; for (const row of await db.all('SELECT * FROM a')) out.push(row.id); res.json(out); }",
    '(req, res) => { const { page = 1 } = req.query; let from = page * 10; from += 1; res.json(rows.slice(from)); }',
    '(req, res) => { const seen = new Set(); for (const row of rows) seen.add(row.id); res.json([...seen]); }',
    '(req, res) => { const match = /a/.exec(req.url); res.json(match); }',
    'async (req, res, next) => { try { res.json(await Model.find({}).exec()); } catch (error) { error.status = 500; next(error); } }',
  ];
  for (const handler of handlers)
    assert.deepEqual(quiet({ 'a.js': `${app}app.get('/a', ${handler});` }), ['/a'], handler);
});

test('SEN-8 a handler that changes something beyond its answer may not', () => {
  const handlers = [
    '(req, res) => { hits += 1; res.send("ok"); }',
    '(req, res) => { hits++; res.send("ok"); }',
    '(req, res) => { log.push(req.url); res.send("ok"); }',
    '(req, res) => { cache[req.url] = 1; res.send("ok"); }',
    '(req, res) => { const user = users.get(req.params.id); user.visits += 1; res.json(user); }',
    '(req, res) => { req.session.views = 1; res.send("ok"); }',
    "(req, res) => { db.prepare('INSERT INTO a VALUES (1)').get(); res.send('ok'); }",
    "async (req, res) => { await db.query(`UPDATE a SET n = ${req.query.n}`); res.send('ok'); }",
    'async (req, res) => { await order.save(); res.send("ok"); }',
    'async (req, res) => { await prisma.user.create({ data: {} }); res.send("ok"); }',
    'async (req, res) => { await fetch(url, { method: "POST" }); res.send("ok"); }',
    '(req, res) => { fs.writeFileSync("a", "b"); res.send("ok"); }',
    '(req, res) => { mailer.send({ to: "a" }); res.send("ok"); }',
    '(req, res) => process.exit(0)',
    'handlerFromElsewhere',
  ];
  for (const handler of handlers) assert.deepEqual(quiet({ 'a.js': `${app}app.get('/a', ${handler});` }), [], handler);
});

test('SEN-8 what a handler calls counts, whatever file it stands in; so does its name', () => {
  const routes = (body: string): Record<string, string> => ({
    'server.js': `${app}app.use('/api', require('./books'));`,
    'books.js': `const router = require('express').Router();
const service = require('./service');
router.get('/list', (req, res) => {
  res.json(service.list());
});
router.get('/one/:id', service.one);
module.exports = router;`,
    'service.js': `function list() { ${body} return [1]; }
function one(req, res) { res.json(note(req.params.id)); }
function note(id) { return id; }
module.exports = { list, one };`,
  });
  assert.deepEqual(quiet(routes('')), ['/api/list', '/api/one/:id']);
  assert.deepEqual(quiet(routes('reads += 1;')), ['/api/one/:id']);
  const named = ['/logout', '/items/:id/delete', '/unsubscribe', '/files/*', '/shutdown'];
  for (const path of named)
    assert.deepEqual(quiet({ 'a.js': `${app}app.get('${path}', (q, r) => r.end());` }), [], path);
  const both = `${app}app.get('/a', (q, r) => r.end());\napp.post('/b', (q, r) => r.end());\napp.all('/a', (q, r) => { n += 1; });`;
  assert.deepEqual(
    quiet({ 'a.js': both }),
    [],
    'one of two handlers of a path changes something, and the other is no GET',
  );
});

test('SEN-8 plain servers, Fastify and Nest', () => {
  const plain = `http.createServer((req, res) => {
  if (req.url === '/a') {
    res.statusCode = 200;
    return res.end('a');
  }
  if (req.url === '/b') {
    count += 1;
    return res.end('b');
  }
});`;
  assert.deepEqual(quiet({ 'a.js': plain }), ['/a']);
  const fastify = `const app = require('fastify')();
app.get('/a', async () => ({ ok: true }));
app.route({ method: 'GET', url: '/b', handler: async (req, reply) => { await store.insert({}); return {}; } });
app.route({ method: 'GET', url: '/c', handler: async (req, reply) => reply.send({}) });`;
  assert.deepEqual(quiet({ 'a.js': fastify }), ['/a', '/c']);
  const nest = `@Controller('cats')
class Cats {
  @Get('list')
  list() {
    return this.all.filter(Boolean);
  }
  @Get('next')
  next() {
    this.n += 1;
    return this.n;
  }
}`;
  assert.deepEqual(quiet({ 'a.ts': nest }), ['/cats/list']);
});
