import assert from 'node:assert/strict';
import test from 'node:test';
import { readMeanings } from './meaning.ts';
import { check, edit, type Case } from './meaning.test-helper.ts';

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
    name: 'a path as the next router spells it',
    before: "app.all('*', none);\napp.get('/a/:id?', show);",
    after: "app.all('/{*splat}', none);\napp.get('/a{/:id}', show);",
  },
  {
    name: 'a number for a text where two are compared',
    before: 'const row = rows.find((one) => one.id === request.params.id);',
    after: 'const row = rows.find((one) => one.id === Number(request.params.id));',
  },
  {
    name: 'a route by the name that its method had before',
    before: "router.del('/rows/:id', requireAuth, drop);",
    after: "router.delete('/rows/:id', requireAuth, drop);",
  },
  {
    name: 'a misspelt method of a route',
    before: "app.gett('/rows', list);",
    after: "app.get('/rows', list);",
  },
  {
    name: 'a misspelt call that opens a folder',
    before: "app.use('/a', express.statics('public'));",
    after: "app.use('/a', express.static('public'));",
  },
  {
    name: 'the middleware that a router gives, for the router',
    before: 'app.use(router);\napp.use(router.allowedMethods());',
    after: 'app.use(router.routes());\napp.use(router.allowedMethods());',
  },
  {
    name: 'a middleware that takes what it calls',
    before: 'app.use(async (ctx) => { await next(); });',
    after: 'app.use(async (ctx, next) => { await next(); });',
  },
  {
    name: 'a middleware whose parameter takes the name that its body reads',
    before: 'app.use(async (context, next) => { await next(); log(ctx.url); });',
    after: 'app.use(async (ctx, next) => { await next(); log(ctx.url); });',
  },
  {
    name: 'the only statement of a function takes the name of its parameter',
    before: "const sum = (ctx2) => { if (ctx.path === '/sum') ctx.body = ctx.query.a; };",
    after: "const sum = (ctx2) => { if (ctx2.path === '/sum') ctx2.body = ctx2.query.a; };",
  },
  {
    name: 'a misspelt method by which errors are listened for',
    before: "server.On('error', onError);",
    after: "server.on('error', onError);",
  },
  {
    name: 'a class that is called otherwise now',
    before: 'function Store2() {}\nStore.prototype.list = function () { return []; };',
    after: 'function Store2() {}\nStore2.prototype.list = function () { return []; };',
  },
  {
    name: 'a misspelt word that loads a module',
    before: "const { Handler } = requires('connect');",
    after: "const { Handler } = require('connect');",
  },
  {
    name: 'a check that is taken as the whole of its file',
    before: "const { validate } = require('./validate');\nmodule.exports = { validate };",
    after: "const validate = require('./validate');\nmodule.exports = { validate };",
  },
  {
    name: 'a check that is imported where it was required',
    before: "const validate = require('./validate');\nexport const all = (body) => validate(body);",
    after: "import validate from './validate.js';\nexport const all = (body) => validate(body);",
  },
  {
    name: 'a middleware that waits',
    before: 'app.use(async (ctx, next) => { try { next(); } catch (error) { tell(error); } });',
    after: 'app.use(async (ctx, next) => { try { await next(); } catch (error) { tell(error); } });',
  },
  {
    name: 'a module that gives out what it provides',
    path: 'a.ts',
    before: '@Module({ providers: [A] }) class M {}',
    after: '@Module({ exports: [A], providers: [A] }) class M {}',
  },
  {
    name: 'a decorator that was added twice',
    before: "app.decorate('carts', a);\napp.decorate('carts', b);",
    after: "app.decorate('carts', a);",
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
    name: 'a value that was made and thrown away is kept',
    before: 'let db;\nfunction open() {\n  db ?? new Store(file);\n  return db;\n}',
    after: 'let db;\nfunction open() {\n  db ??= new Store(file);\n  return db;\n}',
  },
  {
    name: 'a call that stood twice in a row, which is still made once',
    before: 'async function cors(ctx, next) {\n  await next();\n  await next();\n}\n',
    after: 'async function cors(ctx, next) {\n  await next();\n}\n',
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
    name: 'one of two sides of a merge that only import',
    before:
      "<<<<<<< HEAD\nimport { a } from 'a';\n=======\nimport { a, b } from 'a';\n>>>>>>> x\nexport const c = a(1);\n",
    after: "import { a } from 'a';\nexport const c = a(1);\n",
  },
  {
    name: 'another value and one line more in YAML',
    path: 'site.yml',
    before: 'log:\n  level: silet\n  days: "7"\n',
    after: 'log:\n  level: silent\n  days: 7\n  folder: data/logs\n',
  },
  {
    name: 'another partial of the same folder',
    path: 'views/a.ejs',
    before: "<%- include('partials/head', { a }) %>\n",
    after: "<%- include('partials/top', { a }) %>\n",
  },
  {
    name: 'the marks of a merge and one line of another side',
    before: '<<<<<<< HEAD\na(1);\n||||||| base\na(0);\n=======\na(2);\n>>>>>>> x\nb();\n',
    after: 'a(1);\nb();\n',
  },
  {
    name: 'the second of two exports that say the same',
    path: 'a.ts',
    before:
      'export function fee(n: number) {\n  if (n < 0) throw new Error(`${n}`);\n  const all = n * 2;\n  return all;\n}\nexport function fee(n: number) {\n  if (n < 0) throw new Error(`${n}`);\n  const all = n * 2;\n  return all;\n}\n',
    after:
      'export function fee(n: number) {\n  if (n < 0) throw new Error(`${n}`);\n  const all = n * 2;\n  return all;\n}\n',
  },
  {
    name: 'blanks in YAML',
    path: 'site.yml',
    before: 'a:\n\tb: 1\nc:2\n',
    after: 'a:\n  b: 1\nc: 2\n',
  },
  {
    name: 'a misspelt name in a template',
    path: 'views/a.html',
    before: '<p>{{ custmer }}, {{total}}</p>\n',
    after: '<p>{{ customer }}, {{total}}</p>\n',
  },
  {
    name: 'a misspelt name in the code of EJS',
    path: 'views/a.ejs',
    before: '<% shop.itmes.forEach((item) => { %><b><%= item.name %></b><% }) %>\n',
    after: '<% shop.items.forEach((item) => { %><b><%= item.name %></b><% }) %>\n',
  },
  {
    name: 'a misspelt name in Pug',
    path: 'views/a.pug',
    before: 'ul\n  each item in itmes\n    li= item.name\n',
    after: 'ul\n  each item in items\n    li= item.name\n',
  },
  {
    name: 'a tag of EJS that was not closed',
    path: 'views/a.ejs',
    before: '<b><%= item.name</b>\n',
    after: '<b><%= item.name %></b>\n',
  },
  {
    name: 'a tag of EJS that was not closed, with a space before the markup behind it',
    path: 'views/a.ejs',
    before: '<b><%= item.name </b>\n',
    after: '<b><%= item.name %></b>\n',
  },
  {
    name: 'a block of EJS that was not opened',
    path: 'views/a.ejs',
    before: '<% if (all.length) %><b>1</b><% } %>\n',
    after: '<% if (all.length) { %><b>1</b><% } %>\n',
  },
  {
    name: 'a tag of Handlebars that had half of its end',
    path: 'views/a.hbs',
    before: '<b>{{item.name}</b> {{item.price}}\n',
    after: '<b>{{item.name}}</b> {{item.price}}\n',
  },
  {
    name: 'a bracket of EJS that was lost within a tag',
    path: 'views/a.ejs',
    before: '<% all.forEach((a) => { %><b><%= a %></b><% } %>\n',
    after: '<% all.forEach((a) => { %><b><%= a %></b><% }) %>\n',
  },
  {
    name: 'a part that is taken from the folder above',
    path: 'views/pages/a.ejs',
    before: "<%- include('parts/head') %>\n",
    after: "<%- include('../parts/head') %>\n",
  },
  {
    name: 'a layout and a part that are taken from another folder',
    path: 'views/a.njk',
    before: '{% extends "layout.njk" %}{% include "parts/foot.njk" %}\n',
    after: '{% extends "layouts/layout.njk" %}{% include "foot.njk" %}\n',
  },
  {
    name: 'a tag of EJS that had half of its end',
    path: 'views/a.ejs',
    before: '<% } else { ><b>1</b>\n',
    after: '<% } else { %><b>1</b>\n',
  },
  {
    name: 'a block of EJS that was not closed',
    path: 'views/a.ejs',
    before: '<ul>\n<% for (const a of all) { %>\n<li><%= a %></li>\n</ul>\n',
    after: '<ul>\n<% for (const a of all) { %>\n<li><%= a %></li>\n<% } %>\n</ul>\n',
  },
  {
    name: 'a section that was not closed',
    path: 'views/a.html',
    before: '<ul>\n{{#each all}}\n<li>{{name}}</li>\n</ul>\n',
    after: '<ul>\n{{#each all}}\n<li>{{name}}</li>\n{{/each}}\n</ul>\n',
  },
  {
    name: 'a part of EJS in another folder',
    path: 'views/a.ejs',
    before: "<b><%- include('partials/row', { a }) %></b>\n",
    after: "<b><%- include('row', { a }) %></b>\n",
  },
  {
    name: 'a key of YAML takes another name, a number loses its quotes and a list is laid out anew',
    path: 'site.yml',
    before: 'a:\n  bb: 1\n  c: "2"\nd: x, y\n',
    after: 'a:\n  b: 1\n  c: 2\nd:\n  - x\n  - y\n',
  },
  {
    name: 'a line of YAML that stands twice in its section',
    path: 'site.yml',
    before: 'a:\n  b: 1\n  c: x y\n  b: 1\nd: 2\n',
    after: 'a:\n  b: 1\n  c: x y\nd: 2\n',
  },
  {
    name: 'a brace of YAML is closed',
    path: 'site.yml',
    before: 'a:\n  - { b: 1, c: 2\n  - { b: 3, c: 4 }\n',
    after: 'a:\n  - { b: 1, c: 2 }\n  - { b: 3, c: 4 }\n',
  },
  {
    name: 'a section of YAML that is new',
    path: 'site.yml',
    before: 'a:\n  b: 1\nz: 2\n',
    after: 'a:\n  b: 1\nlimits:\n  days:\n    - monday\n    - "x y"\n  most: 3\nz: 2\n',
  },
  {
    name: 'percent in YAML, as a plain number',
    path: 'site.yml',
    before: 'a:\n  b: 19%\n',
    after: 'a:\n  b: 19\n',
  },
  {
    name: 'a line of YAML without its colon, and one on another level',
    path: 'site.yml',
    before: 'a:\n  b 1\nc: 2\n',
    after: 'a:\n  b: 1\n  c: 2\n',
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
    name: 'one of two calls that are alike and not in a row',
    before: 'async function cors(ctx, next) {\n  await next();\n  tick();\n  await next();\n}\n',
    after: 'async function cors(ctx, next) {\n  await next();\n  tick();\n}\n',
  },
  {
    name: 'both of two calls in a row',
    before: 'async function cors(ctx, next) {\n  await next();\n  await next();\n}\n',
    after: 'async function cors(ctx, next) {\n}\n',
  },
  {
    name: 'a value that is taken twice in a row',
    before: 'function go() {\n  sum += one;\n  sum += one;\n}\n',
    after: 'function go() {\n  sum += one;\n}\n',
  },
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

