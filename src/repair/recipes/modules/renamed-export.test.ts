import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import { importExport } from './import-export.ts';
import { renamedExport } from './renamed-export.ts';

const gone = (name: string, from: string, importer: string) => ({
  class: 'import_export' as const,
  message: `The requested module '${from}' does not provide an export named '${name}'`,
  named: { exportName: name, module: from, importer },
});
const pure = (name: string) => `export function ${name}(text) {\n  return text.trim();\n}\n`;

check(renamedExport, [
  ...(
    [
      ['its old name: it gets that back', "assert.equal(addDays('2026-01-30', 3), 1);", true],
      ['both names: whoever takes it follows', 'addDays(plusDays());', false],
      ['none of them: whoever takes it follows', '', false],
    ] as const
  ).map(([name, said, isBack]) => ({
    name: `the one function of a module that nobody takes, where the tests know ${name}`,
    class: 'type' as const,
    message: 'TypeError: addDays is not a function',
    named: { identifier: 'addDays' },
    files: {
      'dates.js':
        'function plusDays(date, days) {\n  return shift(date, days);\n}\nfunction today() {\n  return plusDays(now(), 0);\n}\nmodule.exports = { today, plusDays };\n',
      'a.js': "const { today, addDays } = require('./dates');\nexports.due = (days) => addDays(today(), days);\n",
      'test/dates.test.js':
        said === '' ? '' : `const { ${said.match(/\w+Days/g)?.join(', ')} } = require('../dates');\n${said}\n`,
    },
    at: [['a.js', '=> ‸addDays']] as const,
    first: isBack
      ? {
          'dates.js':
            'function addDays(date, days) {\n  return shift(date, days);\n}\nfunction today() {\n  return addDays(now(), 0);\n}\nmodule.exports = { today, addDays };\n',
        }
      : null,
  })),
  {
    name: 'a maker of errors whose text spells the wanted name out, which others call by its own',
    ...gone('notFound', './errors.mjs', 'a.mjs'),
    files: {
      'errors.mjs':
        "export const missing = (what) => new AppError('not_found', 404, what);\nexport const conflict = (text) => new AppError('conflict', 409, text);\n",
      'a.mjs': "import { notFound } from './errors.mjs';\nexport const a = () => {\n  throw notFound('rider');\n};\n",
      'b.mjs':
        "import { conflict, missing } from './errors.mjs';\nexport const b = (id) => {\n  throw id ? conflict('b') : missing(`b ${id}`);\n};\n",
    },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': /import \{ missing as notFound \}/ },
  },
  {
    name: 'all that a file gives out, called with as much as it takes: asked',
    class: 'type',
    message: 'TypeError: requireAdmin is not a function',
    named: { identifier: 'requireAdmin' },
    files: {
      'require-role.js': 'exports.requireRole = (role) => (req, res, next) => next(req.role !== role);\n',
      'a.js': "const { requireAdmin } = require('./require-role');\napp.use(requireAdmin('admin'));\n",
    },
    at: [['a.js', "‸requireAdmin('admin')"]],
    first: { 'a.js': /\{ requireRole: requireAdmin \}/ },
    ask: /nothing but that nobody takes it speaks for `requireRole`/,
  },
  ...(
    [
      ['tokens', 'as it is handed over', 'requireStaff(config.staff.tokens)', null],
      ['staffId', 'of what it is handed over of', 'requireStaff(staff.id)', null],
      [
        'tokens',
        'and another thing is handed over: asked',
        'requireStaff(config.staff.names)',
        /speaks for `staffOnly`/,
      ],
    ] as const
  ).map(([param, as, call, ask]) => ({
    name: `all that a file gives out, whose parameter is called ${as}`,
    class: 'type' as const,
    message: 'TypeError: requireStaff is not a function',
    named: { identifier: 'requireStaff' },
    files: {
      'auth.js': `exports.staffOnly = (${param}) => (req, res, next) => next(req.token === ${param});\n`,
      'a.js': `const { requireStaff } = require('./auth');\napp.use(${call});\n`,
    },
    at: [['a.js', `‸${call}`]] as const,
    first: { 'a.js': /\{ staffOnly: requireStaff \}/ },
    ...(ask === null ? {} : { ask }),
  })),
  {
    name: 'all that a file gives out, wanted by the name of the file',
    class: 'import_export',
    message: "The requested module './stores/seed.mjs' does not provide an export named 'seed'",
    named: { module: './stores/seed.mjs', exportName: 'seed', importer: 'a.mjs' },
    files: {
      'stores/seed.mjs': 'export function seedSchool({ guests }) {\n  guests.add(1);\n}\n',
      'a.mjs': "import { seed } from './stores/seed.mjs';\nseed(stores);\n",
    },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': /import \{ seedSchool as seed \}/ },
  },
  {
    name: 'the one function of a module that nobody takes, while what is near undoes it: asked',
    class: 'type',
    message: 'TypeError: tokens.unsign is not a function',
    named: { receiver: 'tokens', property: 'unsign' },
    files: {
      'tokens.js':
        'function sign(payload) {\n  return seal(payload);\n}\nfunction verify(token) {\n  return open(token);\n}\nmodule.exports = { sign, verify };\n',
      'a.js':
        "const tokens = require('./tokens');\nexports.start = (user) => tokens.sign({ sub: user.id });\nexports.who = (token) => tokens.unsign(token);\n",
    },
    at: [['a.js', 'tokens.‸unsign']],
    first: { 'a.js': /tokens\.verify\(token\)/ },
    ask: /nothing but that nobody takes it speaks for `verify`/,
  },

  ...(
    [
      ['FeeCalculator', '', 'it is'],
      ['FeeCalculator', 'class FeeService {}\nmodule.exports = { FeeService };\n', 'which another file has, it is not'],
    ] as const
  ).map(([has, other, name]) => ({
    name: `a class of another kind, all that its file gives out: ${name}`,
    class: 'type' as const,
    message: 'TypeError: FeeService is not a constructor',
    named: { identifier: 'FeeService' },
    files: {
      'fees.js': `class ${has} {\n  constructor() {\n    this.least = 1;\n  }\n}\nmodule.exports = { ${has} };\n`,
      'other.js': other,
      'a.js': "const { FeeService } = require('./fees');\nexports.a = () => new FeeService();\n",
    },
    at: [['a.js', '‸new FeeService']] as const,
    first:
      has === 'FeeCalculator' && other === ''
        ? { 'a.js': "const { FeeCalculator: FeeService } = require('./fees');\nexports.a = () => new FeeService();\n" }
        : null,
  })),
  {
    name: 'every importer takes the new name',
    ...gone('escapeHtml', './text.mjs', 'a.mjs'),
    files: {
      'text.mjs': `${pure('encodeEntities')}${pure('excerpt')}`,
      'a.mjs':
        "import { escapeHtml, excerpt } from './text.mjs';\nexport const a = (html) => excerpt(escapeHtml(html));\n",
      'b.mjs': "import { escapeHtml } from './text.mjs';\nexport const b = (html) => escapeHtml(html);\n",
    },
    at: [['a.mjs', '‸import']],
    first: {
      'a.mjs': /import \{ encodeEntities as escapeHtml, excerpt \}/,
      'b.mjs': /import \{ encodeEntities as escapeHtml \}/,
    },
    ask: null,
  },
  {
    name: 'a file that hands the old name on: what its takers give tells which is meant',
    ...gone('linesFor', './tariff.mjs', 'domain/index.mjs'),
    files: {
      'domain/tariff.mjs':
        'export const discountFor = (nights) => nights > 7;\nexport function invoiceLines(stay, boat) {\n  const lines = [stay.from];\n  lines.push(boat.name, discountFor(3));\n  return lines;\n}\n',
      'domain/index.mjs': "export { linesFor } from './tariff.mjs';\n",
      'a.mjs':
        "import { linesFor } from './domain/index.mjs';\nexport const a = (stay, boat) => linesFor(stay, boat);\n",
    },
    at: [['domain/index.mjs', '‸export']],
    first: { 'domain/index.mjs': "export { invoiceLines as linesFor } from './tariff.mjs';\n" },
    ask: null,
  },
  {
    name: 'a parameter called as what it is given, whatever TypeScript takes that for',
    ...gone('fromRow', './database.ts', 'repository.ts'),
    files: {
      'database.ts':
        'export const open = (file: string) => open2(file);\nexport const toModel = <T>(row: object): T => Object.fromEntries(Object.entries(row)) as T;\n',
      'repository.ts':
        "import { fromRow, open } from './database.ts';\nexport const all = (rows: unknown[]) => rows.map((row) => fromRow(row as object));\nopen('a');\n",
    },
    at: [['repository.ts', '‸import']],
    first: { 'repository.ts': /import \{ toModel as fromRow, open \}/ },
    ask: null,
  },
  {
    name: 'a member of a module that is taken as a whole, and the one function of it that nobody reads',
    class: 'type',
    message: 'util.propagate is not a function',
    named: { identifier: 'util.propagate' },
    files: {
      'util.mjs':
        'export function propagateValue(name, from, to) {\n  from.on(name, () => to.emit(name));\n}\nexport function inner() {\n  return 1;\n}\nexport const outer = () => inner();\n',
      'a.mjs':
        "import * as util from './util.mjs';\nexport const a = (from, to) => {\n  util.propagate('x', from, to);\n  return util.outer();\n};\n",
    },
    at: [['a.mjs', '‸util.propagate']],
    first: { 'a.mjs': /util\.propagateValue\('x', from, to\)/ },
    ask: null,
  },
  {
    name: 'a member of a module, where its like takes something else',
    class: 'type',
    message: 'util.propagate is not a function',
    named: { identifier: 'util.propagate' },
    files: {
      'util.mjs': 'export function propagateValue(value) {\n  return value;\n}\n',
      'a.mjs': "import * as util from './util.mjs';\nexport const a = (from, to) => util.propagate('x', from, to);\n",
    },
    at: [['a.mjs', '‸util.propagate']],
    first: null,
  },
  {
    name: 'what takes another number of arguments is not it',
    ...gone('escapeHtml', './text.mjs', 'a.mjs'),
    files: {
      'text.mjs': 'export function encodeEntities(text, table, how) {\n  return table[text][how];\n}\n',
      'a.mjs': "import { escapeHtml } from './text.mjs';\nexport const a = (html) => escapeHtml(html);\n",
    },
    at: [['a.mjs', '‸import']],
    first: null,
  },
  {
    name: 'what does something else is not it',
    ...gone('findLoan', './loans.mjs', 'a.mjs'),
    files: {
      'loans.mjs': pure('removeLoan'),
      'a.mjs': "import { findLoan } from './loans.mjs';\nexport const a = (id) => findLoan(id);\n",
    },
    at: [['a.mjs', '‸import']],
    first: null,
  },
  {
    name: 'where only nobody takes it, a person is asked',
    ...gone('archive', './loans.mjs', 'a.mjs'),
    files: {
      'loans.mjs': 'export function wipe(id) {\n  rows.splice(id, 1);\n}\n',
      'a.mjs': "import { archive } from './loans.mjs';\nexport const a = (id) => archive(id);\n",
    },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': /wipe as archive/ },
    ask: /nobody takes it/,
  },
  {
    name: 'all that a file gives out, called as what is wanted and the file are',
    ...gone('vehicles', './fixtures.mjs', 'a.mjs'),
    files: {
      'fixtures.mjs': "export const vehicleFixtures = [{ id: 'v1' }];\n",
      'a.mjs': "import { vehicles } from './fixtures.mjs';\nexport const all = () => vehicles;\n",
    },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': /vehicleFixtures as vehicles/ },
  },
  {
    name: 'what counts them is another thing',
    ...gone('vehicles', './fixtures.mjs', 'a.mjs'),
    files: {
      'fixtures.mjs': 'export const vehicleCount = 3;\n',
      'a.mjs': "import { vehicles } from './fixtures.mjs';\nexport const all = () => vehicles;\n",
    },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': /vehicleCount as vehicles/ },
    ask: /nobody takes it/,
  },
  {
    name: 'what others take under the new name already',
    class: 'type',
    message: 'paperById is not a function',
    named: { identifier: 'paperById' },
    files: {
      'papers.js':
        'const papers = [];\nconst allPapers = () => papers;\nfunction findPaper(id) {\n  return papers.find((paper) => paper.id === id);\n}\nmodule.exports = { allPapers, findPaper };\n',
      'a.js':
        "const { allPapers, findPaper } = require('./papers');\nexports.a = (id) => findPaper(id) ?? allPapers();\n",
      'b.js': "const { paperById } = require('./papers');\nexports.b = (order) => paperById(order.paper).name;\n",
    },
    at: [['b.js', '‸paperById(order']],
    first: { 'b.js': /const \{ findPaper: paperById \} = require/ },
    ask: null,
  },
  {
    name: 'what others take by a name without the word of its file',
    class: 'type',
    message: 'formatMoney is not a function',
    named: { identifier: 'formatMoney' },
    files: {
      'money.js':
        'const format = (amount) => `${amount.toFixed(2)} EUR`;\nconst gross = (net) => net * 1.19;\nmodule.exports = { format, gross };\n',
      'a.js': "const { format, gross } = require('./money');\nexports.a = (net) => format(gross(net));\n",
      'b.js': "const { formatMoney } = require('./money');\nexports.b = (order) => formatMoney(order.sum);\n",
    },
    at: [['b.js', '‸formatMoney(order']],
    first: { 'b.js': /const \{ format: formatMoney \} = require/ },
    ask: null,
  },
  {
    name: 'the one thing of a module that nobody takes, with a word of what is read: a person is asked',
    class: 'type',
    message: 'dates.longDay is not a function',
    named: { identifier: 'dates.longDay' },
    files: {
      'dates.js':
        'function shortDay(date) {\n  return date.toISOString().slice(0, 10);\n}\nfunction dayInWords(date) {\n  return date.toDateString();\n}\nmodule.exports = { shortDay, dayInWords };\n',
      'a.js': "const dates = require('./dates');\nexports.a = (at) => [dates.shortDay(at), dates.longDay(at)];\n",
    },
    at: [['a.js', '‸dates.longDay']],
    first: { 'a.js': /dates\.dayInWords\(at\)/ },
    ask: /nobody takes it/,
  },
  {
    name: 'what others take that does something else with it',
    class: 'type',
    message: 'paperById is not a function',
    named: { identifier: 'paperById' },
    files: {
      'papers.js':
        'const papers = [];\nfunction sortPaper(id) {\n  return papers.find((paper) => paper.id === id);\n}\nmodule.exports = { sortPaper };\n',
      'a.js': "const { sortPaper } = require('./papers');\nexports.a = (id) => sortPaper(id);\n",
      'b.js': "const { paperById } = require('./papers');\nexports.b = (order) => paperById(order.paper).name;\n",
    },
    at: [['b.js', '‸paperById(order']],
    first: null,
  },
  {
    name: 'what refuses is not what only answers, where nobody takes the answer',
    ...gone('mustSee', './rules.mjs', 'a.mjs'),
    files: {
      'rules.mjs': 'export const sameClinic = (user, order) => user.clinic === order.clinic;\n',
      'a.mjs':
        "import { mustSee } from './rules.mjs';\nexport const a = (user, order) => {\n  mustSee(user, order);\n  return order;\n};\n",
    },
    at: [['a.mjs', '‸import']],
    first: null,
  },
  {
    name: 'what only answers, where the answer is taken',
    ...gone('isSeen', './rules.mjs', 'a.mjs'),
    files: {
      'rules.mjs': 'export const sameClinic = (user, order) => user.clinic === order.clinic;\n',
      'a.mjs':
        "import { isSeen } from './rules.mjs';\nexport const a = (user, order) => (isSeen(user, order) ? order : null);\n",
    },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': /sameClinic as isSeen/ },
  },
]);

