import { absentValue } from './absent-value.ts';
import { check } from '../cases.test-helper.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

check(absentValue, [
  {
    name: 'a part of the request that the framework has elsewhere is not absent',
    ...reading('after'),
    files: {
      'package.json': '{"dependencies":{"hono":"4"}}',
      'a.js':
        "import { Hono } from 'hono';\nconst app = new Hono();\napp.get('/', (c) => c.json(list(c.query.after ?? '')));\n",
    },
    at: [['a.js', 'query.‸after']],
    facts: { c: { className: 'Context' } },
    first: null,
  },
  {
    name: 'what is not asked for leaves nothing out, as the other filters of the function say',
    ...reading('trim'),
    files: {
      'a.js':
        'exports.list = ({ month, boat }) =>\n  trips\n    .filter((trip) => !month || trip.day.startsWith(month))\n    .filter((trip) => trip.boat === boat.trim());\n',
    },
    at: [['a.js', 'boat.‸trim']],
    facts: { boat: { type: 'undefined' } },
    first: { 'a.js': /filter\(\(trip\) => !boat \|\| trip\.boat === boat\.trim\(\)\)/ },
  },
  {
    name: 'tested beside, and the optional part of it that is read next is marked as well',
    ...reading('contact'),
    files: {
      'a.ts':
        'interface Tenant {\n  name: string;\n  contact?: { phone: string };\n}\nexport const show = async (find: (plot: string) => Promise<Tenant | undefined>, plot: string) => {\n  const tenant = await find(plot);\n  return { name: tenant ? tenant.name : null, phone: tenant.contact.phone ?? null };\n};\n',
    },
    at: [['a.ts', 'tenant.‸contact']],
    facts: { tenant: { type: 'undefined' } },
    first: { 'a.ts': /phone: tenant\?\.contact\?\.phone \?\? null/ },
  },
  {
    name: 'a fallback for what is not found says nothing of what it is looked for in',
    ...reading('get'),
    files: {
      'berths.json': '{"berths":[]}',
      'a.js': 'exports.find = (store, id) => store.berths.get(id) ?? null;\n',
    },
    at: [['a.js', 'berths.‸get']],
    facts: { 'store.berths': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'what stands for a part of it elsewhere does not stand for the whole',
    ...reading('trim'),
    files: {
      'people.json': '[{"id":1,"keeper":"a"},{"id":2}]',
      'a.js':
        "exports.tell = (row) => (row.keeper && row.keeper.email ? row.keeper.email : 'desk');\nexports.mail = (row) => row.keeper.email ?? 'desk';\nexports.show = (row) => ({ name: row.keeper.trim() });\n",
    },
    at: [['a.js', 'keeper.‸trim']],
    facts: { row: { keys: ['id'] }, 'row.keeper': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a text has no name',
    ...reading('name'),
    files: {
      'people.json': '[{"id":1,"keeper":{"name":"a"}},{"id":2}]',
      'a.js':
        "exports.tell = (row) => row.keeper ?? 'nobody';\nexports.show = (row) => ({ keeper: row.keeper.name });\n",
    },
    at: [['a.js', 'keeper.‸name']],
    facts: { row: { keys: ['id'] }, 'row.keeper': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'what is put into a list that nobody keeps is lost: the list is begun in its place',
    ...reading('push'),
    files: {
      'plots.json': '[{"id":1,"notes":["dry"]},{"id":2}]',
      'a.js':
        'exports.show = (plot) => plot.notes ?? [];\nexports.note = (plot, text) => {\n  plot.notes.push(text);\n  return plot;\n};\n',
    },
    at: [['a.js', 'notes.‸push']],
    facts: { plot: { keys: ['id'] }, 'plot.notes': { type: 'undefined' } },
    first: { 'a.js': /^ {2}\(plot\.notes \?\?= \[\]\)\.push\(text\);/m },
  },
  {
    name: 'what is taken out of a list that is not there is not taken out of another one',
    ...reading('splice'),
    files: {
      'plots.json': '[{"id":1,"notes":["dry"]},{"id":2}]',
      'a.js':
        'exports.show = (plot) => plot.notes ?? [];\nexports.drop = (plot, at) => {\n  plot.notes.splice(at, 1);\n  return plot;\n};\n',
    },
    at: [['a.js', 'notes.‸splice']],
    facts: { plot: { keys: ['id'] }, 'plot.notes': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'what is reckoned with is not made absent',
    ...reading('percent'),
    files: {
      'a.js':
        'const coupons = new Map();\nexports.cut = (cents, code) => {\n  const coupon = coupons.get(code);\n  const isFree = coupon?.isFree === true;\n  return isFree ? 0 : cents * coupon.percent;\n};\n',
    },
    at: [['a.js', 'cents * coupon.‸percent']],
    facts: { coupon: { type: 'undefined' } },
    first: null,
  },
  {
    name: 'what is read as absent beside it is tested',
    ...reading('percent'),
    files: {
      'a.js':
        'const coupons = new Map();\nexports.cut = (cents, code) => {\n  const coupon = coupons.get(code);\n  const isFree = coupon?.isFree === true;\n  return coupon.percent && !isFree ? (cents * coupon.percent) / 100 : 0;\n};\n',
    },
    at: [['a.js', 'return coupon.‸percent']],
    facts: { coupon: { type: 'undefined' } },
    first: { 'a.js': /return coupon\?\.percent && !isFree \? \(cents \* coupon\.percent\)/ },
  },
  {
    name: 'a collection that the one literal of its kind never begins',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'set')",
    named: { property: 'set', nullish: 'undefined' },
    files: {
      'a.js':
        'exports.add = (id) => {\n  const one = { id, queue: [] };\n  return one;\n};\nexports.hear = (one, at) => {\n  one.heard.set(at, 1);\n  return one.heard.get(at);\n};\n',
    },
    at: [['a.js', 'heard.‸set']],
    facts: { one: { keys: ['id', 'queue'] }, 'one.heard': { type: 'undefined' } },
    first: { 'a.js': /\{ id, queue: \[\], heard: new Map\(\) \}/ },
  },
  {
    name: 'one that some record of the data has is not begun by the code',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'push')",
    named: { property: 'push', nullish: 'undefined' },
    files: {
      'rows.json': '[{ "id": 1, "queue": [], "heard": [] }]',
      'a.js':
        'exports.add = (id) => ({ id, queue: [] });\nexports.hear = (one, at) => {\n  one.heard.push(at);\n  return one;\n};\n',
    },
    at: [['a.js', 'heard.‸push']],
    facts: { one: { keys: ['id', 'queue'] }, 'one.heard': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a fallback that the chain never reaches',
    ...reading('trim'),
    files: { 'a.js': "const show = (one) => one.by.trim() || 'nobody';\n", 'data.json': '[{ "by": "a" }, {}]' },
    at: [['a.js', 'by.‸trim']],
    facts: { one: { keys: ['id'] } },
    first: { 'a.js': "const show = (one) => one.by?.trim() || 'nobody';\n" },
  },
  {
    name: 'a part of a query',
    ...reading('trim'),
    files: {
      'a.js':
        "const express = require('express');\nexpress().get('/', (req, res) => {\n  res.json(Number(req.query.page.trim() || 1));\n});\n",
    },
    at: [['a.js', 'page.‸trim']],
    first: { 'a.js': /req\.query\.page\?\.trim\(\) \|\| 1/ },
  },
  {
    name: 'a misspelt field is not absent',
    ...reading('city'),
    files: { 'a.js': 'const show = (one) => one.adress.city ?? null;\n', 'data.json': '[{ "adress": 1 }]' },
    at: [['a.js', 'adress.‸city']],
    facts: { one: { keys: ['id', 'address'] } },
    first: null,
  },
  {
    name: 'a field that nothing of the project knows',
    ...reading('city'),
    files: { 'a.js': 'const show = (one) => one.address.city ?? null;\n' },
    at: [['a.js', 'address.‸city']],
    facts: { one: { keys: ['id', 'place'] } },
    first: null,
  },
  {
    name: 'the default that the body has elsewhere',
    class: 'type',
    message: "Cannot destructure property 'a' of 'req.body' as it is undefined.",
    named: { property: 'a', nullish: 'undefined' },
    files: {
      'a.js':
        "app.post('/a', (req, res) => {\n  const { a } = req.body;\n  res.json(a);\n});\napp.post('/b', (req, res) => {\n  const { b } = req.body ?? {};\n  res.json(b);\n});\n",
    },
    at: [['a.js', 'a } = ‸req.body;']],
    first: { 'a.js': /const \{ a \} = req\.body \?\? \{\};/ },
  },
  {
    name: 'a list that some records lack',
    ...reading('map'),
    files: {
      'a.js': 'const show = (one) => one.tags.map(String);\n',
      'data.json': '{ "all": [{ "id": 1, "tags": ["a"] }, { "id": 2 }] }',
    },
    at: [['a.js', 'tags.‸map']],
    facts: { one: { keys: ['id'] } },
    first: { 'a.js': 'const show = (one) => (one.tags ?? []).map(String);\n' },
  },
  ...(
    [
      ['is written out', '{ theme: { value: 1 } }', null],
      ['begins empty', '{}', { 'a.js': /\(prefs\[key\] \?\?= \{\}\)\.value = value|prefs\[key\] \?\?= \{\};/ }],
    ] as const
  ).map(([how, table, first]) => ({
    name: `a table that ${how}, and a key that it does not have`,
    class: 'type' as const,
    message: "Cannot set properties of undefined (setting 'value')",
    named: { property: 'value', nullish: 'undefined' as const },
    files: {
      'a.js': `const prefs = ${table};\nexports.change = (values) => {\n  for (const [key, value] of Object.entries(values)) prefs[key].value = value;\n};\n`,
    },
    at: [['a.js', 'prefs[key].‸value'] as const],
    facts: { 'prefs[key]': { type: 'undefined' as const } },
    first,
  })),
  {
    name: 'a list is begun with its first entry',
    ...reading('push'),
    files: { 'a.js': 'const byDay = {};\nfor (const one of all) {\n  byDay[one.day].push(one);\n}\n' },
    at: [['a.js', '].‸push']],
    first: { 'a.js': /\n {2}byDay\[one\.day\] \?\?= \[\];\n {2}byDay\[one\.day\]\.push/ },
  },
  {
    name: 'counters begin at nought',
    ...reading('sum'),
    files: {
      'a.js':
        'const stats = {};\nfor (const one of all) {\n  stats[one.day].sum += one.value;\n  stats[one.day].count++;\n}\n',
    },
    at: [['a.js', '].‸sum']],
    first: { 'a.js': /\n {2}stats\[one\.day\] \?\?= \{ sum: 0, count: 0 \};\n {2}stats\[one\.day\]\.sum/ },
  },
  {
    name: 'a Map of lists',
    ...reading('push'),
    files: { 'a.js': 'const byDay = new Map();\nfor (const one of all) {\n  byDay.get(one.day).push(one);\n}\n' },
    at: [['a.js', ').‸push']],
    first: { 'a.js': /\n {2}if \(!byDay\.has\(one\.day\)\) byDay\.set\(one\.day, \[\]\);\n {2}byDay\.get/ },
  },
  {
    name: 'a list that is begun elsewhere',
    ...reading('push'),
    files: {
      'a.js': 'const byDay = {};\nbyDay[today] = [];\nfor (const one of all) {\n  byDay[one.day].push(one);\n}\n',
    },
    at: [['a.js', '].‸push']],
    first: null,
  },
  {
    name: 'a list that nobody has begun',
    ...reading('length'),
    files: {
      'a.js':
        'class Notes {\n  #lists = new Map();\n  notesOf(id) {\n    return this.#lists.get(id);\n  }\n  add(id, one) {\n    this.#lists.set(id, [one]);\n  }\n}\n',
      'b.js': 'export const show = (notes) => notes.notesOf(1).length;\n',
    },
    at: [['b.js', ').‸length']],
    first: { 'a.js': /return this\.#lists\.get\(id\) \?\? \[\];/ },
  },
]);

check(absentValue, [
  {
    name: 'a list that the input may leave out and the record has, where the record is made',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'includes')",
    named: { property: 'includes', nullish: 'undefined' },
    files: {
      'a.ts':
        'interface New {\n  labels?: string[];\n}\ninterface Row {\n  labels: string[];\n}\nconst create = ({ labels }: New) => rows.push({ id: 1, labels });\nconst of = (row: Row) => row.labels.includes(1);\n',
    },
    at: [['a.ts', 'row.labels.‸includes']],
    facts: { row: { keys: ['id', 'labels'] }, 'row.labels': { type: 'undefined' } },
    first: { 'a.ts': /rows\.push\(\{ id: 1, labels: labels \?\? \[\] \}\)/ },
  },
  {
    name: 'a list that one record of the code has, and another of its kind has not',
    ...reading('map'),
    files: {
      'seed.js':
        "save({ id: 1, name: 'a', at: 1, tags: ['x'] });\nsave({ id: 2, name: 'b', at: 2 });\nexports.keys = { tags: 1 };\n",
      'a.js': 'exports.show = (row) => ({ tags: row.tags.map(String) });\n',
    },
    at: [['a.js', 'tags.‸map']],
    facts: { row: { keys: ['id', 'name', 'at'] }, 'row.tags': { type: 'undefined' } },
    first: { 'a.js': /tags: \(row\.tags \?\? \[\]\)\.map/ },
  },
  {
    name: 'what is refused where it is empty is refused where it is not sent',
    ...reading('trim'),
    files: {
      'a.js':
        "exports.join = (body) => {\n  const { name, size } = body;\n  if (!size || !name.trim()) throw new HttpError(422, 'name is needed');\n  return name;\n};\n",
    },
    at: [['a.js', 'name.‸trim']],
    facts: { name: { type: 'undefined' } },
    first: { 'a.js': /!size \|\| !name\?\.trim\(\)\) throw/ },
  },
  ...(
    [
      ['who asks, in a guard', 'c', "const { scopes } = c.get('user');", 'scopes', /what sets it may be wrong/],
      ['who asks, as a chain', 'req', '', 'req.user.scopes', /what sets it may be wrong/],
      ['claims that were handed over', 'claims', '', 'claims.scopes', /what sets it may be wrong/],
      ['a session', 'ctx', 'const { scopes } = ctx.session;', 'scopes', /what sets it may be wrong/],
      ['a header', 'req', 'const { scopes } = req.headers;', 'scopes', null],
      ['a user that a body describes', 'req', 'const { scopes } = req.body.user;', 'scopes', null],
    ] as const
  ).map(([name, param, taken, value, ask]) => ({
    name: `what is refused where it lacks something, of ${name}`,
    ...reading('includes'),
    files: {
      'a.js': `exports.guard = (${param}) => {\n  ${taken}\n  if (!${value}.includes('costs')) throw new HttpError(403, 'rejected');\n};\n`,
    },
    at: [['a.js', `${value}.‸includes`]] as const,
    facts: { [value]: { type: 'undefined' as const } },
    first: { 'a.js': /\?\.includes\('costs'\)\) throw/ },
    ...(ask === null ? {} : { ask }),
  })),
  {
    name: 'what is only noted where it is empty',
    ...reading('trim'),
    files: { 'a.js': 'exports.join = ({ name }) => {\n  if (!name.trim()) count += 1;\n  return name;\n};\n' },
    at: [['a.js', 'name.‸trim']],
    facts: { name: { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a body that was not sent, where it is handed on',
    class: 'type',
    message: "Cannot destructure property 'name' of 'body' as it is undefined.",
    named: { property: 'name', nullish: 'undefined' },
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'a.js':
        "function join(body) {\n  const { name } = body;\n  if (!name) throw new HttpError(422, 'name is needed');\n}\napp.post('/', (req, res) => {\n  res.json(join(req.body));\n});\n",
    },
    at: [['a.js', '= ‸body;']],
    facts: { body: { type: 'undefined' } },
    request: { method: 'POST', url: '/', body: null },
    first: { 'a.js': /join\(req\.body \?\? \{\}\)/ },
  },
  {
    name: 'what was never begun is not to be ended',
    class: 'type',
    message: "Cannot read properties of null (reading 'clear')",
    named: { property: 'clear', nullish: 'null' },
    files: {
      'a.js':
        'let cache = null;\nexports.get = (key) => {\n  if (!cache) cache = make();\n  return cache.get(key);\n};\nexports.recount = () => {\n  cache.clear();\n  return 1;\n};\n',
    },
    at: [['a.js', 'cache.‸clear']],
    first: { 'a.js': /^ {2}cache\?\.clear\(\);$/m },
  },
  {
    name: 'a list in a query, of which empty parts are dropped, taken out of it',
    ...reading('split'),
    files: {
      'a.js':
        "app.get('/', (req, res) => {\n  const { day = '1', tags } = req.query;\n  res.json(tags.split(',').filter(Boolean));\n});\n",
    },
    at: [['a.js', 'tags.‸split']],
    facts: { tags: { type: 'undefined' } },
    first: { 'a.js': /\{ day = '1', tags = '' \} = req\.query/ },
  },
  {
    name: 'a list in a query, of which empty parts are dropped, asked for',
    ...reading('split'),
    files: {
      'a.js': "app.get('/', (c) => c.json(c.req.query('tags').split(',').map((tag) => tag.trim()).filter(Boolean)));\n",
    },
    at: [['a.js', "('tags').‸split"]],
    first: { 'a.js': /\(c\.req\.query\('tags'\) \?\? ''\)\.split/ },
  },
  {
    name: 'a column that is null, in an answer of a project that answers null for such',
    class: 'type',
    message: "Cannot read properties of null (reading 'trim')",
    named: { property: 'trim', nullish: 'null' },
    files: {
      'schema.sql': 'CREATE TABLE people (id INTEGER, phone TEXT);\n',
      'a.js': 'exports.show = (row, at) => ({ phone: row.phone.trim(), at: at ? at.name : null });\n',
    },
    at: [['a.js', 'phone.‸trim']],
    first: { 'a.js': /phone: row\.phone\?\.trim\(\) \?\? null, at/ },
  },
  {
    name: 'a field that a parameter is taken apart for, in an answer of a project that answers null for such',
    class: 'type',
    message: "Cannot read properties of null (reading 'cloud')",
    named: { property: 'cloud', nullish: 'null' },
    files: {
      'schema.sql': 'CREATE TABLE nights (id INTEGER, weather TEXT);\n',
      'a.js':
        "exports.list = (nights) => nights.map(({ id, weather }) => ({ id, cloud: weather.cloud }));\nexports.show = (night, at) => ({ at: at ?? null, seeing: night.weather?.seeing?.toFixed(1) ?? 'unknown' });\n",
    },
    at: [['a.js', 'weather.‸cloud']],
    first: { 'a.js': /cloud: weather\?\.cloud \?\? null \}/ },
  },
  {
    name: 'what another place answers for the very read',
    class: 'type',
    message: "Cannot read properties of null (reading 'toFixed')",
    named: { property: 'toFixed', nullish: 'null' },
    files: {
      'a.js':
        "exports.list = (all) => all.map(({ id, magnitude: size }) => ({ id, size: size.toFixed(1) }));\nexports.show = (one) => ({ id: one.id, size: one.magnitude?.toFixed(1) ?? 'unknown' });\n",
    },
    at: [['a.js', 'size.‸toFixed']],
    first: { 'a.js': /size: size\?\.toFixed\(1\) \?\? 'unknown' \}\)\)/ },
  },
  {
    name: 'two places answer two things for the very read',
    class: 'type',
    message: "Cannot read properties of null (reading 'toFixed')",
    named: { property: 'toFixed', nullish: 'null' },
    files: {
      'a.js':
        "exports.list = (all) => all.map(({ id, size }) => ({ id, size: size.toFixed(1) }));\nexports.show = (one) => ({ size: one.size?.toFixed(1) ?? 'unknown' });\nexports.page = (one) => ({ size: one.size?.toFixed(1) ?? '-' });\n",
    },
    at: [['a.js', 'size.‸toFixed']],
    first: null,
  },
  {
    name: 'the last of a list of the thing that was asked for, in an answer of a project that answers null for such',
    ...reading('by'),
    files: {
      'a.js':
        "app.get('/:id', (req, res) => {\n  const tree = find(req.params.id);\n  if (!tree) return res.status(404).json({ error: 'no tree' });\n  res.json({ kind: tree.kind ?? null, count: tree.grafts.length, by: tree.grafts.at(-1).by });\n});\n",
    },
    at: [['a.js', 'at(-1).‸by']],
    first: { 'a.js': /by: tree\.grafts\.at\(-1\)\?\.by \?\? null \}/ },
  },
  {
    name: 'a list of the object that the line before begins, without it',
    ...reading('push'),
    files: {
      'a.js':
        'exports.months = (list) => {\n  const months = {};\n  for (const one of list) {\n    months[one.month] ??= { count: 0 };\n    months[one.month].count += 1;\n    months[one.month].rooms.push(one.room);\n  }\n  return months;\n};\n',
    },
    at: [['a.js', 'rooms.‸push']],
    first: { 'a.js': /\?\?= \{ count: 0, rooms: \[\] \};/ },
  },
  {
    name: 'what is taken apart has nothing, and each part that is taken has a default',
    class: 'type',
    message: "Cannot destructure property 'low' of 'singer.range' as it is null.",
    named: { property: 'low', receiver: 'singer.range', nullish: 'null' },
    files: {
      'a.js':
        'exports.show = (singer) => {\n  const { low = 0, high = 9 } = singer.range;\n  return { low, high };\n};\n',
    },
    at: [['a.js', 'const { ‸low = 0']],
    first: { 'a.js': /= singer\.range \?\? \{\};/ },
  },
  {
    name: 'a list of a Map that is put back there once it was added to',
    ...reading('push'),
    files: {
      'a.js':
        'exports.group = (list) => {\n  const groups = new Map();\n  for (const one of list) {\n    const group = groups.get(one.part);\n    group.push(one.name);\n    groups.set(one.part, group);\n  }\n  return groups;\n};\n',
    },
    at: [['a.js', 'group.‸push']],
    first: { 'a.js': /const group = groups\.get\(one\.part\) \?\? \[\];/ },
  },
]);

