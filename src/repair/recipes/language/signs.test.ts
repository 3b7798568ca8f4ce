import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { syntax } from './syntax.ts';

const broken = { class: 'syntax' as const, message: 'Unexpected token', at: [['app.js', '‸']] as const };

/** [name, the file, a part of it, what stands there instead]. */
const slips: readonly (readonly [string, string, string, string])[] = [
  [
    'a comma for the dot before a method',
    'class Carts {\n  async add(sku) {\n    const product = await this.products.get(sku);\n    return product;\n  }\n}\nmodule.exports = Carts;\n',
    'this.products.get',
    'this.products,get',
  ],
  [
    'quotes for backticks around a value with quotes',
    "exports.no = (id) => `K-${String(id).padStart(4, '0')}`;\n",
    "`K-${String(id).padStart(4, '0')}`",
    "'K-${String(id).padStart(4, '0')}'",
  ],
  [
    'quotes for backticks around a pattern, where other backticks would make code of several lines a text',
    "class Router {\n  #add(path, handler) {\n    const pattern = new RegExp(`^${path.replace(/:(\\w+)/g, '(?<$1>[^/]+)')}$`);\n    this.routes.push({ pattern, handler });\n  }\n}\nmodule.exports = { Router };\n",
    "`^${path.replace(/:(\\w+)/g, '(?<$1>[^/]+)')}$`",
    "'^${path.replace(/:(\\w+)/g, '(?<$1>[^/]+)')}$'",
  ],
  ['`====`', 'exports.same = (a, b) => (a.id === b.id ? a : null);\n', 'a.id === b.id', 'a.id ==== b.id'],
  ['`!= =`', 'exports.other = (a, b) => (a.id !== b.id ? a : null);\n', 'a.id !== b.id', 'a.id != = b.id'],
  ['`!`', 'exports.other = (a, b) => (a.id !== b.id ? a : null);\n', 'a.id !== b.id', 'a.id ! b.id'],
  [
    'what a module gives out',
    'const find = () => null;\nmodule.exports = { find };\n',
    'module.exports = { find }',
    'module.exports { find }',
  ],
  [
    'a semicolon for the dot before a field',
    'exports.sorted = (all) => all.sort((a, b) => b.size.width - a.size.width);\n',
    'a.size.width)',
    'a;size.width)',
  ],
  [
    'the dots before what an object takes in',
    "exports.body = (error) => ({ error: error.known ? error.message : 'internal error', ...(error.issues && { issues: error.issues }) });\n",
    '...(',
    '(',
  ],
  [
    'a line that opens a block, twice',
    'exports.sum = (all) => {\n  let sum = 0;\n  for (const one of all) {\n    const { size } = one;\n    sum += size;\n  }\n  return sum;\n};\n',
    '  for (const one of all) {\n',
    '  for (const one of all) {\n  for (const one of all) {\n',
  ],
  [
    'a bracket whose place would make a list something to count with',
    'exports.left = (seats, sold) =>\n  Object.fromEntries(\n    Object.entries(seats).map(([name, count]) => [name, count - (sold.get(name) ?? 0)]),\n  );\n',
    '?? 0)])',
    '?? 0))',
  ],
  ['`-`', 'const size = 20;\nexports.page = (at) => at * size;\n', 'const size = 20', 'const size - 20'],
];

check(
  syntax,
  slips.map(([name, good, right, wrong]) => ({
    name,
    ...broken,
    files: { 'app.js': good.replace(right, () => wrong) },
    first: { 'app.js': good },
    ask: null,
  })),
);

