import assert from 'node:assert/strict';
import test from 'node:test';
import { readMeanings } from './meaning.ts';

const lookup = (name: string, guard: string): string =>
  `app.get('/${name}/:id', (req, res) => {\n  const one = store.find(req.params.id);\n${guard}  res.json(one.${name});\n});\n`;
const refusal = "  if (!one) return res.status(404).json({ error: 'no such thing' });\n";

interface Case {
  readonly name: string;
  readonly before: string;
  readonly change: readonly [find: string, replace: string];
  readonly others?: readonly string[];
  readonly path?: string;
}

function mitigates({ before, change, others = [], path = 'a.js' }: Case): boolean {
  const after = before.replace(change[0], () => change[1]);
  assert.notEqual(after, before);
  const texts = others.map((text, at) => ({ path: `other${at}.${text.startsWith('[') ? 'json' : 'ts'}`, text }));
  return readMeanings([{ path, before, after }], () => texts).guardOnly;
}

const found = (name: string, guard: string): string =>
  `exports.${name} = function (id, callback) {\n  store.find('${name}', id, function (err, row) {\n    if (err) return callback(err);\n${guard}    callback(null, row.id);\n  });\n};\n`;
const table = (name: string, guard: string): string =>
  `function ${name}(key) {\n  const found = ${name}s[key];\n${guard}  return { key, ...found };\n}\n`;
const unknownKey = (name: string): string => `  if (!found) throw new Unknown(\`no ${name} \${key}\`);\n`;

const forgotten: readonly Case[] = [
  {
    name: 'a row that a callback is not given, where those who call look for it',
    before: found('get', ''),
    others: [
      'exports.show = function (req, res) {\n  rows.get(req.params.id, function (err, row) {\n    if (err) return next(err);\n    if (!row) return res.status(404).end();\n    res.json(row);\n  });\n};\n',
    ],
    change: ['    callback(null, row.id)', '    if (!row) return callback(null, null);\n    callback(null, row.id)'],
  },
  {
    name: 'the refusal that the other table of the file has',
    before: table('rate', unknownKey('rate')) + table('home', ''),
    change: ['homes[key];\n', `homes[key];\n${unknownKey('home')}`],
  },
  {
    name: 'a look-up by the path, refused as all that is refused',
    before: 'async function c(req, res) {\n  const c = rows.one(req.params.id);\n  res.json(c.name);\n}\n',
    others: [
      'function a(id) {\n  const a = as.get(id);\n  if (!a) throw new NotFound(`no a ${id}`);\n}\nfunction b(id) {\n  const b = bs.get(id);\n  if (!b) throw new NotFound(`no b ${id}`);\n}\n',
    ],
    change: ['  res.json', '  if (!c) throw new NotFound(`no c ${req.params.id}`);\n  res.json'],
  },
  {
    name: 'the refusal that the same look-up has elsewhere in the file',
    before: lookup('a', refusal) + lookup('b', ''),
    change: ['  res.json(one.b)', `${refusal}  res.json(one.b)`],
  },
  {
    name: 'the refusal that a look-up of another list has in another file, with other words',
    before:
      'class A {\n  find(id) {\n    const a = this.store.as.find((one) => one.id === id);\n    return a;\n  }\n}\n',
    others: [
      "class B {\n  find(id) {\n    const b = this.store.bs.find((one) => one.id === id);\n    if (!b) throw new NotFoundError('No such b');\n    return b;\n  }\n}\n",
    ],
    change: ['    return a;', "    if (!a) throw new NotFoundError('No such a');\n    return a;"],
  },
  {
    name: 'the refusal that all other look-ups by a part of the path have',
    before: 'async function c(req, res) {\n  const c = await findC(req.params.id);\n  res.json(c.name);\n}\n',
    others: [
      "async function a(req, res) {\n  const a = await findA(req.params.id);\n  if (!a) throw notFound('a');\n}\nasync function b(req, res) {\n  const b = await findB(req.params.id);\n  if (!b) throw notFound('b');\n}\n",
    ],
    change: ['  res.json', "  if (!c) throw notFound('c');\n  res.json"],
  },
  {
    name: 'a row that is not there, where the caller asks for it',
    before: 'const find = (id) => {\n  const row = db.get(id);\n  return toBook(row);\n};\n',
    others: [
      'function show(req) {\n  const book = books.find(req.params.id);\n  if (book === null) throw new ApiError(404);\n}\n',
    ],
    change: ['  return toBook', '  if (!row) return null;\n  return toBook'],
  },
  {
    name: 'a fallback that was never reached',
    before: 'const f = (user) => user.address.city ?? null;\n',
    change: ['address.city', 'address?.city'],
  },
  {
    name: 'a fallback that was never reached, behind the word that there is always something',
    before: 'const f = (user: User) => user.address!.city ?? null;\n',
    change: ['address!.city', 'address?.city'],
    path: 'a.ts',
  },
  {
    name: 'a list that nothing ever begins',
    before: 'const byDay = {};\nfor (const one of all) {\n  byDay[one.day].push(one);\n}\n',
    change: ['  byDay', '  byDay[one.day] ??= [];\n  byDay'],
  },
  {
    name: 'the same within the write',
    before: 'const counts = {};\nfor (const one of all) counts[one.day].count += 1;\n',
    change: ['counts[one.day].', '(counts[one.day] ??= { count: 0 }).'],
  },
  {
    name: 'the same in a Map',
    before: 'const byDay = new Map();\nfor (const one of all) {\n  byDay.get(one.day).push(one);\n}\n',
    change: ['  byDay', '  if (!byDay.has(one.day)) byDay.set(one.day, []);\n  byDay'],
  },
  {
    name: 'a list that nobody has begun',
    before:
      'const lists = new Map();\nconst of = (id) => lists.get(id);\nconst put = (id, one) => lists.set(id, [one]);\n',
    change: ['lists.get(id);', 'lists.get(id) ?? [];'],
  },
];