test('POL-8 repairs of a cause are silent and no mere guard', () => check(causes, false));

test('POL-8 guards, defaults, early returns and removals are a mitigation', () => check(guards, true));

test('POL-8 another value for what is set once is no guard', () => {
  const read = (file: string): string => `this.#rows ??= JSON.parse(await readFile(this.${file}));`;
  const text = (line: string): string =>
    `class A {\n  #rows;\n  #file;\n  async all() {\n    ${line}\n    return this.#rows;\n  }\n}\n`;
  const change = { path: 'a.js', before: text(read('file')), after: text(read('#file')) };
  assert.equal(readMeanings([change]).guardOnly, false);
  const guard = { path: 'a.js', before: text('await 0;'), after: text('this.#rows ??= [];') };
  assert.equal(readMeanings([guard]).guardOnly, true);
});

test('POL-8 a check that is imported and asked no more is lost', () => {
  const before = "const validate = require('./validate');\nexport const all = (body) => list(validate(body));\n";
  const after = "import validate from './validate.js';\nexport const all = (body) => list(body);\n";
  const rules = readMeanings([{ path: 'a.js', before, after }]).findings.map(({ rule }) => rule);
  assert.ok(rules.includes('removed-check'), String(rules));
});

test('POL-8 a sign that nobody sees and that goes is no guard', () => {
  const read = (before: string, after: string) => readMeanings([{ path: 'a.js', before, after }]);
  assert.equal(read('function\u200B all() {}\n', 'function all() {}\n').guardOnly, false);
  assert.equal(read('function\u200B all() {}\nall();\n', 'function all() {}\n').guardOnly, true, 'more than that went');
  const role = (text: string): string => `if (role !== '${text}') throw new Error('no');\n`;
  assert.deepEqual(
    read(role('admin\u200B'), role('admin')).findings.map(({ rule }) => rule),
    ['weakened-check'],
    'a text that is compared is another one',
  );
});

