import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import { syntax } from './syntax.ts';

const good = `const http = require('http');
const users = [{ id: 1, name: 'a' }];

function find(id) {
  for (const user of users) {
    if (user.id === id) {
      return user;
    }
  }
  return null;
}

http.createServer((req, res) => {
  const user = find(Number(req.url.slice(1)));
  res.setHeader('x', \`\${user.id}-a\`);
  res.end(JSON.stringify({ ok: true, user }));
}).listen(process.env.PORT);
`;

/** [name, what stands there, what was made of it]. */
const slips: readonly (readonly [string, string, string])[] = [
  ['missing )', 'res.end(JSON.stringify({ ok: true, user }));', 'res.end(JSON.stringify({ ok: true, user });'],
  ['missing } of an if', '      return user;\n    }\n', '      return user;\n'],
  ['missing } of a function', '  return null;\n}\n', '  return null;\n'],
  ['missing { of a loop', 'of users) {', 'of users)'],
  ['missing ]', "name: 'a' }];", "name: 'a' };"],
  ['missing comma', 'id: 1, name', 'id: 1 name'],
  ['missing colon', 'ok: true', 'ok true'],
  ['missing arrow', '(req, res) => {', '(req, res) {'],
  ['missing quote behind', "require('http')", "require('http)"],
  ['missing quote before', "require('http')", "require(http')"],
  ['missing backtick behind', '-a`)', '-a)'],
  ['extra }', '  return null;\n}\n', '  return null;\n}\n}\n'],
  ['extra } behind another', '  return null;\n}\n', '  return null;\n}}\n'],
  ['extra )', 'find(Number(req.url.slice(1)));', 'find(Number(req.url.slice(1))));'],
  ['fucntion', 'function find', 'fucntion find'],
  ['retrun', 'return user;', 'retrun user;'],
  ['cosnt', 'const user = find', 'cosnt user = find'],
  ['wrong bracket', 'slice(1)));', 'slice(1))];'],
  ['-> for =>', '(req, res) => {', '(req, res) -> {'],
  ['a quote struck twice', "require('http')", "require(''http')"],
  ['a brace struck twice, far from where it fails', 'of users) {', 'of users) {{'],
  ['a bracket struck twice', "name: 'a' }];", "name: 'a' }]];"],
  ['a quote missing between two names', "res.setHeader('x', ", "res.setHeader('x, "],
  ['two names that ran into one another', 'find(Number(', 'findNumber('],
  ['i for if', '    if (user.id', '    i (user.id'],
  ['ofs for of', 'const user of users', 'const user ofs users'],
  ['curly quotes', "require('http')", 'require(‘http’)'],
  [
    'merge conflict',
    "const http = require('http');\n",
    "<<<<<<< HEAD\nconst http = require('http');\n=======\nconst http = require('node:http');\n>>>>>>> b\n",
  ],
];

const broken = { class: 'syntax' as const, message: 'Unexpected token' };
const twoTexts =
  'const list = [];\nexports.note = (who, there) => {\n  list.push(`${who} came to ${there}`);\n};\nexports.refuse = (name) => {\n  throw new Error(`${name} is down as present`, { cause: list });\n};\n';

