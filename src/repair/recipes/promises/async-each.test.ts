/** `forEach` with an async function, and what stands behind it. */
import { check } from '../cases.test-helper.ts';
import { promiseList } from './promise-list.ts';

const failed = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading '0')",
  named: { property: '0', nullish: 'undefined' as const },
};
const loop = /for \(const order of orders\) \{\n {4}const lines = await linesOf\(order\);/;
const body = (each: string, then: string) =>
  `exports.sales = async (orders) => {\n  const totals = {};\n  ${each}\n    const lines = await linesOf(order);\n    totals[order] = lines.length;\n  });\n  ${then}\n};\n`;

const stored = { class: 'database' as const, message: 'cannot store TEXT value in INTEGER column orders.total' };
const placed = (prices: string, sum: string) =>
  `const save = (sum) => statement('insert').run(sum);\nexports.place = async (items) => {\n  const prices = ${prices};\n  const sum = ${sum};\n  return save(sum);\n};\n`;

check(promiseList, [
  {
    name: 'an object that it fills',
    ...failed,
    files: { 'a.js': body('orders.forEach(async (order) => {', 'return Object.entries(totals)[0][0];') },
    at: [['a.js', '‸Object.entries(totals)[0][0]']],
    first: {
      'a.js':
        'exports.sales = async (orders) => {\n  const totals = {};\n  for (const order of orders) {\n    const lines = await linesOf(order);\n    totals[order] = lines.length;\n  }\n  return Object.entries(totals)[0][0];\n};\n',
    },
  },
  {
    name: 'a list that it fills, two steps behind, where the function further in fails',
    ...failed,
    files: {
      'a.js':
        'const first = (rows) => rows[0][0];\nexports.sales = async (orders) => {\n  const found = [];\n  orders.forEach(async (order) => {\n    const lines = await linesOf(order);\n    found.push(lines);\n  });\n  const sorted = found.toSorted();\n  return first(sorted);\n};\n',
    },
    at: [
      ['a.js', 'rows[0]‸[0]'],
      ['a.js', 'return ‸first(sorted)'],
    ],
    first: { 'a.js': loop },
  },
  {
    name: 'one that leaves early and knows its place: all at once',
    ...failed,
    files: {
      'a.js':
        'exports.sales = async (orders) => {\n  const found = [];\n  orders.forEach(async (order, at) => {\n    if (order === null) return;\n    found[at] = await linesOf(order);\n  });\n  return found[0][0];\n};\n',
    },
    at: [['a.js', 'found[0]‸[0]']],
    first: { 'a.js': /await Promise\.all\(orders\.map\(async \(order, at\) => \{[^]*\}\)\);\n/ },
  },
  {
    name: 'typed, in TypeScript, where each adds to what the others made',
    ...failed,
    files: {
      'a.ts':
        'export const sales = async (orders: string[]) => {\n  let sum = 0;\n  orders.forEach(async (order: string) => {\n    sum += await centsOf(order);\n  });\n  return format(sum)[0][0];\n};\n',
    },
    at: [['a.ts', 'format(sum)[0]‸[0]']],
    first: { 'a.ts': /\n {2}for \(const order of orders\) \{\n {4}sum \+= await centsOf\(order\);\n {2}\}\n/ },
  },
  {
    name: 'not all at once where each adds to what the others made',
    ...failed,
    files: {
      'a.js':
        'exports.sales = async (orders) => {\n  let sum = 0;\n  orders.forEach(async (order, at) => {\n    if (at > 9) return;\n    sum += await centsOf(order);\n  });\n  return format(sum)[0][0];\n};\n',
    },
    at: [['a.js', 'format(sum)[0]‸[0]']],
    first: null,
  },
  {
    name: 'not where what failed has nothing to do with it',
    ...failed,
    files: {
      'a.js': body('orders.forEach(async (order) => {', 'return orders.names[0][0];'),
    },
    at: [['a.js', 'orders.names[0]‸[0]']],
    first: null,
  },
  {
    name: 'not where it changes nothing of outside: mail that nobody needs to wait for',
    ...failed,
    files: {
      'a.js':
        'exports.sales = async (orders) => {\n  const mail = { sent: [] };\n  orders.forEach(async (order) => {\n    const mail = await letter(order);\n    mail.to = order;\n    await send(mail);\n  });\n  return mail.sent[0][0];\n};\n',
    },
    at: [['a.js', 'mail.sent[0]‸[0]']],
    first: null,
  },
  {
    name: 'not of a map, which gives a loop something else',
    ...failed,
    files: {
      'a.js': body('orders.forEach(async (order) => {', 'return Object.entries(totals)[0][0];').replace(
        'async (orders) => {\n',
        'async () => {\n  const orders = new Map();\n',
      ),
    },
    at: [['a.js', '‸Object.entries(totals)[0][0]']],
    first: null,
  },
  {
    name: 'not one that stands behind what failed',
    ...failed,
    files: {
      'a.js':
        'exports.sales = async (orders) => {\n  const totals = {};\n  const top = Object.entries(totals)[0][0];\n  orders.forEach(async (order) => {\n    totals[order] = await linesOf(order);\n  });\n  return top;\n};\n',
    },
    at: [['a.js', '‸Object.entries(totals)[0][0]']],
    first: null,
  },
  {
    name: 'a list of promises that is added up, where the statement that keeps the sum is refused',
    ...stored,
    files: {
      'a.js': placed('items.map(async ({ id }) => priceOf(id))', 'prices.reduce((sum, each) => sum + each, 0)'),
    },
    at: [
      ['a.js', "‸statement('insert')"],
      ['a.js', 'return ‸save(sum)'],
    ],
    first: { 'a.js': /const prices = await Promise\.all\(items\.map\(async \(\{ id \}\) => priceOf\(id\)\)\);/ },
  },
  {
    name: 'and one that is waited for as a list, which waits for nothing',
    ...stored,
    files: {
      'a.js': placed('await items.map(async ({ id }) => priceOf(id))', 'prices.reduce((sum, each) => sum + each, 0)'),
    },
    at: [
      ['a.js', "‸statement('insert')"],
      ['a.js', 'return ‸save(sum)'],
    ],
    first: { 'a.js': /const prices = await Promise\.all\(items\.map\(/ },
  },
  {
    name: 'not one whose promises are waited for further on',
    ...stored,
    files: {
      'a.js': placed(
        'items.map(async ({ id }) => priceOf(id))',
        '(await Promise.all(prices)).reduce((sum, each) => sum + each, 0)',
      ),
    },
    at: [
      ['a.js', "‸statement('insert')"],
      ['a.js', 'return ‸save(sum)'],
    ],
    first: null,
  },
  {
    name: 'not one of whose promises only the first is waited for, or that is handed on',
    ...stored,
    files: { 'a.js': placed('items.map(async ({ id }) => priceOf(id))', 'await total(prices)') },
    at: [
      ['a.js', "‸statement('insert')"],
      ['a.js', 'return ‸save(sum)'],
    ],
    first: null,
  },
]);