test('POL-8 a change of several files is a mitigation only as a whole', () => {
  const guard = { path: 'a.js', before: 'go(a.b);', after: 'go(a?.b);' };
  const cause = { path: 'b.js', before: 'go(nmae);', after: 'go(name);' };
  assert.equal(readMeanings([guard]).guardOnly, true);
  assert.equal(readMeanings([guard, { path: 'c.js', before: 'x', after: 'x' }]).guardOnly, true);
  assert.equal(readMeanings([guard, cause]).guardOnly, false);
  assert.equal(readMeanings([]).guardOnly, false);
});

test('POL-8 a day that is written is no check, whatever the date is called', () => {
  const lost = (before: string): string[] =>
    readMeanings([{ path: 'a.js', before, after: 'show(1);\n' }]).findings.map(({ rule }) => rule);
  assert.deepEqual(lost('show(pass.validUntil.toISOString());\n'), []);
  assert.deepEqual(lost('show(pass.isValid());\n').includes('removed-check'), true);
});

test('POL-8 a check by a name that the failure says is none is the same check by the name that it has', () => {
  const rules = (absent: string | null, before: string, after: string): string[] => {
    const change = { path: 'a.js', before: `${before};\n`, after: `${after};\n` };
    return readMeanings([change], undefined, undefined, absent).findings.map(({ rule }) => rule);
  };
  const called = ['req.user = auth.verifyToken(token)', 'req.user = auth.verify(token)'] as const;
  assert.deepEqual(rules('auth.verifyToken', ...called), []);
  assert.notDeepEqual(rules(null, ...called), []);
  assert.notDeepEqual(rules('auth.other', ...called), []);
  const given = ['resume(sessions.verify(c, cookie))', 'resume(sessions.verify(c, cookieName))'] as const;
  assert.deepEqual(rules('cookie', ...given), []);
  assert.notDeepEqual(rules(null, ...given), []);
  assert.deepEqual(rules('Unauthorized', "throw new Unauthorized('no')", "throw new UnauthorizedError('no')"), []);
  assert.deepEqual(rules('validate', "use(validate(['name']))", "use(validateBody(['name']))"), []);
  assert.deepEqual(rules('access.authentication', 'use(access.authentication())', 'use(access.authenticate())'), []);
  const weaker = [
    ['role', 'access.permit(user, role)', 'access.permit(user, roleOptional)'],
    ['access.authorization', 'use(access.authorization())', 'use(access.authenticate())'],
    ['Unauthorized', "throw new Unauthorized('no')", "throw new UnauthorizedUnless('no')"],
    ['requireAuth', 'use(requireAuth(user))', 'use(requireAuthOptional(user))'],
    ['access.authorizeAdmin', 'access.authorizeAdmin(user)', 'access.authorize(user)'],
    ['auth.verifyToken', 'auth.verifyToken(token)', 'auth.parse(token)'],
    ['auth.verifyToken', 'auth.verifyToken(token)', 'auth.verify(user)'],
    ['auth.verifyToken', 'auth.verifyToken(token)', 'token'],
    ['role', 'access.permit(user, role)', 'access.permit(user, rolesOfAnybody)'],
  ] as const;
  for (const [absent, before, after] of weaker) assert.notDeepEqual(rules(absent, before, after), [], after);
});

test('POL-8 a key that was hit is no check, and a word that may be one is', () => {
  const text = (word: string): string => `app.get('/a', (req, res) => {\n${word}  res.json(list());\n});\n`;
  const guards = (word: string, absent: string): boolean =>
    readMeanings([{ path: 'a.js', before: text(`  ${word}\n`), after: text('') }], undefined, undefined, absent)
      .guardOnly;
  assert.equal(guards('wq', 'wq'), false);
  assert.equal(guards('s;', 's'), false);
  for (const [word, absent] of [
    ['permit;', 'permit'],
    ['ok;', 'list'],
    ['ok();', 'ok'],
  ] as const)
    assert.equal(guards(word, absent), true, word);
});
