import { check } from '../cases.test-helper.ts';
import { bigNumber } from './big-number.ts';

const sent = { class: 'type' as const, message: 'TypeError: Do not know how to serialize a BigInt' };
const log =
  "exports.log = (req, res, next) => {\n  const began = process.hrtime.bigint();\n  res.on('finish', () => console.log(Number(process.hrtime.bigint() - began) / 1e6));\n  next();\n};\n";
const route = "router.get('/', (req, res) => {\n  res.json(detail(req.params.id));\n});\n";
const detail = (total: string, more = ''): string =>
  `function detail(loans) {\n${more}  return { count: loans.length, total${total} };\n}\nmodule.exports = { detail };\n`;
const files = (total: string, more = ''): Record<string, string> => ({
  'log.js': log,
  'route.js': route,
  'detail.js': detail(total, more),
});
const heals = (
  name: string,
  [total, more]: readonly [string, string?],
  [becomes, others]: readonly [string, string?],
) => ({
  name,
  ...sent,
  files: files(total, more),
  at: [['route.js', 'res.‸json']] as const,
  first: { 'detail.js': detail(becomes, others) },
});

const sum = 'loans.reduce((sum, { cents }) => sum + BigInt(cents), 0n)';
const plain = 'loans.reduce((sum, { cents }) => sum + Number(cents), 0)';
const loop = (zero: string, cast: string): string =>
  `  let total = ${zero};\n  for (const { cents } of loans) total += ${cast}(cents);\n`;
const high = `  const total = ${sum};\n  if (total > 100n) throw new Error('too high');\n`;
check(bigNumber, [
  heals('a sum over rows', [`: ${sum}`], [`: ${plain}`]),
  heals('a sum that has a name', ['', `  const total = ${sum};\n`], ['', `  const total = ${plain};\n`]),
  heals('a sum that a loop makes', ['', loop('0n', 'BigInt')], ['', loop('0', 'Number')]),
  heals('a product', [': BigInt(loans[0].cents) * 100n'], [': Number(loans[0].cents) * 100']),
  heals('a cast alone', [': BigInt(loans[0].cents)'], [': Number(loans[0].cents)']),
  heals('a sum that is compared as well', ['', high], [': Number(total)', high]),
  heals(
    'a division, which leaves no fraction',
    [': BigInt(loans[0].cents) / 3n'],
    [': Number(BigInt(loans[0].cents) / 3n)'],
  ),
  heals('a choice', [': loans.length > 0 ? sumOf(loans) : 0n'], [': Number(loans.length > 0 ? sumOf(loans) : 0n)']),
  {
    name: 'what another function gives, in an ES module of TypeScript',
    ...sent,
    files: {
      'sum.mts':
        'export function sumOf(rows: Row[]): bigint {\n  return rows.reduce((all, row) => all + BigInt(row.n), 0n);\n}\n',
      'a.mts':
        "import { sumOf } from './sum.mts';\nexport const show = (rows: Row[]) => rows.map((row) => ({ ...row, total: sumOf(rows) }));\n",
    },
    first: { 'a.mts': /total: Number\(sumOf\(rows\)\) \}\)\);/ },
  },
  {
    name: 'a type says that it is one',
    ...sent,
    files: {
      'a.ts':
        'export const show = (n: string) => {\n  const total: bigint = BigInt(n) + 1n;\n  return { total };\n};\n',
    },
    first: { 'a.ts': /BigInt\(n\) \+ 1n;\n {2}return \{ total: Number\(total\) \};/ },
  },
  {
    name: 'several in one answer at once',
    ...sent,
    files: { 'a.js': 'exports.show = (a) => ({ one: BigInt(a.one) * 2n, two: -BigInt(a.two) });\n' },
    first: { 'a.js': 'exports.show = (a) => ({ one: Number(a.one) * 2, two: -Number(a.two) });\n' },
  },
  {
    name: 'an id may be larger than any number',
    ...sent,
    files: { 'a.js': 'exports.show = (a) => ({ id: BigInt(a.id) });\n' },
    first: { 'a.js': 'exports.show = (a) => ({ id: Number(a.id) });\n' },
    ask: /whether `id` fits a number/,
  },
  {
    name: 'the id of a row that was put in is one that databases count',
    ...sent,
    files: { 'a.js': 'exports.add = ({ lastInsertRowid }) => ({ id: BigInt(lastInsertRowid) });\n' },
    first: { 'a.js': 'exports.add = ({ lastInsertRowid }) => ({ id: Number(lastInsertRowid) });\n' },
  },
  {
    name: 'a hash of many bits',
    ...sent,
    files: {
      'a.js': 'exports.show = (a) => ({ sum: BigInt.asUintN(64, BigInt(a.n) << 7n), mark: BigInt(a.n) << 7n });\n',
    },
    first: { 'a.js': /mark: Number\(BigInt\(a\.n\) << 7n\)/ },
    ask: /whether `mark` fits/,
  },
  {
    name: 'the values of a statement, and what is only compared or made a number already, stay',
    ...sent,
    files: {
      'log.js': log,
      'a.js':
        'exports.add = (db, a) => {\n  db.run({ id: BigInt(a.id) });\n  return { isMany: BigInt(a.n) > 10n, n: BigInt(a.n) };\n};\n',
    },
    first: {
      'a.js':
        'exports.add = (db, a) => {\n  db.run({ id: BigInt(a.id) });\n  return { isMany: BigInt(a.n) > 10n, n: Number(a.n) };\n};\n',
    },
  },
]);
