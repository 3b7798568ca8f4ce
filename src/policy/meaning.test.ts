import assert from 'node:assert/strict';
import test from 'node:test';
import { nestedQuantifier } from './backtracking.ts';
import { readMeaning, readMeanings } from './meaning.ts';

interface Case {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly path?: string;
  /** The rules that must be among the findings; none at all where empty. */
  readonly rules?: readonly string[];
  readonly guardOnly?: boolean;
}

const app = `const express = require('express');
const helmet = require('helmet');
const { requireAuth, validateBody } = require('./auth');
const db = require('./data');
const app = express();
app.use(helmet());
app.use(express.json());
app.get('/users/:id', requireAuth, async (req, res) => {
  const user = await db.find(req.params.id);
  if (!req.user.isAdmin && user.owner !== req.user.id) return res.status(403).json({ error: 'no' });
  res.json({ name: user.profile.name });
});
app.post('/users', requireAuth, (req, res) => {
  validateBody(req.body);
  const limit = rateLimit(req.ip, 100);
  if (!limit) throw new Error('too many');
  res.cookie('s', '1', { httpOnly: true, secure: true });
  db.run('INSERT INTO users (name) VALUES (?)', [req.body.name]);
  res.status(201).end();
});
app.listen(process.env.PORT || 3000);
`;

const edit = (from: string, to: string): { before: string; after: string } => {
  assert.ok(app.includes(from), from);
  return { before: app, after: app.replace(from, () => to) };
};