const store = `const all = new Map();
export function findOrder(id) { return all.get(id); }
export const totalOf = (order) => order.items.length;
`;

check(
  renamedExport,
  (
    [
      ['fetchOrder', true],
      ['orderById', true],
      ['getOrders', false],
      ['fetchOrders', false],
    ] as const
  ).map(([name, isOne]) => ({
    name: `\`${name}\` of what finds one order`,
    class: 'import_export' as const,
    message: `The requested module './store.js' does not provide an export named '${name}'`,
    named: { module: './store.js', importer: 'a.js', exportName: name },
    files: {
      'package.json': '{"type":"module"}',
      'store.js': store,
      'a.js': `import { ${name} } from './store.js';\nexport const one = (given) => ${name}(given);\n`,
    },
    at: [['a.js', `‸import { ${name} }`]] as const,
    together: true,
    first: isOne ? { 'a.js': /import \{ findOrder/ } : null,
  })),
);

test('REP-2 a name that git and its words tell alike is one repair, and no two between which a person must choose', async () => {
  const files = {
    'people.mjs': 'export function customerById(id) {\n  return rows.get(id);\n}\n',
    'a.mjs': "import { findCustomer } from './people.mjs';\nexport const a = (id) => findCustomer(id).name;\n",
  };
  const context = contextOf({
    ...gone('findCustomer', './people.mjs', 'a.mjs'),
    ...{ name: '', files, at: [['a.mjs', '‸import']], first: null },
    context: { git: historyOf({ replaced: { findCustomer: ['customerById'] } }) },
  });
  const ideas = await Promise.all([importExport, renamedExport].map((recipe) => recipe.ideas(context)));
  const titles = ideas.flat().map(({ title }) => title);
  assert.deepEqual(titles, Array(2).fill('`findCustomer` is called `customerById` now'));
});