check(syntax, [
  ...slips.map(([name, right, wrong]) => ({
    name,
    ...broken,
    files: { 'app.js': good.replace(right, () => wrong) },
    at: [['app.js', '‸'] as const],
    first: { 'app.js': good },
  })),
  {
    name: 'a quote for the backtick behind a value, where a later text closes what is open',
    ...broken,
    files: { 'app.js': twoTexts.replace('came to ${there}`', "came to ${there}'") },
    at: [['app.js', '‸']],
    first: { 'app.js': twoTexts },
  },
  ...['', 'async '].map((word) => ({
    name: `the \`=\` of a field that is ${word === '' ? 'a' : 'an async'} function, which is handed on without its object`,
    ...broken,
    files: {
      'app.js': `class Desk {\n  rows = [];\n  ${word}show(req, res) => {\n    res.json(this.rows);\n  };\n}\n`,
    },
    at: [['app.js', '‸show'] as const],
    first: {
      'app.js': `class Desk {\n  rows = [];\n  show = ${word}(req, res) => {\n    res.json(this.rows);\n  };\n}\n`,
    },
  })),
  {
    name: 'the colon of a function in an object',
    ...broken,
    files: { 'app.js': 'export const desk = {\n  show(req, res) => {\n    res.json(1);\n  },\n};\n' },
    at: [['app.js', '‸show']],
    first: { 'app.js': 'export const desk = {\n  show: (req, res) => {\n    res.json(1);\n  },\n};\n' },
  },
  {
    name: 'no arrow for a constructor',
    ...broken,
    files: { 'app.js': 'class Desk {\n  constructor(rows) => {\n    this.rows = rows;\n  }\n}\n' },
    at: [['app.js', '‸constructor']],
    first: { 'app.js': 'class Desk {\n  constructor(rows) {\n    this.rows = rows;\n  }\n}\n' },
  },
  {
    name: 'a misspelt word of TypeScript',
    ...broken,
    files: { 'a.ts': 'export interfce Guide {\n  id: string;\n}\n' },
    at: [['a.ts', '‸export']],
    first: { 'a.ts': 'export interface Guide {\n  id: string;\n}\n' },
  },
  {
    name: 'a brace of a value in a text, where the whole chain stands elsewhere',
    ...broken,
    files: {
      'app.js':
        'const kilns = new Map();\nexports.show = (req) => {\n  const kiln = kilns.get(req.params.id);\n  if (!kiln) throw new Error(`no kiln ${req.params.id`);\n  return kiln;\n};\n',
    },
    at: [['app.js', '‸exports']],
    together: true,
    first: { 'app.js': /`no kiln \$\{req\.params\.id\}`/ },
  },
  {
    name: 'a backtick that a text of several lines lost before a method: nobody calls a text',
    ...broken,
    files: { 'app.js': 'exports.label = (shop) => send(`\n${shop.name}\nRack ${shop.rack}\n.trim());\n' },
    at: [['app.js', '‸exports']],
    first: { 'app.js': 'exports.label = (shop) => send(`\n${shop.name}\nRack ${shop.rack}\n`.trim());\n' },
    ask: null,
  },
  {
    name: 'a bracket struck twice before a function: nobody asks whether a function is there, or for a member of it',
    ...broken,
    files: { 'app.js': 'exports.find = (all, id) => all.find(((one) => one.ids.includes(id)) ?? null;\n' },
    at: [['app.js', '‸exports']],
    first: { 'app.js': 'exports.find = (all, id) => all.find((one) => one.ids.includes(id)) ?? null;\n' },
    ask: null,
  },
  {
    name: 'of two sides that import, the one with all that is used',
    ...broken,
    files: {
      'app.mjs':
        "<<<<<<< HEAD\nimport { a } from './a.mjs';\n=======\nimport { a, b } from './a.mjs';\n>>>>>>> x\nexport const c = () => a(b);\n",
    },
    at: [['app.mjs', '‸<<<']],
    first: { 'app.mjs': "import { a, b } from './a.mjs';\nexport const c = () => a(b);\n" },
    ask: null,
  },
  {
    name: 'of two sides that import, the one without what is not used',
    ...broken,
    files: {
      'app.mjs':
        "<<<<<<< HEAD\nimport { a } from './a.mjs';\n=======\nimport { a, b } from './a.mjs';\n>>>>>>> x\nexport const c = () => a();\n",
    },
    at: [['app.mjs', '‸<<<']],
    first: { 'app.mjs': "import { a } from './a.mjs';\nexport const c = () => a();\n" },
    ask: null,
  },
  ...(
    [
      ['of which nothing is left to do', 'return seats 6 ? 0.05 : 0;'],
      ['behind which nothing is come to', 'return seats call(6);'],
    ] as const
  ).map(([name, text]) => ({
    name: `a lost sign, and two statements on one line ${name}`,
    ...broken,
    files: { 'app.js': `exports.part = (seats, call) => {\n  ${text}\n};\n` },
    at: [['app.js', '‸'] as const],
    first: { 'app.js': /./ },
    ask: /does not tell what was meant/,
  })),
  {
    name: 'a lost sign between two values of TypeScript, which may be any',
    ...broken,
    files: { 'app.ts': 'export const over = (a: R, b: R): boolean => a.from < b.to b.from < a.to;\n' },
    at: [['app.ts', '‸'] as const],
    first: { 'app.ts': /./ },
    ask: /does not tell what was meant/,
  },
  {
    name: 'two faults at once',
    ...broken,
    files: {
      'app.js': good.replace('function find', 'fucntion find').replace('ok: true, user }));', 'ok: true, user });'),
    },
    at: [['app.js', '‸']],
    first: { 'app.js': good },
  },
  {
    name: 'ESM and TypeScript',
    ...broken,
    files: {
      'app.ts':
        "import http from 'node:http';\nexport const f = (a: number): string => {\n  return String(a;\n};\nhttp;\n",
    },
    at: [['app.ts', '‸']],
    first: {
      'app.ts':
        "import http from 'node:http';\nexport const f = (a: number): string => {\n  return String(a);\n};\nhttp;\n",
    },
  },
  {
    name: 'the last good release decides',
    ...broken,
    files: { 'app.js': 'f(1, 2;\ng(3);\n' },
    lastGood: { 'app.js': 'f(1), 2;\ng(3);\n' },
    at: [['app.js', '‸']],
    first: { 'app.js': 'f(1), 2;\ng(3);\n' },
  },
  {
    name: 'the same import twice',
    ...broken,
    files: {
      'app.mjs': "import { a } from './a.js';\nimport { b } from './b.js';\nimport {a} from './a.js';\na(b);\n",
    },
    at: [['app.mjs', '‸']],
    first: { 'app.mjs': "import { a } from './a.js';\nimport { b } from './b.js';\na(b);\n" },
  },
  {
    name: 'what is declared twice, beside something of another name with an equal value and a type',
    ...broken,
    files: {
      'app.ts':
        'const queue: Job[] = [];\nconst done: Job[] = [];\nlet last = 0;\nlet last = 0;\nexport { queue, done, last };\n',
    },
    at: [['app.ts', '‸']],
    first: {
      'app.ts': 'const queue: Job[] = [];\nconst done: Job[] = [];\nlet last = 0;\nexport { queue, done, last };\n',
    },
  },
  {
    name: 'the same name from two places is not for us to choose',
    ...broken,
    files: { 'app.mjs': "import { a } from './a.js';\nimport { a } from './b.js';\na();\n" },
    at: [['app.mjs', '‸']],
    first: null,
  },
  {
    name: 'a number behind an open text is an argument of its own',
    ...broken,
    files: { 'app.js': "exports.all = (list, count) => list('sales, 0, count - 1);\n" },
    at: [['app.js', '‸']],
    first: { 'app.js': "exports.all = (list, count) => list('sales', 0, count - 1);\n" },
  },
  {
    name: 'a function that awaits and is not async lacks no sign',
    ...broken,
    files: { 'app.cjs': 'on((req, res) => { const rows = await load(); res.end(rows); });\n' },
    at: [['app.cjs', '‸']],
    first: null,
  },
  {
    name: 'a file that parses is left alone',
    ...broken,
    files: { 'app.js': good },
    at: [['app.js', '‸']],
    first: null,
  },
  {
    name: 'no source at all',
    ...broken,
    files: { 'app.js': 'lorem ipsum dolor sit amet,\nconsectetur ! adipiscing ?\n) elit ( sed\n' },
    at: [['app.js', '‸']],
    first: null,
  },

  {
    name: 'the wrong quote behind a template',
    ...broken,
    message: 'Unexpected end of input',
    files: { 'app.js': "const card = (name) => ({\n  name: `${name.first} ${name.last}',\n  city: 'none',\n});\n" },
    at: [['app.js', '‸const']],
    first: { 'app.js': "const card = (name) => ({\n  name: `${name.first} ${name.last}`,\n  city: 'none',\n});\n" },
  },
  {
    name: 'the wrong quote behind a template, which the next template seems to close',
    ...broken,
    message: 'missing ) after argument list',
    files: {
      'app.js':
        "const taken = (berth, stay) => {\n  if (stay) throw new Error(`${berth.id} is taken', { stay: stay.id });\n  return `${berth.id} is free`;\n};\n",
    },
    at: [['app.js', '‸  if (stay)']],
    first: { 'app.js': /`\$\{berth\.id\} is taken`, \{ stay: stay\.id \}\);/ },
  },
  {
    name: 'the wrong quote behind a template, on a line with whole texts of such quotes',
    ...broken,
    message: 'missing ) after argument list',
    files: {
      'app.js':
        "const bedOf = (id, beds) => {\n  if (!beds[id]) throw new Map('bed', `no bed ${id}');\n  return `bed ${id}`;\n};\n",
    },
    at: [['app.js', '‸  if (!beds']],
    first: {
      'app.js':
        "const bedOf = (id, beds) => {\n  if (!beds[id]) throw new Map('bed', `no bed ${id}`);\n  return `bed ${id}`;\n};\n",
    },
  },
  {
    name: 'the wrong quote behind the only template of a file, on a line with whole texts of such quotes',
    ...broken,
    message: 'Unterminated template literal',
    files: { 'app.js': "const bedOf = (id, beds) => {\n  if (!beds[id]) throw new Map('bed', `no bed ${id}');\n};\n" },
    at: [['app.js', '‸  if (!beds']],
    first: { 'app.js': "const bedOf = (id, beds) => {\n  if (!beds[id]) throw new Map('bed', `no bed ${id}`);\n};\n" },
  },
  {
    name: 'a private name that the class does not have, and the one that it has and nobody uses',
    ...broken,
    message: "Private field '#rateOf' must be declared in an enclosing class",
    files: {
      'app.js': 'class A {\n  get() {\n    return this.#rateOf(1);\n  }\n  #nightly(a) {\n    return a;\n  }\n}\n',
    },
    at: [['app.js', '‸this.#rateOf']],
    first: {
      'app.js': 'class A {\n  get() {\n    return this.#nightly(1);\n  }\n  #nightly(a) {\n    return a;\n  }\n}\n',
    },
  },
]);