/** Repairs of a cause: nothing to ask, no mere guard. */
const causes: readonly Case[] = [
  {
    name: 'the same choice by another condition',
    before: "const by = booking.user ? booking.by.trim() : 'anonymous';",
    after: "const by = booking.by ? booking.by.trim() : 'anonymous';",
  },
  {
    name: 'a misspelt member in what a check gives back',
    before: 'const isAdmin = (user) => user.rloe === 1;',
    after: 'const isAdmin = (user) => user.role === 1;',
  },
  {
    name: 'what a function that speaks of access gives back is no yes or no',
    before: 'function sessionOf(request) { return store.find(request.id); }',
    after: 'function sessionOf(request) { return store.get(request.id); }',
  },
  {
    name: 'the condition of a refusal asks a method that exists',
    before: 'if (list.any(overlaps)) throw new Error(1);',
    after: 'if (list.some(overlaps)) throw new Error(1);',
  },
  {
    name: 'an order by another field is no check',
    before: 'list.sort((a, b) => a.surname.localeCompare(b.surname));',
    after: 'list.sort((a, b) => a.lastName.localeCompare(b.lastName));',
  },
  {
    name: 'another property is set than the status, where it was none',
    before: 'a.total = 500;',
    after: 'a.sum = 500;',
  },
  {
    name: 'a BigInt made plain',
    before: 'a({ ns: process.hrtime.bigint() });',
    after: 'a({ ns: Number(process.hrtime.bigint()) });',
  },
  {
    name: 'a check that waits for what it checks',
    before:
      "async function f(room) {\n  if (store.of(room.id).some((other) => hits(other))) throw conflict('taken');\n  go();\n}\n",
    after:
      "async function f(room) {\n  if ((await store.of(room.id)).some((other) => hits(other))) throw conflict('taken');\n  go();\n}\n",
  },
  {
    name: 'an import that stood there twice',
    before: "import { a } from 'a';\nimport { b } from 'b';\nimport { a } from 'a';\na(b);",
    after: "import { a } from 'a';\nimport { b } from 'b';\na(b);",
  },
  {
    name: 'both sides of a merge are the same',
    before: '<<<<<<< HEAD\na();\n=======\na();\n>>>>>>> x\nb();\n',
    after: 'a();\nb();\n',
  },
  {
    name: 'blanks in YAML',
    path: 'site.yml',
    before: 'a:\n\tb: 1\nc:2\n',
    after: 'a:\n  b: 1\nc: 2\n',
  },
  { name: 'a misspelt property', ...edit('user.profile.name', 'user.profile.fullName') },
  { name: 'a misspelt call', before: 'const a = b.mpa(x);', after: 'const a = b.map(x);' },
  {
    name: 'a second import of the same name goes',
    before: "import { a } from './a.js';\nimport { a } from './a.js';\na();",
    after: "import { a } from './a.js';\na();",
  },
  { name: 'a misspelt check', before: 'validteBody(req.body);', after: 'validateBody(req.body);' },
  { name: 'a check in another case', before: 'escapeHTML(a); escapeHtml(b);', after: 'escapeHtml(a); escapeHtml(b);' },
  { name: 'a misspelt argument of a check', before: 'validateBody(req.boddy);', after: 'validateBody(req.body);' },
  {
    name: 'a misspelt name in a condition',
    before: 'if (user.isAdmin && usr.ok) go();',
    after: 'if (user.isAdmin && user.ok) go();',
  },
  ...[
    'a(b.constructor.name);',
    'a(b instanceof Function);',
    'a(typeof require);',
    'a(require.main === module);',
    'class A { copy() { return new this.constructor(b); } }',
    'a({ eval: b }.eval);',
    'const require = createRequire(import.meta.url); a(b);',
  ].map((after) => ({ name: `no detour: ${after}`, before: 'a(c);', after })),
  { name: 'a missing await', ...edit('await db.find', 'await db.findOne') },
  {
    name: 'await put in',
    before: 'async function f() { const u = db.find(1); return u.name; }',
    after: 'async function f() { const u = await db.find(1); return u.name; }',
  },
  { name: 'a missing return', before: 'function f(a) { a + 1; }', after: 'function f(a) { return a + 1; }' },
  { name: 'a project import', before: 'x();', after: "const { x } = require('./x');\nx();" },
  { name: 'a harmless built-in', before: 'path.join(a);', after: "import path from 'node:path';\npath.join(a);" },
  { name: 'reading a file', before: 'a();', after: "const fs = require('fs');\na(fs.readFileSync('x'));" },
  {
    name: 'a body parser',
    ...edit(
      'app.use(express.json());\n',
      'app.use(express.json());\napp.use(express.urlencoded({ extended: true }));\n',
    ),
  },
  {
    name: 'a misspelt built-in',
    before: "const h = require('htpp'); h.x();",
    after: "const h = require('http'); h.x();",
  },
  { name: 'a misspelt environment key', before: 'a(process.env.PROT);', after: 'a(process.env.PORT);' },
  { name: 'const to let', before: 'const a = 1; a = 2;', after: 'let a = 1; a = 2;' },
  { name: 'swapped operands', before: 'if (x.length && x) go();', after: 'if (x && x.length) go();' },
  {
    name: 'new put in',
    before: 'const d = Date.now; const m = Map();',
    after: 'const d = Date.now; const m = new Map();',
  },
  { name: 'a segment too many', before: 'go(config.APP.port);', after: 'go(config.port);' },
  {
    name: 'an SQL column',
    before: "db.all('SELECT nmae FROM users WHERE id = ?', [id]);",
    after: "db.all('SELECT name FROM users WHERE id = ?', [id]);",
  },
  { name: 'an import path', before: "const a = require('./lib/usres');", after: "const a = require('./lib/users');" },
  {
    name: 'a brace was missing',
    before: 'function f() { return 1;\nmodule.exports = f;',
    after: 'function f() { return 1; }\nmodule.exports = f;',
  },
  { name: 'a keyword was misspelt', before: 'cosnt a = 1;', after: 'const a = 1;' },
  {
    name: 'typescript',
    path: 'a.ts',
    before: 'export function f(a: Item): string { return a.nmae; }',
    after: 'export function f(a: Item): string { return a.name; }',
  },
  {
    name: 'regexp exec',
    before: 'const m = /a/.exec(x); const n = re.exec(y);',
    after: 'const m = /a/.exec(z); const n = re.exec(z);',
  },
  { name: 'json config', path: 'config.json', before: '{"port": 3000,}', after: '{"port": 3000}' },
  {
    name: 'double send',
    before: 'function h(req, res) { if (a) res.send(1); res.send(2); }',
    after: 'function h(req, res) { if (a) return res.send(1); res.send(2); }',
  },
  {
    name: 'a forgotten import',
    before: 'http.createServer(f).listen(1);',
    after: "const http = require('http');\nhttp.createServer(f).listen(1);",
  },
  {
    name: 'a forgotten named import',
    before: 'createServer(f).listen(1);',
    after: "import { createServer } from 'node:http';\ncreateServer(f).listen(1);",
  },
  { name: 'a forgotten declaration', before: 'total += 1; go(total);', after: 'let total = 0; total += 1; go(total);' },
  {
    name: 'a forgotten import of an ESM file',
    before: 'join(a);',
    after: "import { join } from 'node:path';\njoin(a);",
  },
];

