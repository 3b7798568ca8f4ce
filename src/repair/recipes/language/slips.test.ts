import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { syntax } from './syntax.ts';

/** [name, file, what stands there, what is made of it]. */
const slips: readonly (readonly [string, string, string, string])[] = [
  ['an open comment', 'a.cjs', '/* Whole cents.\nconst sum = 1;\nsum;\n', '/* Whole cents. */\nconst sum = 1;\nsum;\n'],
  [
    'an open comment, and a brace behind it',
    'a.cjs',
    'try {\n  JSON.parse(1);\n} catch (e) { /* ignored  }\nconst sum = 1; /* cents */\nsum;\n',
    'try {\n  JSON.parse(1);\n} catch (e) { /* ignored */  }\nconst sum = 1; /* cents */\nsum;\n',
  ],
  [
    'a comment without its mark',
    'a.cjs',
    'exports.acl = (ctx) => {\n  NOTE: This is a stub\n  ctx.body = 1;\n};\n',
    'exports.acl = (ctx) => {\n  // NOTE: This is a stub\n  ctx.body = 1;\n};\n',
  ],
  [
    'a line of a comment without its mark',
    'a.cjs',
    '// Whole cents,\nwithout any rounding\nexports.cents = 1;\n',
    '// Whole cents,\n// without any rounding\nexports.cents = 1;\n',
  ],
  [
    'a comment without its mark, behind a value',
    'a.cjs',
    'exports.page = {\n  size: 20, rows of a page\n  most: 5,\n};\n',
    'exports.page = {\n  size: 20, // rows of a page\n  most: 5,\n};\n',
  ],
  [
    'types in JavaScript',
    'a.mjs',
    'export interface Day {\n  at: string;\n}\nexport function days(a: string, b?: Day): number {\n  return (a as any).x! + b;\n}\n',
    'export function days(a, b) {\n  return (a).x + b;\n}\n',
  ],
  [
    'an optional target',
    'a.cjs',
    'exports.set = (req) => {\n  req?.user.id = 1;\n};\n',
    'exports.set = (req) => {\n  req.user.id = 1;\n};\n',
  ],
  [
    'a reserved name',
    'a.mjs',
    'export const all = (list) => list.map((package) => ({ package, title: package.title, package: 1 }));\n',
    'export const all = (list) => list.map((pkg) => ({ package: pkg, title: pkg.title, package: 1 }));\n',
  ],
  [
    'a word of the language for a variable',
    'a.cjs',
    'exports.all = (list) => {\n  const new = list.filter(Boolean);\n  return { found: new.length, at: new Date(), last: JSON.stringify(new) };\n};\n',
    'exports.all = (list) => {\n  const newValue = list.filter(Boolean);\n  return { found: newValue.length, at: new Date(), last: JSON.stringify(newValue) };\n};\n',
  ],
  [
    'an octal mode',
    'a.mjs',
    "import fs from 'node:fs';\nfs.chmodSync('a', 0644);\n",
    "import fs from 'node:fs';\nfs.chmodSync('a', 0o644);\n",
  ],
  [
    'a month with a nought',
    'a.mjs',
    'export const at = new Date(2026, 08, 1);\n',
    'export const at = new Date(2026, 8, 1);\n',
  ],
  ['a constant without a value', 'a.cjs', 'const total;\ntotal = 1;\n', 'let total;\ntotal = 1;\n'],
  [
    'an open class of signs',
    'a.cjs',
    'exports.f = (s) => s.replace(/[&<>"/g, (c) => c);\n',
    'exports.f = (s) => s.replace(/[&<>"]/g, (c) => c);\n',
  ],
  [
    'a class of a pattern that another bracket of the line closes',
    'a.cjs',
    'exports.f = (s, signs) => s.replace(/[&<>"/g, (c) => signs[c]);\n',
    'exports.f = (s, signs) => s.replace(/[&<>"]/g, (c) => signs[c]);\n',
  ],
  [
    'an object that is not given back',
    'a.cjs',
    'exports.f = (a) => {\n  const n = a.n;\n  { ...a, n, m: 1 };\n};\n',
    'exports.f = (a) => {\n  const n = a.n;\n  return { ...a, n, m: 1 };\n};\n',
  ],
  [
    '`export.` for `exports.`',
    'a.cjs',
    'exports.list = () => [];\nexport.show = () => 1;\n',
    'exports.list = () => [];\nexports.show = () => 1;\n',
  ],
  ['a star with nothing before it', 'a.cjs', 'exports.f = /*.jpg/;\n'.replace('/*', '/+'), 'exports.f = /\\+.jpg/;\n'],
  [
    'a method with `function`',
    'a.cjs',
    'class A {\n  function all() {\n    return [];\n  }\n}\nnew A();\n',
    'class A {\n  all() {\n    return [];\n  }\n}\nnew A();\n',
  ],
  [
    'a method that yields',
    'a.cjs',
    'class A {\n  all(list) {\n    for (const a of list) {\n      if (a.b) yield { c: a.c, d: 1 };\n    }\n  }\n}\nnew A();\n',
    'class A {\n  *all(list) {\n    for (const a of list) {\n      if (a.b) yield { c: a.c, d: 1 };\n    }\n  }\n}\nnew A();\n',
  ],
  [
    'a function that yields',
    'a.cjs',
    'exports.ids = function ids(list) {\n  for (const a of list) yield a.id;\n};\n',
    'exports.ids = function* ids(list) {\n  for (const a of list) yield a.id;\n};\n',
  ],
  [
    'an arrow that gives an object back',
    'a.cjs',
    'exports.f = (list) => list.map((room) => { id: room.id, name: room.name });\n',
    'exports.f = (list) => list.map((room) => ({ id: room.id, name: room.name }));\n',
  ],
  ['an apostrophe', 'a.cjs', "exports.say = 'it's late';\n", "exports.say = 'it\\'s late';\n"],
  ['a text over two lines', 'a.cjs', "exports.sql = 'SELECT a\n  FROM b';\n", 'exports.sql = `SELECT a\n  FROM b`;\n'],
  [
    'else with a condition',
    'a.cjs',
    'let a = 1;\nif (a > 2) {\n  a = 2;\n} else (a > 1) {\n  a = 3;\n}\n',
    'let a = 1;\nif (a > 2) {\n  a = 2;\n} else if (a > 1) {\n  a = 3;\n}\n',
  ],
  [
    'a condition without brackets',
    'a.cjs',
    'let a = 1;\nif a > 2 {\n  a = 2;\n}\n',
    'let a = 1;\nif (a > 2) {\n  a = 2;\n}\n',
  ],
  ['two bare parameters', 'a.cjs', 'const add = a, b => a + b;\nadd;\n', 'const add = (a, b) => a + b;\nadd;\n'],
  [
    'an arrow behind a function',
    'a.cjs',
    'exports.f = function (a) => {\n  return a;\n};\n',
    'exports.f = function (a) {\n  return a;\n};\n',
  ],
  ['two dots', 'a.cjs', 'exports.f = (a) => ({ ..a, b: 1 });\n', 'exports.f = (a) => ({ ...a, b: 1 });\n'],
  ['a split sign', 'a.cjs', 'exports.f = (a) = > a;\n', 'exports.f = (a) => a;\n'],
  ['what a merge left', 'a.cjs', 'exports.a = 1;\n>>>>>>> main\nexports.b = 2;\n', 'exports.a = 1;\nexports.b = 2;\n'],
  [
    'a statement twice in a function',
    'a.cjs',
    'exports.f = (s) => {\n  const a = s.a;\n  const b = a;\n  const a = s.a;\n  return b;\n};\n',
    'exports.f = (s) => {\n  const a = s.a;\n  const b = a;\n  return b;\n};\n',
  ],
  [
    'a misspelt `else` is no label',
    'a.cjs',
    'exports.f = (a) => {\n  if (a) {\n    return 1;\n  } esle {\n    return 2;\n  }\n};\n',
    'exports.f = (a) => {\n  if (a) {\n    return 1;\n  } else {\n    return 2;\n  }\n};\n',
  ],
  [
    'nobody counts with a list',
    'a.cjs',
    'exports.f = (res) => {\n  res.json([1, 2].map((n) => n * 2);\n};\n',
    'exports.f = (res) => {\n  res.json([1, 2].map((n) => n * 2));\n};\n',
  ],
  [
    'a private name',
    'a.cjs',
    'class A {\n  #count = 0;\n  add() {\n    return ++this.#cuont;\n  }\n}\nnew A();\n',
    'class A {\n  #count = 0;\n  add() {\n    return ++this.#count;\n  }\n}\nnew A();\n',
  ],
  [
    'a private name, for the one that is set and never read',
    'a.cjs',
    'class A {\n  #rows;\n  #size = 1;\n  constructor(rows) {\n    this.#rows = rows;\n  }\n  all() {\n    return this.#lines.slice(this.#size);\n  }\n}\nnew A([]);\n',
    'class A {\n  #rows;\n  #size = 1;\n  constructor(rows) {\n    this.#rows = rows;\n  }\n  all() {\n    return this.#rows.slice(this.#size);\n  }\n}\nnew A([]);\n',
  ],
  [
    'a private name for a public one',
    'a.cjs',
    'class A {\n  total() {\n    return 1;\n  }\n  sum() {\n    return this.#total();\n  }\n}\nnew A();\n',
    'class A {\n  total() {\n    return 1;\n  }\n  sum() {\n    return this.total();\n  }\n}\nnew A();\n',
  ],
  [
    'an interface with `=`',
    'a.ts',
    'export interface Fee<T> = {\n  of: T;\n}\n',
    'export interface Fee<T> {\n  of: T;\n}\n',
  ],
  ['a type without `=`', 'a.ts', 'export type Fee {\n  of: number;\n}\n', 'export type Fee = {\n  of: number;\n}\n'],
  [
    'a default that is declared as a variable',
    'a.mjs',
    "export default const roles = ['a'];\nroles.sort();\n",
    "const roles = ['a'];\nroles.sort();\n\nexport default roles;\n",
  ],
  ['a blank without a width', 'a.cjs', "const\u200B all = 'a\u200Db';\nall;\n", "const all = 'a\u200Db';\nall;\n"],
  ['a mark of the direction', 'a.cjs', 'const all = 1\u200E;\nall;\n', 'const all = 1;\nall;\n'],
  [
    'curly quotes, and an apostrophe in a text that is one',
    'a.cjs',
    "const a = require(\u2018./a\u2019);\na('It\u2019s');\n",
    "const a = require('./a');\na('It\u2019s');\n",
  ],
];