const query = (table: string, guard: string): string =>
  `const ${table}Of = (id) => {\n  const row = db.get('SELECT * FROM ${table} WHERE id = ?', id);\n${guard}  return row.name;\n};\n`;
const noRow = "  if (!row) throw notFound('row', id);\n";
const reader =
  "export async function readJson(req) {\n  let raw = '';\n  for await (const chunk of req) raw += chunk;\n  return JSON.parse(raw);\n}\n";
const refusingReader = (raised: string): [string, string] => [
  '  return JSON.parse(raw);',
  `  try {\n    return JSON.parse(raw);\n  } catch {\n    ${raised}\n  }`,
];
const refusing = ["if (!user) throw new HttpError(400, 'user is required');\n"];

const filters =
  'exports.list = ({ month, boat }) =>\n  trips\n    .filter((trip) => !month || trip.day.startsWith(month))\n    .filter((trip) => trip.boat === boat.trim());\n';
const askedFor = ['(trip) => trip.boat', '(trip) => !boat || trip.boat'] as const;
const more: readonly Case[] = [
  {
    name: 'a filter that lets all through where nothing is asked, as what is asked with it does',
    before: filters,
    others: [
      'app.get("/", (c) => {\n  const { month, boat, page } = c.req.query();\n  return c.json(list({ month, boat }));\n});\n',
    ],
    change: askedFor,
  },
  {
    name: 'the refusal behind the same query of another table',
    before: query('classes', ''),
    others: [query('members', noRow)],
    change: ['  return row', `${noRow}  return row`],
  },
  {
    name: 'the refusal that the other table of the file has, of a list that is searched by a field',
    before: `${table('rate', unknownKey('rate'))}const home = (id) => {\n  const found = homes.find((one) => one.id === id);\n  return found.name;\n};\n`,
    change: ['=== id);\n', '=== id);\n  if (!found) throw new Unknown(`no home ${id}`);\n'],
  },
  {
    name: 'the default that the same field of the same thing has elsewhere',
    before: 'const f = (product) => (product.tags ?? []).length;\nconst g = (product) => product.tags.map(String);\n',
    change: ['product.tags.map', '(product.tags ?? []).map'],
  },
  {
    name: 'the same of a field that is taken out there',
    before: 'const g = (product) => product.tags.map(String);\n',
    others: ['const f = (product) => {\n  const { tags } = product;\n  return tags ?? [];\n};\n'],
    change: ['product.tags.map', '(product.tags ?? []).map'],
  },
  {
    name: 'a body that need not be there, as in another handler',
    before: 'const a = (request) => {\n  const { id } = request.body;\n  if (!id) refuse();\n};\n',
    others: ['const b = (req) => {\n  const { id } = req.body ?? {};\n};\n'],
    change: ['request.body;', 'request.body ?? {};'],
  },
  {
    name: 'a list that may be left out of the input, and is there in the record',
    before: 'const create = ({ labels }) => save({ id: 1, labels });\n',
    others: ['interface New {\n  labels?: string[];\n}\n', 'interface Row {\n  labels: string[];\n}\n'],
    change: ['1, labels }', '1, labels: labels ?? [] }'],
  },
  {
    name: 'a list that one record of the code has and two others have not',
    before: 'const f = (row) => [row.name, row.tags.map(String)];\n',
    others: [
      "save({ id: 1, name: 'a', at: 1, tags: ['x'] });\nsave({ id: 2, name: 'b', at: 2 });\nsave({ id: 3, name: 'c', at: 2 });\n",
    ],
    change: ['row.tags.map', '(row.tags ?? []).map'],
  },
  {
    name: 'a list that JSON in SQL has in one row and not in the others',
    before: 'const f = (set) => [set.mail, set.cc.join()];\n',
    others: [
      'db.exec(`INSERT INTO a VALUES (\'{"mail":true,"cc":["x"]}\'), (\'{"mail":false}\'), (\'{"mail":true}\')`);\n',
    ],
    change: ['set.cc.join', '(set.cc ?? []).join'],
  },
  {
    name: 'a body that is no JSON, refused as other input is',
    before: reader,
    others: refusing,
    change: refusingReader("throw new HttpError(400, 'The body is no JSON');"),
  },
];