/** Only bears the symptom. */
const guards: readonly Case[] = [
  {
    name: 'a condition gives way to optional calls and a default',
    before: "const by = booking.by ? booking.by.trim() : 'anonymous';",
    after: "const by = booking.by?.trim?.() ?? 'anonymous';",
  },
  {
    name: 'only values of one kind are taken any more',
    before: "const by = booking.by ? booking.by.trim() : 'anonymous';",
    after: "const by = typeof booking.by === 'string' ? booking.by.trim() : 'anonymous';",
  },
  {
    name: 'a refusal more, with another condition beside it',
    before: 'if (a.x) return 1;\nuse(a.y.z);',
    after: 'if (a.x) return 1;\nif (a.y === undefined) return 1;\nuse(a.y.z);',
  },
  { name: 'an import that was needed', before: "import { a } from 'a';\na();", after: "import { a } from 'a';" },
  { name: 'optional chaining', ...edit('user.profile.name', 'user?.profile?.name') },
  {
    name: 'an early 404',
    ...edit(
      '  res.json({ name',
      "  if (!user) return res.status(404).json({ error: 'Not found' });\n  res.json({ name",
    ),
  },
  {
    name: 'an early answer in a block',
    ...edit('  res.json({ name', '  if (!user) {\n    res.status(404).end();\n    return;\n  }\n  res.json({ name'),
  },
  { name: 'a default', before: 'go(a.b);', after: 'go(a.b ?? {});' },
  { name: 'a default by or', before: 'go(a.b.c);', after: 'go((a.b || {}).c);' },
  { name: 'a default parameter', before: 'function f(a) { return a.b; }', after: 'function f(a = {}) { return a.b; }' },
  { name: 'a default in a pattern', before: 'const { a } = x;', after: 'const { a = 1 } = x;' },
  { name: 'a default by assignment', before: 'go(x.a);', after: 'x ??= {};\ngo(x.a);' },
  { name: 'a default by condition', before: 'go(x.a);', after: 'if (!x) x = {};\ngo(x.a);' },
  {
    name: 'try and swallow',
    before: 'const a = JSON.parse(b);\ngo(a);',
    after: 'try {\n  const a = JSON.parse(b);\n  go(a);\n} catch {}',
  },
  {
    name: 'try and answer',
    before: 'function h(q, s) { s.end(parse(q)); }',
    after: 'function h(q, s) { try { s.end(parse(q)); } catch (e) { s.writeHead(400).end(); } }',
  },
  { name: 'a wrapping if', before: 'go(a.b);\nstop();', after: 'if (a) {\n  go(a.b);\n}\nstop();' },
  { name: 'an if with else', before: 'go(a.b);', after: 'if (a) go(a.b);\nelse fail(400);' },
  { name: 'an inverted if with else', before: 'go(a.b);', after: 'if (!a) { res.status = 400; } else { go(a.b); }' },
  { name: 'and-guard', before: 'x = a.b;', after: 'x = a && a.b;' },
  { name: 'a conditional', before: 'x = a.b;', after: 'x = a ? a.b : null;' },
  { name: 'a removed statement', before: 'a();\nb();\nc();', after: 'a();\nc();' },
  { name: 'a removed handler body', before: 'app.x(() => { a(); b(); });', after: 'app.x(() => {});' },
  {
    name: 'an arrow gets a guard',
    before: 'const f = (a) => a.b;',
    after: 'const f = (a) => { if (!a) return null; return a.b; };',
  },
  {
    name: 'an error listener',
    before: 'const s = open();\ns.go();',
    after: "const s = open();\ns.on('error', () => {});\ns.go();",
  },
  { name: 'catch on a promise', before: 'go();', after: 'go().catch(() => {});' },
  {
    name: 'a throw of its own',
    before: 'function f(a) { return a.b; }',
    after: "function f(a) { if (!a) throw new TypeError('a'); return a.b; }",
  },
  {
    name: 'a type assertion and a chain',
    path: 'a.ts',
    before: 'const x: string = a.b;',
    after: 'const x: string = a?.b as string;',
  },
  { name: 'only white space', before: 'a(  );', after: 'a();' },
  {
    name: 'a value gets a name and a guard',
    before: 'function h(q, r) { r.json(find(q.id).name); }',
    after: 'function h(q, r) { const user = find(q.id); if (!user) return r.status(404).end(); r.json(user.name); }',
  },
  {
    name: 'an arrow gets a name and a guard',
    before: 'const h = (q, r) => r.json(users[q.id].name);',
    after:
      'const h = (q, r) => { const user = users[q.id]; if (!user) return r.status(404).end(); return r.json(user.name); };',
  },
  {
    name: 'a guard with its import',
    path: 'a.ts',
    before: "import { Get } from 'x'; function h(a: A) { return a.b; }",
    after: "import { Get, NotFound } from 'x'; function h(a: A) { if (!a) throw new NotFound(); return a.b; }",
  },
];