check(
  absentValue,
  (
    [
      ['that nobody sets', '', /nobody sets/],
      [
        'that a middleware sets',
        'exports.know = (ctx, next) => {\n  ctx.state.user = find(ctx.token);\n  return next();\n};\n',
        null,
      ],
    ] as const
  ).map(([name, more, ask]) => ({
    name: `a fallback behind a part of the state ${name}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'wholesale')",
    named: { property: 'wholesale', nullish: 'undefined' as const },
    files: {
      'package.json': '{ "dependencies": { "koa": "3" } }',
      'a.js': `router.get('/', async (ctx) => {\n  ctx.body = { bulk: ctx.state.user.wholesale || false };\n});\n${more}`,
    },
    at: [['a.js', 'user.‸wholesale']] as const,
    first: { 'a.js': /ctx\.state\.user\?\.wholesale \|\| false/ },
    ask,
  })),
);

const harvest = (settings: string) => ({
  ...reading('riesling'),
  files: {
    'config/default.yaml': settings,
    'a.js': 'exports.check = (config, plot) => (config.harvest.least[plot.grape] ?? 65) < plot.degrees;\n',
  },
  at: [['a.js', 'config.harvest.least‸[plot']] as const,
  facts: { 'config.harvest.least': { type: 'undefined' as const } },
});

check(absentValue, [
  {
    name: 'a fallback behind what the settings have, and something drops',
    ...harvest('harvest:\n  most: 3\n  least:\n    riesling: 70\n'),
    first: { 'a.js': /config\.harvest\.least\?\.\[plot\.grape\] \?\? 65/ },
    ask: /config\/default\.yaml has `harvest\.least`, and it does not arrive/,
  },
]);