const { text: seen, slips: others } = {
  text: `const Router = require('router')
const app = new Router()

function sort(list, index, next) {
  'use strict'
  if (!list || (index < 0) || (index > 9)) {
    return next(new Error('none'))
  }
  const first = list[index]
  const said = ' under ' + index + ' of ' + app.root + ' there is'
  const kept = (first || []).map((one) => one.name)
  app.on('GET ' + app.root, app.get.bind(app))
  next(null, { first, kept, all: app.stubs(first.id).map(String) })
  return app.stubs(first.id).length
}

sort([], 1, (0, console.log))
module.exports = { sort: Object.assign({}, sort), app: app.top() }
`,
  slips: [
    ['a brace twice', '> 9)) {', '> 9)) {{'],
    ['a bracket of a key twice', 'list[index]', 'list[[index]'],
    ['an empty list twice', 'sort([],', 'sort([[],'],
    ['a bracket twice around one thing', 'app.stubs(first.id).length', 'app.stubs((first.id).length'],
    ['a sign twice beside a list of commas that was there', "next(new Error('none'))", "next(new Error('none')))"],
    ['a brace of a single statement', '> 9)) {', '> 9)) '],
    ['the first bracket of a group', '= (first || []).map', '= first || []).map'],
    ['the brackets of a call without arguments', 'app.top()', 'app.top)'],
    ['a quote before a sum', "'GET ' + app.root", "'GET  + app.root"],
    ['a quote before a sum, and others behind it', "' under ' + index", "' under  + index"],
    ['a colon between two names alike', 'sort: Object', 'sort Object'],
    ['a call that stands elsewhere as well', 'app.stubs(first.id).map', 'app.stubs(first.id.map'],
  ] as const,
};
check(
  syntax,
  others.map(([name, right, wrong]) => ({
    name,
    ...broken,
    files: { 'app.js': seen.replace(right, () => wrong) },
    at: [['app.js', '‸'] as const],
    first: { 'app.js': seen },
    ask: null,
  })),
);

