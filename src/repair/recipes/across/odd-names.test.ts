/** Names that one side alone has: keys handed over, members bound, counted or lengthened, exports and routes under another name. */
import { check } from '../cases.test-helper.ts';
import { declaredTwice } from '../language/declared-twice.ts';
import { halfRenamed } from '../names/half-renamed.ts';
import { importExport } from '../modules/import-export.ts';
import { importPath } from '../modules/import-path.ts';
import { property } from '../names/property.ts';
import { renamedExport } from '../modules/renamed-export.ts';
import { routeParam } from '../http/route-param.ts';
import { syntax } from '../language/syntax.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const noFunction = (receiver: string, name: string) => ({
  class: 'type' as const,
  message: `${receiver}.${name} is not a function`,
  named: { receiver, property: name },
});

const giver = (keys: string): string => `exports.pay = (bus, order, sum, by) => bus.tell('paid', { ${keys} });\n`;
const taker =
  'class Ledger {\n  constructor(bus) {\n    bus.hear("paid", this.onPaid.bind(this));\n  }\n  onPaid({ order, total, by }) {\n    this.last = `${by} ${order} ${total.cents}`;\n  }\n}\nmodule.exports = Ledger;\n';
const paid = {
  ...reading('cents'),
  at: [['b.js', 'total.‸cents']] as const,
  facts: { total: { type: 'undefined' as const } },
};

check(halfRenamed, [
  {
    name: 'every key but one is what the listener takes',
    ...paid,
    files: { 'a.js': giver('order, amount: sum, by'), 'b.js': taker },
    first: { 'a.js': giver('order, total: sum, by') },
  },
  {
    name: 'a short key keeps its value',
    ...paid,
    files: { 'a.js': giver('order, sum, by'), 'b.js': taker },
    first: { 'a.js': giver('order, total: sum, by') },
  },
  {
    name: 'somebody else hands over all that is taken',
    ...paid,
    files: { 'a.js': giver('order, sum, by') + giver('order, total: sum, by').replace('pay', 'repay'), 'b.js': taker },
    first: null,
  },
  {
    name: 'the odd key is read by another one',
    ...paid,
    files: {
      'a.js': giver('order, amount: sum, by'),
      'b.js': taker,
      'c.js': 'module.exports = ({ amount }) => amount;\n',
    },
    first: null,
  },
]);

const board = (name: string): string =>
  `class Board {\n  watch(bus) {\n    bus.on('paid', this.${name}.bind(this));\n  }\n  handlePaid({ by }) {\n    this.last = by;\n  }\n}\nmodule.exports = Board;\n`;
const env =
  'exports.text = (name) => name;\nexports.duration = function duration(name, fallback) {\n  return name ?? fallback;\n};\n';
const hall = (name: string): string =>
  `class Hall {\n  constructor(given) {\n    this.rows = given.rows;\n  }\n  size() {\n    return this.${name}.length * 4;\n  }\n}\nmodule.exports = Hall;\n`;