/** A person looks, whatever the proof. */
const asks: readonly Case[] = [
  {
    name: 'a function that speaks of access says yes to everybody',
    before: "function isAuthorized(request) { return request.headers['x-key'] === key; }",
    after: 'function isAuthorized(request) { return true; }',
    rules: ['weakened-check'],
  },
  {
    name: 'a function that speaks of access has another way to a yes',
    before: 'const isAdmin = (user) => user.role === 1;',
    after: 'const isAdmin = (user) => user.role === 1 || user.name === "x";',
    rules: ['weakened-check'],
  },
  {
    name: 'a method that speaks of access returns early',
    before: 'class Auth { canWrite(u) { return check(u); } verify(u) { return u.ok === true; } }',
    after: 'class Auth { canWrite(u) { return check(u); } verify(u) { if (u.audit) return 1; return u.ok === true; } }',
    rules: ['weakened-check'],
  },
  {
    name: 'a middleware that speaks of access hands on before it looks',
    before: 'exports.requireKey = (q, s, next) => { if (!q.key) return s.status(401).end(); return next(); };',
    after:
      'exports.requireKey = (q, s, next) => { if (q.audit) return next(); if (!q.key) return s.status(401).end(); return next(); };',
    rules: ['weakened-check'],
  },
  {
    name: 'child_process',
    before: 'a();',
    after: "const { exec } = require('child_process');\na();",
    rules: ['import'],
  },
  {
    name: 'node:child_process',
    before: 'a();',
    after: "import cp from 'node:child_process';\na();",
    rules: ['import'],
  },
  { name: 'dynamic import of net', before: 'a();', after: "a(await import('node:net'));", rules: ['import'] },
  { name: 'a module named at run time', before: 'a();', after: 'a(require(b));', rules: ['import'] },
  { name: 'http client', before: 'a();', after: "import axios from 'axios';\na();", rules: ['import'] },
  {
    name: 'vm',
    before: 'a();',
    after: "const vm = require('vm');\nvm.runInThisContext(a());",
    rules: ['import', 'eval'],
  },
  { name: 'eval', before: 'a(b);', after: 'a(eval(b));', rules: ['eval'] },
  { name: 'new Function', before: 'a(b);', after: 'a(new Function(b));', rules: ['eval'] },
  ...[
    'a((0, eval)(b));',
    'const run = eval; a(run(b));',
    'const F = Function; a(F(b));',
    'a((() => {}).constructor(b)());',
    "a([]['constructor']['constructor'](b));",
    'a(new (async () => {}).constructor(b));',
    "a(globalThis['ev' + 'al'](b));",
    'a(process[c](b));',
    "process.mainModule.require('./x'); a(b);",
    'const load = require; a(load(b));',
  ].map((after) => ({ name: `a detour: ${after}`, before: 'a(b);', after, rules: ['eval'] })),
  ...[
    "createRequire(import.meta.url)('child_process'); a(b);",
    "require('node:module').createRequire('/')('child_process'); a(b);",
    'const load = createRequire(import.meta.url); a(load(b));',
  ].map((after) => ({ name: `a detour: ${after}`, before: 'a(b);', after, rules: ['import'] })),
  { name: 'a text as timer', before: 'a(b);', after: "setTimeout('x()', 1); a(b);", rules: ['eval'] },
  { name: 'fetch', before: 'a(b);', after: 'a(b); fetch(c);', rules: ['network'] },
  { name: 'fs write', before: 'a(b);', after: "require('fs').writeFileSync('x', b); a(b);", rules: ['fs-write'] },
  {
    name: 'fs rm by name',
    before: "import { rm } from 'node:fs/promises'; a(rm);",
    after: "import { rm } from 'node:fs/promises'; a(rm); rm('x');",
    rules: ['fs-write'],
  },
  {
    name: 'fs alias',
    before: "const disk = require('fs'); a(disk);",
    after: "const disk = require('fs'); a(disk); disk.rm('x');",
    rules: ['fs-write'],
  },
  { name: 'process exit', before: 'a(b);', after: 'if (!b) process.exit(0); a(b);', rules: ['process'] },
  {
    name: 'swallow everything',
    before: 'a(b);',
    after: "process.on('uncaughtException', () => {}); a(b);",
    rules: ['process'],
  },
  {
    name: 'a new environment key',
    before: 'a(process.env.PORT);',
    after: 'a(process.env.PORT, process.env.API_TOKEN);',
    rules: ['env-key'],
  },
  { name: 'the whole environment', before: 'a(b);', after: 'a(b, process.env);', rules: ['env-key'] },
  {
    name: 'an environment key by pattern',
    before: 'a(b);',
    after: 'const { SECRET } = process.env; a(b);',
    rules: ['env-key'],
  },
  { name: 'a computed environment key', before: 'a(b);', after: 'a(process.env[b]);', rules: ['env-key'] },
  { name: 'a URL', before: "a('x');", after: "a('https://evil.example.org/x');", rules: ['url'] },
  { name: 'a URL in a template', before: 'a(b);', after: 'a(`http://evil.example.org/${b}`);', rules: ['url'] },
  { name: 'an address', before: "a('x');", after: "a('10.1.2.3');", rules: ['url'] },
  { name: 'TLS off', before: 'a({ ca });', after: 'a({ ca, rejectUnauthorized: false });', rules: ['security-option'] },
  {
    name: 'CORS header',
    before: 'a(res);',
    after: "res.setHeader('Access-Control-Allow-Origin', '*'); a(res);",
    rules: ['security-option'],
  },
  { name: 'a cookie option', ...edit('httpOnly: true', 'httpOnly: false'), rules: ['security-option'] },
  { name: 'a cookie option gone', ...edit('httpOnly: true, ', ''), rules: ['security-option'] },
  {
    name: 'CSP',
    before: 'a(helmetLike({ x }));',
    after: 'a(helmetLike({ x, contentSecurityPolicy: false }));',
    rules: ['security-option'],
  },
  { name: 'auth middleware gone', ...edit("'/users', requireAuth,", "'/users',"), rules: ['removed-check', 'route'] },
  { name: 'validation gone', ...edit('  validateBody(req.body);\n', ''), rules: ['removed-check'] },
  {
    name: 'validation of something else',
    ...edit('validateBody(req.body)', 'validateBody({})'),
    rules: ['weakened-check'],
  },
  {
    name: 'a check that waits and asks for less',
    before: "async () => {\n  if (!auth(a) && isOpen(b)) throw new Error('no');\n};\n",
    after: "async () => {\n  if ((await auth(a)) && isOpen(b)) throw new Error('no');\n};\n",
    rules: ['weakened-check'],
  },
  {
    name: 'other operands together under await',
    before: "async () => {\n  if (auth(a) || open(b) && late(c)) throw new Error('no');\n};\n",
    after: "async () => {\n  if ((await auth(a) || open(b)) && late(c)) throw new Error('no');\n};\n",
    rules: ['weakened-check'],
  },
  { name: 'a condition negated', ...edit('!req.user.isAdmin &&', 'req.user.isAdmin &&'), rules: ['weakened-check'] },
  {
    name: 'a condition widened',
    ...edit('if (!req.user.isAdmin', 'if (false && !req.user.isAdmin'),
    rules: ['weakened-check'],
  },
  {
    name: 'a check into a try',
    ...edit('  validateBody(req.body);\n', '  try { validateBody(req.body); } catch {}\n'),
    rules: ['weakened-check'],
  },
  { name: 'a larger limit', ...edit('rateLimit(req.ip, 100)', 'rateLimit(req.ip, 100000)'), rules: ['weakened-check'] },
  { name: 'a 403 turned 200', ...edit('403', '200'), rules: ['removed-4xx'] },
  {
    name: 'a 500 turned 200',
    before: 'res.status(500).end();',
    after: 'res.status(200).end();',
    rules: ['removed-4xx'],
  },
  {
    name: 'a status that is no longer set',
    before: 'try { f(); } catch { res.statusCode = 500; res.end(); }',
    after: 'try { f(); } catch { res.toUpercase = 500; res.end(); }',
    rules: ['removed-4xx'],
  },
  { name: 'a throw gone', ...edit("  if (!limit) throw new Error('too many');\n", ''), rules: ['removed-throw'] },
  { name: 'helmet gone', ...edit('app.use(helmet());\n', ''), rules: ['removed-middleware', 'removed-check'] },
  {
    name: 'middleware after the routes',
    before: "app.use(a);\napp.get('/x', b);",
    after: "app.get('/x', b);\napp.use(a);",
    rules: ['route'],
  },
  {
    name: 'a middleware before the routes',
    before: "app.get('/x', b);\napp.use(express.json());",
    after: "app.use(express.json());\napp.get('/x', b);",
    rules: [],
  },
  {
    name: 'a folder before what guards it',
    before: "app.use(signedIn);\napp.use(express.static('files'));",
    after: "app.use(express.static('files'));\napp.use(signedIn);",
    rules: ['route'],
  },
  {
    name: 'a route before what guards it',
    before: "app.use(signedIn);\napp.get('/x', b);",
    after: "app.get('/x', b);\napp.use(signedIn);",
    rules: ['route'],
  },
  {
    name: 'a router before what guards it',
    before: 'app.use(signedIn);\napp.use(router.routes());',
    after: 'app.use(router.routes());\napp.use(signedIn);',
    rules: ['route'],
  },
  { name: 'a changed route', ...edit("'/users/:id'", "'/user/:id'"), rules: ['route'] },
  {
    name: 'CORS for all',
    before: 'app.use(x());',
    after: 'app.use(x());\napp.use(cors());',
    rules: ['security-option'],
  },
  {
    name: 'another route',
    before: "app.get('/x', a);",
    after: "app.get('/x', a);\napp.get('/debug', b);",
    rules: ['route'],
  },
  {
    name: 'another decorated route',
    path: 'a.ts',
    before: "class A { @Get('x') x() {} }",
    after: "class A { @Get('y') x() {} }",
    rules: ['route'],
  },
  {
    name: 'a guard decorator gone',
    path: 'a.ts',
    before: "class A { @UseGuards(AuthGuard) @Get('x') x() {} }",
    after: "class A { @Get('x') x() {} }",
    rules: ['removed-check'],
  },
  { name: 'a regex that explodes', before: 'a(/x/.test(b));', after: 'a(/^(a+)+$/.test(b));', rules: ['regex'] },
  {
    name: 'a value in SQL',
    before: "db.run('DELETE FROM t WHERE id = ?', [id]);",
    after: 'db.run(`DELETE FROM t WHERE id = ${id}`);',
    rules: ['sql'],
  },
  { name: 'a prototype', before: 'a(b);', after: 'Array.prototype.x = b; a(b);', rules: ['eval'] },
  { name: 'it does not parse', before: 'a(b);', after: 'a(b;', rules: ['unread'] },
  {
    name: 'it nests too deep',
    before: 'a(b);',
    after: `a(${'('.repeat(5000)}b${')'.repeat(5000)});`,
    rules: ['unread'],
  },
  { name: 'a removed file', before: 'a();', after: null, rules: ['file-removed'] },
  {
    name: 'a new file that fetches',
    before: null,
    after: "export const x = await fetch('https://evil.example.org');",
    rules: ['network', 'url'],
  },
  {
    name: 'repair of syntax that smuggles',
    before: 'function f( { return 1; }',
    after: "function f() { require('child_process').exec('x'); return 1; }",
    rules: ['import', 'process'],
  },
  {
    name: 'repair of syntax that drops a check',
    before: 'if (!isAdmin(user) { throw new Error(1); }\ngo();',
    after: 'go();',
    rules: ['removed-check'],
  },
  {
    name: 'one of two different sides of a merge',
    before: '<<<<<<< HEAD\na();\n=======\nb();\nc();\nd();\n>>>>>>> x\n',
    after: 'a();\n',
    rules: ['removed-code'],
  },
  {
    name: 'a value in YAML',
    path: 'site.yml',
    before: 'a: 1\nb:2\n',
    after: 'a: 1\nb: 3\n',
    rules: ['unread'],
  },
  {
    name: 'a key of YAML that goes under another one',
    path: 'site.yml',
    before: 'a:\nb: 2\n',
    after: 'a:\n  b: 2\n',
    rules: ['unread'],
  },
  {
    name: 'repair of syntax that drops code',
    before: 'a();\nb();\nc();\nd();\ne();\nf(;',
    after: 'a();',
    rules: ['removed-code'],
  },
  {
    name: 'a URL in JSON',
    path: 'config.json',
    before: '{"a": 1}',
    after: '{"a": "https://evil.example.org"}',
    rules: ['url'],
  },
  { name: 'a template file', path: 'view.ejs', before: '<p>', after: '<p><%= x %>', rules: ['unread'] },
  {
    name: 'a forgotten import and one call more',
    before: 'http.createServer(f).listen(1);',
    after: "const http = require('http');\nhttp.get(x);\nhttp.createServer(f).listen(1);",
    rules: ['import'],
  },
];