test('a bracket stands where the method is given what it takes', async () => {
  const right = `class Tracker {
  constructor(parcels) {
    parcels.on('created', ({ id }) => this.record(id, 'created'));
  }

  record(id, what) {
    this.events.push([id, what]);
  }
}
module.exports = { Tracker };
`;
  const files = { 'app.js': right.replace("'created'));", "'created');") };
  const [first, second] = await syntax.ideas(
    contextOf({ name: '', ...broken, files, at: [['app.js', '‸']], first: null }),
  );
  assert.equal(first?.edits[0]?.after, right);
  assert.notEqual(second?.rank, first?.rank, 'no equal of it');
});

test('REP-2 TRY-7 what was committed broken is no word for one of two places of a bracket: both are tried as equals', async () => {
  const text = 'exports.cost = (base, extras) => +(base + extras.toFixed(2);\n';
  const at = [['app.js', '‸']] as const;
  const ideasBy = (show: Readonly<Record<string, string>>): ReturnType<typeof syntax.ideas> =>
    syntax.ideas(
      contextOf({
        name: '',
        ...broken,
        files: { 'app.js': text },
        at,
        first: null,
        context: { git: historyOf({ show }) },
      }),
    );
  const ranks = new Map((await ideasBy({ 'app.js': text })).map(({ edits, rank }) => [edits[0]?.after, rank]));
  const [inner, outer] = ['+(base + extras.toFixed(2));', '+(base + extras).toFixed(2);'].map((right) =>
    text.replace(/\+\(.*;/, right),
  );
  assert.deepEqual([ranks.get(inner), ranks.get(outer)], [1, 1]);
  const [told] = await ideasBy({ 'app.js': outer! });
  assert.deepEqual([told?.edits[0]?.after, told?.rank], [outer, 0], 'what parsed is one');
});

test('REP-8 syntax: code that would become a part of a text is asked about', async () => {
  const lost = "exports.clock = (minutes) => `${Math.floor(minutes / 60)}h${minutes % 60.padStart(2, '0')}`;\n";
  const ideas = await syntax.ideas(
    contextOf({ name: '', ...broken, files: { 'app.js': lost }, at: [['app.js', '‸60.']], first: null }),
  );
  const spilt = ideas.filter(({ edits: [edit] }) => /`.*h\$\{[^}`]*\}\.?(?:60\.)?padStart\(2/.test(edit?.after ?? ''));
  assert.notEqual(spilt.length, 0);
  for (const { ask } of spilt) assert.match(ask ?? '', /does not tell what was meant/);
});