check(
  syntax,
  slips.map(([name, file, wrong, right]) => ({
    name,
    class: 'syntax',
    message: 'Unexpected token',
    files: { [file]: wrong },
    at: [[file, '‸']],
    first: { [file]: right },
  })),
);

check(syntax, [
  {
    name: 'an octal number that is no mode is asked about',
    class: 'syntax',
    message: 'Octal literals are not allowed in strict mode.',
    files: { 'a.mjs': 'export const limit = 010000;\n' },
    at: [['a.mjs', '‸']],
    first: { 'a.mjs': 'export const limit = 0o10000;\n' },
    ask: /does not tell/,
  },
  {
    name: 'what takes a name of another function is asked about',
    class: 'syntax',
    message: 'Unexpected token',
    files: { 'a.cjs': 'exports.f = (room) => room;\nexports.g = (list) => list.map((other) -> { return room; });\n' },
    at: [['a.cjs', '‸']],
    first: { 'a.cjs': 'exports.f = (room) => room;\nexports.g = (list) => list.map((other) => { return room; });\n' },
    ask: /`room` is not defined anywhere/,
  },
]);

const group = (wrong: string, right: string, ask: RegExp | null = null): Case => ({
  name: `an open group: /${wrong}/`,
  class: 'syntax',
  message: `Invalid regular expression: /${wrong}/: Unterminated group`,
  files: { 'a.cjs': `exports.time = (text) => /${wrong}/.exec(text);\n` },
  at: [['a.cjs', '‸/']],
  first: { 'a.cjs': `exports.time = (text) => /${right}/.exec(text);\n` },
  ...(ask === null ? {} : { ask }),
});

check(syntax, [
  group('^id-(\\d+$', '^id-(\\d+)$'),
  group('(?<year\\d{4})-(?<day>\\d+)', '(?<year>\\d{4})-(?<day>\\d+)'),
  group('^(get|post$', '^(get|post)$'),
  group('(\\d{4})-(\\d\\d?', '(\\d{4})-(\\d\\d?)', /does not tell/),
  group('^(\\d+-\\d+$', '^(\\d+)-\\d+$', /does not tell/),
  group('sum(', 'sum\\('),
  group('^(\\d{1,2}:(\\d{2})$', '^(\\d{1,2}):(\\d{2})$', /does not tell/),
  group('=(get|post$', '=(get|post)$', /does not tell/),
]);