const hiding: readonly Case[] = [
  {
    name: 'a filter by what is not asked for with the rest: whose trips they are, say',
    before: filters,
    others: [
      'app.get("/", (c) => {\n  const { month } = c.req.query();\n  return c.json(list({ month, boat: c.get("boat") }));\n});\n',
    ],
    change: askedFor,
  },
  {
    name: 'a filter beside another that does not let all through',
    before: `${filters.replace(');\n', ')')}\n    .filter((trip) => trip.owner === owner);\n`.replace(
      'boat })',
      'boat, owner })',
    ),
    others: ['const { month, boat, owner } = req.query;\n'],
    change: askedFor,
  },
  {
    name: 'the refusal that the other table of the file has, of one of many keys',
    before:
      table('rate', unknownKey('rate')) +
      'const prices = (keys) =>\n  keys.map((key) => {\n    const found = homes[key];\n    return found.price;\n  });\n',
    change: ['    return found.price', `  ${unknownKey('home')}    return found.price`],
  },
  {
    name: 'the refusal behind another query',
    before: query('classes', '').replace('WHERE id = ?', 'ORDER BY id LIMIT 1'),
    others: [query('members', noRow)],
    change: ['  return row', `${noRow}  return row`],
  },
  {
    name: 'a default that the same field has elsewhere in two ways',
    before:
      'const f = (product) => (product.tags ?? []).length;\nconst h = (product) => product.tags ?? null;\nconst g = (product) => product.tags.map(String);\n',
    change: ['product.tags.map', '(product.tags ?? []).map'],
  },
  {
    name: 'a body that need not be there, of which a row is made unseen',
    before: 'const a = (request) => {\n  const { id } = request.body;\n  rows.push({ id });\n};\n',
    others: ['const b = (req) => {\n  const { id } = req.body ?? {};\n};\n'],
    change: ['request.body;', 'request.body ?? {};'],
  },
  {
    name: 'a list that may be left out of the record, too',
    before: 'const create = ({ labels }) => save({ id: 1, labels });\n',
    others: ['interface New {\n  labels?: string[];\n}\n', 'interface Row {\n  labels?: string[];\n}\n'],
    change: ['1, labels }', '1, labels: labels ?? [] }'],
  },
  ...[
    [
      'one record lacks, which may have lost it',
      "save({ id: 1, name: 'a', at: 1, tags: ['x'] });\nsave({ id: 2, name: 'b', at: 2 });\n",
    ],
    [
      'every record has',
      "save({ id: 1, name: 'a', at: 1, tags: ['x'] });\nsave({ id: 2, name: 'b', at: 2, tags: [] });\n",
    ],
    ['records of another kind lack', "save({ id: 1, name: 'a', at: 1, tags: ['x'] });\nsave({ id: 2, city: 'b' });\n"],
    [
      'something else than an empty one stands for',
      "save({ id: 1, name: 'a', at: 1, tags: ['x'] });\nsave({ id: 2, name: 'b', at: 2 });\nconst g = (it) => it.tags ?? null;\n",
    ],
  ].map(([what = '', text = '']) => ({
    name: `a list that ${what}`,
    before: 'const f = (row) => [row.name, row.tags.map(String)];\n',
    others: [text],
    change: ['row.tags.map', '(row.tags ?? []).map'] as const,
  })),
  {
    name: 'a body that is no JSON, refused in a way of its own',
    before: reader,
    others: refusing,
    change: refusingReader("throw new Refused(400, 'The body is no JSON');"),
  },
  {
    name: 'a body that is no JSON, taken as nothing',
    before: reader,
    others: refusing,
    change: refusingReader('return {};'),
  },
  {
    name: 'a body of which only the last part is read',
    before: reader.replace('raw += chunk', 'raw = chunk'),
    others: refusing,
    change: refusingReader("throw new HttpError(400, 'The body is no JSON');"),
  },
  {
    name: 'a file that is no JSON, refused as input is',
    before:
      "const load = async () => {\n  const raw = await readFile('a.json', 'utf8');\n  return JSON.parse(raw);\n};\n",
    others: refusing,
    change: refusingReader("throw new HttpError(400, 'The body is no JSON');"),
  },
  {
    name: 'a row that a callback is not given, where nobody looks for it',
    before: found('get', ''),
    change: ['    callback(null, row.id)', '    if (!row) return callback(null, null);\n    callback(null, row.id)'],
  },
  {
    name: 'an error of a callback that is passed over',
    before: found('get', '').replace('    if (err) return callback(err);\n', ''),
    others: [
      'exports.show = function (req, res) {\n  rows.get(req.params.id, function (err, row) {\n    if (!row) return res.status(404).end();\n  });\n};\n',
    ],
    change: ['    callback(null, row.id)', '    if (err) return callback(null, null);\n    callback(null, row.id)'],
  },
  {
    name: 'the refusal of one table, where another one is not refused',
    before: table('rate', unknownKey('rate')) + table('day', '') + table('home', ''),
    change: ['homes[key];\n', `homes[key];\n${unknownKey('home')}`],
  },
  {
    name: 'a refusal that stands nowhere else',
    before: lookup('b', ''),
    change: ['  res.json', `${refusal}  res.json`],
  },
  {
    name: 'another answer than elsewhere',
    before: lookup('a', refusal) + lookup('b', ''),
    change: ['  res.json(one.b)', '  if (!one) return res.status(200).json({});\n  res.json(one.b)'],
  },
  {
    name: 'the same refusal behind another look-up',
    before: lookup('a', refusal) + lookup('b', '').replace('store.find(req.params.id)', 'settings.load(site.id)'),
    change: ['  res.json(one.b)', `${refusal}  res.json(one.b)`],
  },
  {
    name: 'a refusal that one look-up has and another has not',
    before: 'async function c(req, res) {\n  const c = await findC(req.params.id);\n  res.json(c.name);\n}\n',
    others: [
      "async function a(req, res) {\n  const a = await findA(req.params.id);\n  if (!a) throw notFound('a');\n}\nasync function b(req, res) {\n  const b = await findB(req.params.id);\n  use(b);\n}\n",
    ],
    change: ['  res.json', "  if (!c) throw notFound('c');\n  res.json"],
  },
  {
    name: 'the refusal of a thing that was not just looked up',
    before: lookup('a', refusal) + lookup('b', '  log(one);\n'),
    change: ['  res.json(one.b)', `${refusal}  res.json(one.b)`],
  },
  {
    name: 'an early return that is no refusal, as elsewhere',
    before: lookup('a', '  if (!one) return;\n') + lookup('b', ''),
    change: ['  res.json(one.b)', '  if (!one) return;\n  res.json(one.b)'],
  },
  {
    name: 'a row that is not there, where no caller asks',
    before: 'const find = (id) => {\n  const row = db.get(id);\n  return toBook(row);\n};\n',
    others: ['function show(req) {\n  const book = books.find(req.params.id);\n  use(book);\n}\n'],
    change: ['  return toBook', '  if (!row) return null;\n  return toBook'],
  },
  {
    name: 'a fallback that comes with it',
    before: 'const f = (user) => user.address.city;\n',
    change: ['address.city', 'address?.city ?? null'],
  },
  {
    name: 'a mark in a condition',
    before: 'if (user.address.city && on) a();\n',
    change: ['address.city', 'address?.city'],
  },
  {
    name: 'the default that the field has elsewhere',
    before: 'const f = (a) => (a.tags ?? []).length;\nconst g = (b) => b.tags.map(String);\n',
    change: ['b.tags.map', '(b.tags ?? []).map'],
  },
  {
    name: 'a list that not every record has',
    before: 'const g = (b) => b.tags.map(String);\n',
    others: ['[{ "id": 1, "tags": ["a"] }, { "id": 2 }]'],
    change: ['b.tags.map', '(b.tags ?? []).map'],
  },
  {
    name: 'a list that the type says may be absent',
    before: 'const g = (b) => b.tags.map(String);\n',
    others: ['interface B {\n  tags?: string[];\n}\n'],
    change: ['b.tags.map', '(b.tags ?? []).map'],
  },
  {
    name: 'another default than elsewhere',
    before: 'const f = (a) => (a.tags ?? []).length;\nconst g = (b) => b.tags.map(String);\n',
    change: ['b.tags.map', "(b.tags ?? ['none']).map"],
  },
  {
    name: 'the default of another field',
    before: 'const f = (a) => (a.tags ?? []).length;\nconst g = (b) => b.items.map(String);\n',
    change: ['b.items.map', '(b.items ?? []).map'],
  },
  {
    name: 'a list that every record has',
    before: 'const g = (b) => b.tags.map(String);\n',
    others: ['[{ "id": 1, "tags": ["a"] }, { "id": 2, "tags": [] }]', 'interface B {\n  tags: string[];\n}\n'],
    change: ['b.tags.map', '(b.tags ?? []).map'],
  },
  {
    name: 'a list that some records have as text',
    before: 'const g = (b) => b.tags.map(String);\n',
    others: ['[{ "id": 1, "tags": ["a"] }, { "id": 2, "tags": "a" }, { "id": 3 }]'],
    change: ['b.tags.map', '(b.tags ?? []).map'],
  },
  {
    name: 'a list that is made elsewhere',
    before:
      'const byDay = {};\nfor (const day of days) byDay[day] = [];\nfor (const one of all) {\n  byDay[one.day].push(one);\n}\n',
    change: ['  byDay', '  byDay[one.day] ??= [];\n  byDay'],
  },
  {
    name: 'a list that is only read',
    before: 'const byDay = {};\nfor (const one of all) {\n  show(byDay[one.day].length);\n}\n',
    change: ['  show', '  byDay[one.day] ??= [];\n  show'],
  },
  {
    name: 'the same within a read',
    before: 'const counts = {};\nfor (const one of all) show(counts[one.day].count);\n',
    change: ['counts[one.day].', '(counts[one.day] ??= { count: 0 }).'],
  },
  {
    name: 'a list that is written to and lost',
    before: 'const lists = {};\nlists[today] = [];\nfor (const one of all) lists[one.day].push(one);\n',
    change: ['lists[one.day].', '(lists[one.day] ?? []).'],
  },
  {
    name: 'nothing under a key that holds things',
    before:
      'const lists = new Map();\nconst of = (id) => lists.get(id);\nconst put = (id, one) => lists.set(id, one);\n',
    change: ['lists.get(id);', 'lists.get(id) ?? [];'],
  },
  {
    name: 'a forgotten refusal and a guard beside it',
    before: lookup('a', refusal) + lookup('b', ''),
    change: ['  res.json(one.b)', `${refusal}  if (!one.b) return;\n  res.json(one.b)`],
  },
  {
    name: 'a forgotten refusal in place of what stood there',
    before: lookup('a', refusal) + lookup('b', '  check(one);\n'),
    change: ['  check(one);\n', refusal],
  },
];

for (const each of [...forgotten, ...more])
  test(`POL-8 a guard that was forgotten removes the cause: ${each.name}`, () => {
    assert.equal(mitigates(each), false);
  });

for (const each of hiding)
  test(`POL-8 a guard that the project does not ask for there hides a symptom: ${each.name}`, () => {
    assert.equal(mitigates(each), true);
  });