test('REP-8 syntax: a comma that gives a function more than it takes is asked about', async () => {
  const ideasOf = (params: string) =>
    syntax.ideas(
      contextOf({
        name: '',
        ...broken,
        files: {
          'package.json': '{"type":"module"}',
          'time.ts': `export function hoursOf(${params}: number): number {\n  return 1;\n}\n`,
          'price.ts':
            "import { hoursOf } from './time.ts';\nexport const price = (slot: any) => 2 * hoursOf(slot.end slot.start);\n",
        },
        at: [['price.ts', '‸import']],
        first: null,
      }),
    );
  const comma = async (params: string) => (await ideasOf(params)).find(({ title }) => title.includes('missing `,`'));
  assert.match((await comma('minutes'))?.ask ?? '', /does not tell what was meant/);
  assert.equal((await comma('end: number, start'))?.ask, null);
});

test('REP-2 what ends a statement is hardly a part of the text whose backtick is missing', async () => {
  const right = 'exports.format = (cents, currency) => `${cents / 100} ${currency}`;\n';
  const ideas = await syntax.ideas(
    contextOf({
      ...{ name: '', class: 'syntax', message: 'Unterminated template literal', first: null },
      files: { 'money.js': right.replace('}`;', '};') },
      at: [['money.js', '‸exports']],
    }),
  );
  const [first, second] = ideas.filter(({ title }) => title.includes('missing `'));
  assert.equal(first?.edits[0]?.after, right);
  assert.ok((second?.rank ?? 9) > first.rank, `${second?.title} is as likely`);
});
