import assert from 'node:assert/strict';
import test from 'node:test';
import { readMeanings } from './meaning.ts';

interface Case {
  readonly name: string;
  readonly before: string;
  readonly change: readonly [find: string, replace: string];
  readonly others?: readonly string[];
  readonly mitigates: boolean;
}

const join =
  "exports.join = (body) => {\n  const { name } = body;\n  if (!name.trim() || name === '-') throw new HttpError(422, 'name is needed');\n  return name;\n};\n";
const toPlot = 'const toPlot = (row) => ({ id: row.id, tags: JSON.parse(row.tags) });\n';
const marked = ['!name.trim()', '!name?.trim()'] as const;
const emptied = ['JSON.parse(row.tags)', 'row.tags ? JSON.parse(row.tags) : []'] as const;
const objected = ['JSON.parse(row.tags)', 'row.tags ? JSON.parse(row.tags) : {}'] as const;

const lookedUp = (name: string, method: string): string =>
  `async function of${name}(id) {\n  const ${name} = await ${name}s.${method}(id);\n`;
const refused = (name: string, method: string): string =>
  `${lookedUp(name, method)}  if (!${name}) throw new HttpError(404, 'no ${name}');\n  return ${name};\n}\n`;
const keyed = (name: string, key: string): string =>
  `const plan${name} = (input) => {\n  const ${name} = ${name}s.get(input.${key});\n`;
const told = (name: string, key: string): string =>
  `${keyed(name, key)}  if (!${name}) throw ApiError.notFound('${name}', input.${key});\n  return ${name};\n};\n`;
const query = (rest: string): string =>
  `app.get('/', (req, res) => {\n  const { day = '1', tags } = req.query;\n  const wanted = tags.split(',')${rest};\n  res.json({ day, wanted });\n});\n`;
const defaulted = ['tags }', "tags = '' }"] as const;