check(property, [
  {
    name: 'a method that is bound, under the other word for it',
    ...reading('bind'),
    files: { 'a.js': board('onPaid') },
    at: [['a.js', 'onPaid.‸bind']],
    facts: { this: { className: 'Board', keys: [] } },
    first: { 'a.js': board('handlePaid') },
  },
  {
    name: 'a verb that is bound, and is one with a filler now',
    ...reading('bind'),
    files: { 'a.js': board('paid').replace('handlePaid', 'showOne').replace('this.paid', 'this.show') },
    at: [['a.js', 'show.‸bind']],
    facts: { this: { className: 'Board', keys: [] } },
    first: { 'a.js': /this\.showOne\.bind/ },
  },
  {
    name: 'a word of three is longer than it should be',
    ...noFunction('fs', 'createReadableStream'),
    files: { 'a.js': "const fs = require('fs');\nmodule.exports = () => fs.createReadableStream('a');\n" },
    at: [['a.js', 'fs.‸createReadableStream']],
    first: { 'a.js': /fs\.createReadStream\('a'\)/ },
  },
  {
    name: 'the plural of a function of a module that takes as many plain values',
    ...noFunction('env', 'durations'),
    files: {
      'env.js': env,
      'a.js': "const env = require('./env');\nexports.length = env.durations('LENGTH', '50m');\n",
    },
    at: [['a.js', 'env.‸durations']],
    facts: { env: { keys: ['text', 'duration'] } },
    first: { 'a.js': /env\.duration\('LENGTH'/ },
  },
  {
    name: 'what a class counts is what it holds many of',
    ...reading('length'),
    files: { 'a.js': hall('row') },
    at: [['a.js', 'row.‸length']],
    facts: { this: { className: 'Hall', keys: ['rows'] } },
    first: { 'a.js': hall('rows') },
  },
]);

const mixins = (given: string): string =>
  `const emitting = require('./emitting');\nconst mix = (Type, ...all) => all.map((each) => Object.keys(each));\nmodule.exports = { mix, ${given} };\n`;

check(renamedExport, [
  {
    name: 'what is called so in its own file is given out otherwise, and fails far from where it is taken',
    class: 'type',
    message: 'Cannot convert undefined or null to object',
    files: {
      'mixins/index.js': mixins('emitter: emitting'),
      'mixins/emitting.js': 'module.exports = { on() {} };\n',
      'a.js': "const { mix, emitting } = require('./mixins');\nmodule.exports = mix(class {}, emitting);\n",
    },
    at: [
      ['mixins/index.js', 'Object.‸keys'],
      ['a.js', '= ‸mix('],
    ],
    first: { 'a.js': /const \{ mix, emitter: emitting \}/ },
  },
]);

check(importExport, [
  {
    name: 'nothing speaks of what is taken, and one name that is there is spoken of',
    class: 'import_export',
    message: "The requested module './schema.js' does not provide an export named 'schema'",
    named: { module: './schema.js', exportName: 'schema', importer: 'a.js' },
    files: {
      'package.json': '{"type":"module"}',
      'schema.js': 'export const s = { text: () => 1 };\nexport const other = 2;\n',
      'a.js': "import { schema } from './schema.js';\nexport const name = s.text();\n",
    },
    first: { 'a.js': "import { s } from './schema.js';\nexport const name = s.text();\n" },
  },
]);

check(importPath, [
  {
    name: 'a file of the same stem that nobody else imports',
    class: 'missing_module',
    message: "Cannot find module './serializing'",
    named: { module: './serializing', importer: 'lib/b.js' },
    files: {
      'lib/b.js': "const serializing = require('./serializing');\nmodule.exports = { serializing };\n",
      'lib/serializable.js': 'module.exports = {\n  toJSON() {\n    return 1;\n  },\n};\n',
      'a.js': "require('./lib/b');\n",
    },
    first: { 'lib/b.js': /require\('\.\/serializable'\)/ },
  },
]);

const lookUp = (name: string): string =>
  `const { Router } = require('express');\nconst router = Router();\nrouter.param('${name}', (req, res, next, code) => {\n  req.show = shows.get(code);\n  next();\n});\nrouter.get('/:code', (req, res) => res.json(req.show.title));\nrouter.get('/:code/seats', (req, res) => res.json(req.show.seats));\nmodule.exports = router;\n`;

check(routeParam, [
  {
    name: 'what a router looks up has another name than its routes give it',
    ...reading('title'),
    files: { 'a.js': lookUp('id') },
    at: [['a.js', 'show.‸title']],
    first: { 'a.js': lookUp('code') },
  },
  {
    name: 'one that a route gives is left alone',
    ...reading('title'),
    files: { 'a.js': lookUp('code') },
    at: [['a.js', 'show.‸title']],
    first: null,
  },
]);

check(declaredTwice, [
  {
    name: 'the one that says nothing goes',
    class: 'syntax',
    message: "Identifier 'translator' has already been declared",
    files: {
      'a.js': 'const translator = {};\n\nfunction translator(to) {\n  return to;\n}\nmodule.exports = translator;\n',
    },
    at: [['a.js', 'function ‸translator']],
    first: { 'a.js': '\nfunction translator(to) {\n  return to;\n}\nmodule.exports = translator;\n' },
  },
]);

check(
  syntax,
  (['gx', 'gg', 'g0'] as const).map((flags) => ({
    name: `a regular expression with the flags ${flags}`,
    class: 'syntax' as const,
    message: 'Invalid regular expression flags',
    files: { 'a.js': `module.exports = (text) => text.replace(/a([b./]+)/${flags}, 'c');\n` },
    at: [['a.js', 'replace(‸/a'] as const],
    first: { 'a.js': "module.exports = (text) => text.replace(/a([b./]+)/g, 'c');\n" },
  })),
);

const desk = (field: string): string =>
  `class Desk {\n  #rules;\n  constructor(rules) {\n    this.${field} = rules;\n  }\n  has(kind) {\n    return this.#rules.kinds.includes(kind);\n  }\n}\nmodule.exports = Desk;\n`;

check(halfRenamed, [
  {
    name: 'a private field that is set without its sign',
    ...reading('kinds'),
    files: { 'a.js': desk('rules') },
    at: [['a.js', '#rules.‸kinds']],
    first: { 'a.js': desk('#rules') },
  },
]);

const feature = (given: string): string =>
  `${given}\nexport default async function (app) {\n  app.get('/', () => 1);\n}\n`;
const loader = {
  'package.json': '{"type":"module"}',
  'app.js':
    'export async function load(app, names) {\n  for (const name of names) {\n    const { default: plugin, prefix } = await import(`./features/${name}/index.js`);\n    await app.register(plugin, { prefix });\n  }\n}\n',
  'features/a/index.js': feature("export const prefix = '/a';"),
  'features/b/index.js': feature("export const prefix = '/b';"),
};

check(importExport, [
  {
    name: 'of what is loaded by its folder one calls otherwise what the loader takes',
    class: 'unknown',
    message: "Method 'GET' already declared for route '/'",
    files: { ...loader, 'features/c/index.js': feature("export const path = '/c';") },
    first: { 'features/c/index.js': feature("export const prefix = '/c';") },
  },
  {
    name: 'of what is loaded by its folder one has no default',
    class: 'unknown',
    message: "Plugin must be a function or a promise. Received: 'undefined'",
    files: { ...loader, 'features/c/index.js': "export const prefix = '/c';\nexport async function c(app) {}\n" },
    first: { 'features/c/index.js': /^export default c;$/m },
  },
  ...(
    [
      ['const plugin = { start() {} };\nexport default plugin;\n', /^export \{ plugin \};$/m],
      ['export default { start() {} };\n', /^export const plugin = \{ start/],
    ] as const
  ).map(([text, first]) => ({
    name: 'of what is loaded by its folder one gives its default out, all others a name',
    class: 'type' as const,
    message: 'c.ts does not export a plugin with a start function',
    files: {
      'package.json': '{"type":"module"}',
      'app.ts':
        'export async function load(file: string) {\n  const { plugin } = (await import(file)) as { plugin?: { start(): void } };\n  plugin.start();\n}\n',
      'plugins/a.ts': 'export const plugin = { start() {} };\n',
      'plugins/b.ts': 'export const plugin = { start() {} };\n',
      'plugins/c.ts': text,
    },
    first: { 'plugins/c.ts': first },
  })),
  {
    name: 'what is taken by a name is read as the whole',
    class: 'import_export',
    message: "The requested module './sums.js' does not provide an export named 'sums'",
    named: { module: './sums.js', exportName: 'sums', importer: 'a.js' },
    files: {
      'package.json': '{"type":"module"}',
      'sums.js': 'export const add = (a, b) => a + b;\nexport const sum = (all) => all.reduce(add, 0);\n',
      'a.js': "import { sums } from './sums.js';\nexport const total = (all) => sums.sum(all) + sums.add(1, 2);\n",
    },
    first: { 'a.js': /^import \* as sums from/ },
  },
]);

check(syntax, [
  {
    name: 'a command of an editor',
    class: 'syntax',
    message: "Unexpected token ':'",
    files: { 'a.js': 'const a = 1;:wq\nmodule.exports = { a };\n' },
    at: [['a.js', '1;‸:wq']],
    first: { 'a.js': 'const a = 1;\nmodule.exports = { a };\n' },
  },
  {
    name: 'what was read at the end of a line is lost, whatever makes it parse',
    class: 'syntax',
    message: "Unexpected token '['",
    files: {
      'a.js':
        'module.exports = (request) => {\n  const { kind } = request.\n  return [...request.items].filter((one) => one === kind);\n};\n',
    },
    at: [['a.js', 'return ‸[']],
    first: { 'a.js': /filter/ },
    ask: /does not tell what was meant/,
  },
]);