for (const [right, wrong] of [
  ["parcel.state = 'delivered';", `parcel.state = 'delivered";`],
  ["parcel.refuse('berth', `${parcel.id} is too long`);", 'parcel.refuse("berth\', `${parcel.id} is too long`);'],
] as const)
  test(`REP-2 syntax: one quote is of the other kind: ${wrong}`, async () => {
    const files = { 'app.js': `exports.take = (parcel) => {\n  ${wrong}\n  return parcel;\n};\n` };
    const [first, second] = await syntax.ideas(contextOf({ name: '', ...broken, files, first: null }));
    const told = first?.edits[0]?.after?.replaceAll('"', "'") ?? '';
    assert.ok(told.includes(right), told);
    assert.equal(first?.rank, 0);
    assert.notEqual(second?.rank, 0);
  });

const trees =
  'const view = (tree) => ({\n  id: tree.id,\n  label: `${tree.kind} ${tree.at.row}/${tree.at.place}`,\n  kind: tree.kind,\n  planted: tree.planted,\n});\nexports.all = (trees) => trees.map(view);\n';
for (const [what, whole, right, wrong] of [
  [
    'a lost quote behind a comma and a blank',
    "exports.line = (at) => {\n  return [at.street, at.city].join(', ');\n};\n",
    "', ')",
    "', )",
  ],
  ['a quote for a backtick, before lines of an object', trees, 'place}`', "place}'"],
] as const)
  test(`REP-2 syntax: ${what} has no rival`, async () => {
    const files = { 'app.js': whole.replace(right, wrong) };
    const [first, second] = await syntax.ideas(contextOf({ name: '', ...broken, files, first: null }));
    assert.deepEqual([first?.edits[0]?.after, first?.rank], [whole, 0]);
    assert.notEqual(second?.rank, 0);
  });

for (const [wrong, meant] of [
  ['{ view(loan), late: 2 }', ['{ ...view(loan), late: 2 }', '{ view: view(loan), late: 2 }']],
  ['{ loan.groups }', ['{ ...loan.groups }', '{ groups: loan.groups }']],
] as const)
  test(`REP-8 syntax: ${wrong} may have lost its dots or its name: both are tried as equals`, async () => {
    const files = {
      'app.js': `const view = require('./view');\nexports.take = (loan) => {\n  return ${wrong};\n};\nexports.view = view;\n`,
    };
    const ideas = await syntax.ideas(contextOf({ name: '', ...broken, files, first: null }));
    const told = ideas
      .filter(({ rank }) => rank <= 1)
      .map(({ rank, edits: [edit] }) => `${rank} ${/return (.*);/.exec(edit?.after ?? '')?.[1]}`);
    assert.deepEqual(
      told,
      meant.map((each) => `1 ${each}`),
    );
  });

test('REP-2 syntax: a bracket before a field that no list has is no rival of the one behind it', async () => {
  const text = 'exports.days = (open) => ({ days: open.map((booking) => booking.slot.day });\n';
  const [first, second] = await syntax.ideas(
    contextOf({ name: '', ...broken, files: { 'app.js': text }, first: null }),
  );
  assert.match(first?.edits[0]?.after ?? '', /booking\.slot\.day\) \}\);/);
  assert.deepEqual([first?.rank, second?.rank], [0, 3]);
});

for (const [name, right, wrong, beside] of [
  [
    'behind a comparison, which is a number',
    'exports.sorted = (all) => all.sort((a, b) => a.name.localeCompare(b.name));\n',
    'exports.sorted = (all) => all.sort((a, b) => a.name.localeCompare(b.name);\n',
    'exports.b = 1;\n',
  ],
  [
    'of what another file reads as one chain',
    'exports.at = (ride) => `/rides/${ride.id}`;\n',
    'exports.at = (ride) => `/rides/${ride.id`;\n',
    'exports.end = (ride) => ride.id;\n',
  ],
] as const)
  test(`REP-2 syntax: a field ${name} is cut off by no bracket that was lost`, async () => {
    const files = { 'app.js': wrong, 'b.js': beside };
    const [first, second] = await syntax.ideas(contextOf({ name: '', ...broken, files, first: null }));
    assert.deepEqual([first?.edits[0]?.after, first?.rank], [right, 0]);
    assert.notEqual(second?.rank, 0);
  });