function check(cases: readonly Case[], guardOnly: boolean | null): void {
  const got = cases.map(({ name, before, after, path = 'server.js', rules = [] }) => {
    const meaning = readMeaning({ path, before, after });
    const found = meaning.findings.map((one) => one.rule);
    return {
      name,
      guardOnly: guardOnly === null ? null : meaning.guardOnly,
      rules:
        rules.length === 0
          ? meaning.findings.map((one) => `${one.rule}: ${one.detail}`)
          : rules.filter((rule) => found.includes(rule)),
    };
  });
  assert.deepEqual(
    got,
    cases.map(({ name, rules = [] }) => ({ name, guardOnly, rules })),
  );
}

test('POL-8 repairs of a cause are silent and no mere guard', () => check(causes, false));

test('POL-8 guards, defaults, early returns and removals are a mitigation', () => check(guards, true));

test('POL-8 what could do harm is asked for, whatever the proof', () => check(asks, null));

test('POL-8 a change of several files is a mitigation only as a whole', () => {
  const guard = { path: 'a.js', before: 'go(a.b);', after: 'go(a?.b);' };
  const cause = { path: 'b.js', before: 'go(nmae);', after: 'go(name);' };
  assert.equal(readMeanings([guard]).guardOnly, true);
  assert.equal(readMeanings([guard, { path: 'c.js', before: 'x', after: 'x' }]).guardOnly, true);
  assert.equal(readMeanings([guard, cause]).guardOnly, false);
  assert.equal(readMeanings([]).guardOnly, false);
});

test('POL-8 regular expressions that can take exponential time are told from those that cannot', () => {
  for (const bad of [
    '(a+)+',
    '(a*)*b',
    '(.*x)+',
    '(a|a)*',
    '(?:\\d+)+$',
    '([a-z]+)*',
    '((a+)b?)+',
    '(\\w|\\d)+',
    '(a{1,}){2,}',
  ]) {
    assert.ok(nestedQuantifier(bad), bad);
  }
  for (const good of [
    'a+b+',
    '(abc)+',
    '(a|b)+',
    '^\\d{1,3}(\\.\\d{1,3}){3}$',
    '[a+]+',
    '(?<y>\\d{4})-(\\d\\d)',
    '\\(a+\\)+',
    '(ab)?c*',
  ]) {
    assert.ok(!nestedQuantifier(good), good);
  }
});