const cases: readonly Case[] = [
  {
    name: 'a list in a query, its empty parts dropped',
    before: query('.filter(Boolean)'),
    change: defaulted,
    mitigates: false,
  },
  { name: 'a list in a query with an empty part', before: query(''), change: defaulted, mitigates: true },
  {
    name: 'a list that is asked for, its empty parts dropped',
    before: "app.get('/', (c) => c.json(c.req.query('tags').split(',').filter(Boolean)));\n",
    change: ["c.req.query('tags').", "(c.req.query('tags') ?? '')."],
    mitigates: false,
  },
  { name: 'a text that is not sent is refused as an empty one is', before: join, change: marked, mitigates: false },
  {
    name: 'settings that lack a part would refuse everybody',
    before:
      'exports.guard = (guarding) => (request, reply) => {\n  if (!guarding.keys.includes(request.headers.key)) return reply.code(401).send();\n};\n',
    change: ['guarding.keys.includes', 'guarding.keys?.includes'],
    mitigates: true,
  },
  {
    name: 'nothing is refused there',
    before: join.replace('throw new HttpError(422, ', 'return log('),
    change: marked,
    mitigates: true,
  },
  {
    name: 'both must be so for it to be refused',
    before: join.replace('||', '&&'),
    change: marked,
    mitigates: true,
  },
  ...(
    [
      ['goes to the `next` of its handler', '(req, res, next)', false],
      ['goes to what is no `next` of a handler', '(req, done, next)', true],
    ] as const
  ).map(([how, params, mitigates]) => ({
    name: `what a promise rejects with ${how}`,
    before: `router.get('/', ${params} => {\n  find(req.id).then((row) => res.json(row));\n});\n`,
    change: ['res.json(row))', 'res.json(row)).catch(next)'] as const,
    mitigates,
  })),
  {
    name: 'what a promise rejects with is dropped',
    before: "router.get('/', (req, res, next) => {\n  find(req.id).then((row) => res.json(row));\n});\n",
    change: ['res.json(row))', 'res.json(row)).catch(() => {})'],
    mitigates: true,
  },
  ...(
    [
      ['is refused by who calls', 'return next(new HttpError(401))', false],
      ['is let in by who calls', 'return next()', true],
    ] as const
  ).map(([how, then, mitigates]) => ({
    name: `a header that is left out ${how}`,
    before: `function readToken(req) {\n  const [, token] = req.headers.authorization.split(' ');\n  return token;\n}\nexports.auth = (req, res, next) => {\n  const token = readToken(req);\n  if (!token || !known(token)) ${then};\n  next();\n};\n`,
    change: ['req.headers.authorization.', "(req.headers.authorization ?? '')."] as const,
    mitigates,
  })),
  ...(
    [
      ['is passed over', 'createInterface({ input })', false],
      ['of something else is passed over', 'names', true],
    ] as const
  ).map(([how, lines, mitigates]) => ({
    name: `a blank line ${how}`,
    before: `async function read(input, names) {\n  for await (const line of ${lines}) {\n    rows.push(JSON.parse(line));\n  }\n}\n`,
    change: ['    rows', "    if (line.trim() === '') continue;\n    rows"] as const,
    mitigates,
  })),
  ...(
    [
      ['the fallback of what is looked up by it', ' ?? null', false],
      ['nothing', '', true],
    ] as const
  ).map(([what, end, mitigates]) => ({
    name: `a key that is missing reaches ${what}`,
    before: `exports.hook = (request) => {\n  const number = request.headers['x-pass'];\n  request.pass = passes.get(number.trim())${end};\n};\n`,
    change: ['number.trim()', 'number?.trim()'] as const,
    mitigates,
  })),
  ...(
    [
      ['the file says beside it', "'unknown'", '', false],
      ['the file says otherwise beside it', "'nobody'", '', true],
      ['only another file says', null, "'unknown'", true],
      ['another file says otherwise', "'unknown'", "'-'", true],
    ] as const
  ).map(([how, own, other, mitigates]) => ({
    name: `what stands for nothing as ${how}`,
    before: `exports.show = (best) => ({ by: best.angler.name });\n${own === null ? '' : `exports.all = (all) => all.map((one) => one.angler?.name ?? ${own});\n`}`,
    change: ['best.angler.name', "best.angler?.name ?? 'unknown'"] as const,
    others: other === '' ? [] : [`exports.list = (all) => all.map((one) => one.angler?.name ?? ${other});\n`],
    mitigates,
  })),
  {
    name: 'what was never begun is not to be ended',
    before:
      'let timer = null;\nconst begin = () => {\n  if (!timer) timer = make();\n};\nconst end = () => {\n  timer.stop();\n};\n',
    change: ['timer.stop()', 'timer?.stop()'],
    mitigates: false,
  },
  {
    name: 'what was never begun is to do something',
    before:
      'let store = null;\nconst begin = () => {\n  if (!store) store = make();\n};\nconst put = (one) => {\n  store.save(one);\n};\n',
    change: ['store.save', 'store?.save'],
    mitigates: true,
  },
  {
    name: 'the refusal that all look-ups have, behind one by what the function is given',
    before: `${lookedUp('lease', 'find')}  return { ends: lease.ends };\n}\n`,
    change: ['  return { ends', "  if (!lease) throw new HttpError(404, 'no lease');\n  return { ends"],
    others: [refused('plot', 'byLabel') + refused('tenant', 'get') + refused('applicant', 'get')],
    mitigates: false,
  },
  {
    name: 'the like, where one of them is refused otherwise',
    before: `${lookedUp('lease', 'find')}  return { ends: lease.ends };\n}\n`,
    change: ['  return { ends', "  if (!lease) throw new HttpError(404, 'no lease');\n  return { ends"],
    others: [
      refused('plot', 'byLabel') + refused('tenant', 'get') + refused('applicant', 'get').replace('404', '410, 404'),
    ],
    mitigates: true,
  },
  {
    name: 'the like, behind what no function is given',
    before: `${lookedUp('lease', 'find').replace('(id) {', '(key) {')}  return { ends: lease.ends };\n}\n`,
    change: ['  return { ends', "  if (!lease) throw new HttpError(404, 'no lease');\n  return { ends"],
    others: [refused('plot', 'byLabel') + refused('tenant', 'get') + refused('applicant', 'get')],
    mitigates: true,
  },
  {
    name: 'the refusal that the look-up of the same store has by another key',
    before: "const show = (c) => {\n  const boat = boats.find(c.req.param('sail'));\n  return boat.name;\n};\n",
    change: ['  return boat', "  if (!boat) throw notFound('boat');\n  return boat"],
    others: [
      "const a = (sail) => {\n  const boat = boats.find(sail);\n  if (!boat) throw notFound('boat');\n};\nconst b = (id) => {\n  const one = runs.find(id);\n  if (!one) return answer(404);\n};\n",
    ],
    mitigates: false,
  },
  {
    name: 'the refusal that all look-ups have, each by its own key, behind one by a part of the input',
    before: `${keyed('vehicle', 'plate')}  return vehicle.tags;\n};\n`,
    change: ['  return vehicle', "  if (!vehicle) throw ApiError.notFound('vehicle', input.plate);\n  return vehicle"],
    others: [told('driver', 'driver') + told('trip', 'id') + told('depot', 'depot')],
    mitigates: false,
  },
  {
    name: 'no list was parsed, and all that read it take one',
    before: toPlot,
    change: emptied,
    others: ["exports.show = (plot) => plot.tags.join(', ');\nexports.has = (plot) => plot.tags.includes('a');\n"],
    mitigates: false,
  },
  {
    name: 'one that reads it has a value of its own for none',
    before: toPlot,
    change: emptied,
    others: ["exports.show = (plot) => plot.tags.join(', ');\nexports.first = (plot) => (plot.tags ?? ['none'])[0];\n"],
    mitigates: true,
  },
  {
    name: 'no object was parsed, and each part that is read has a fallback',
    before: toPlot,
    change: objected,
    others: [
      'exports.show = (plot) => ({ size: plot.tags.size ?? 1, quiet: !plot.tags.loud });\n',
      "exports.all = (text) => {\n  const tags = text.split(',');\n  return tags.map(String);\n};\n",
    ],
    mitigates: false,
  },
  {
    name: 'an object of which one part is read without',
    before: toPlot,
    change: objected,
    others: ['exports.show = (plot) => ({ size: plot.tags.size ?? 1, loud: plot.tags.loud });\n'],
    mitigates: true,
  },
];

for (const { name, before, change, others = [], mitigates } of cases)
  test(`POL-8 ${mitigates ? 'a mitigation' : 'no mitigation'}: ${name}`, () => {
    const after = before.replace(change[0], () => change[1]);
    assert.notEqual(after, before);
    const texts = others.map((text, at) => ({ path: `other${at}.js`, text }));
    assert.equal(readMeanings([{ path: 'a.js', before, after }], () => texts).guardOnly, mitigates);
  });
