/** Lists of promises whose items are handed on before anything is read of them. */
import { check } from '../cases.test-helper.ts';
import { promiseList } from './promise-list.ts';

const split = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'split')",
  named: { property: 'split', nullish: 'undefined' as const },
};
const clock = "export function toMinutes(time: string): number {\n  return Number(time.split(':')[0]);\n}\n";
const all = /= await Promise\.all\(found\.map\(async/;

check(promiseList, [
  {
    name: 'sorted by what a function of another file makes of their items, in TypeScript',
    ...split,
    files: {
      'clock.ts': clock,
      'a.ts':
        "import { toMinutes } from './clock.ts';\nexport const list = async (found: { id: string }[]) => {\n  const rows = found.map(async ({ id }) => {\n    return { id, time: await timeOf(id) };\n  });\n  return rows.sort((a, b) => toMinutes(a.time) - toMinutes(b.time));\n};\n",
    },
    at: [
      ['clock.ts', 'time.‸split'],
      ['a.ts', '‸toMinutes(a.time)'],
    ],
    first: { 'a.ts': all },
  },
  {
    name: 'the second of two that are sorted, in a script',
    ...split,
    files: {
      'a.js':
        "const clock = require('./clock');\nmodule.exports = async (found) => {\n  const rows = found.map(async (row) => ({ time: await row.time() }));\n  rows.sort((a, b) => clock.minutes(b.time));\n};\n",
      'clock.js': "exports.minutes = (time) => Number(time.split(':')[0]);\n",
    },
    at: [
      ['clock.js', 'time.‸split'],
      ['a.js', 'clock.‸minutes(b.time)'],
    ],
    first: { 'a.js': all },
  },
  {
    name: 'what is taken apart and handed on twice',
    ...split,
    files: {
      'a.js':
        "const hours = (text) => text.split(':')[0];\nconst label = (time) => `at ${hours(time)}`;\nexports.list = async (found) => {\n  const rows = found.map(async (row) => ({ time: await row.time() }));\n  return rows.map(({ time }) => label(time));\n};\n",
    },
    at: [
      ['a.js', 'text.‸split'],
      ['a.js', '‸hours(time)'],
      ['a.js', '‸label(time)'],
    ],
    first: { 'a.js': all },
  },
  {
    name: 'the item that `reduce` hands over, and a list that `Array.from` made',
    ...split,
    files: {
      'a.js':
        "exports.sum = async (ids) => {\n  const rows = Array.from(ids, async (id) => load(id));\n  return rows.reduce((sum, row) => sum + row.time.split(':').length, 0);\n};\n",
    },
    at: [['a.js', 'row.time.‸split']],
    first: { 'a.js': /const rows = await Promise\.all\(Array\.from\(ids, async \(id\) => load\(id\)\)\);/ },
  },
  {
    name: 'grouped by what is read of them',
    ...split,
    files: {
      'a.js':
        "exports.byHour = async (found) => {\n  const rows = found.map(async (row) => load(row));\n  return Object.groupBy(rows, ({ time }) => time.split(':')[0]);\n};\n",
    },
    at: [['a.js', 'time.‸split']],
    first: { 'a.js': all },
  },
  {
    name: 'a list of promises that another caller hands over, who is not on the stack',
    ...split,
    files: {
      'a.js':
        "const hours = (text) => text.split(':')[0];\nexports.one = (row) => hours(row.time);\nexports.list = async (found) => {\n  const rows = found.map(async (row) => ({ time: await row.time() }));\n  return rows.map(({ time }) => hours(time));\n};\n",
    },
    at: [
      ['a.js', 'text.‸split'],
      ['a.js', '‸hours(row.time)'],
    ],
    first: null,
  },
  {
    name: 'a list that is waited for, of which one has no such thing',
    ...split,
    files: {
      'a.js':
        "const hours = (text) => text.split(':')[0];\nexports.list = async (found) => {\n  const rows = await Promise.all(found.map(async (row) => ({ time: await row.time() })));\n  return rows.map(({ time }) => hours(time));\n};\n",
    },
    at: [
      ['a.js', 'text.‸split'],
      ['a.js', '‸hours(time)'],
    ],
    first: null,
  },
  {
    name: 'the sum of `reduce`, which is no item of the list',
    ...split,
    files: {
      'a.js':
        "exports.sum = async (found) => {\n  const rows = found.map(async (row) => load(row));\n  return rows.reduce((sum, row) => sum.time.split(':'), {});\n};\n",
    },
    at: [['a.js', 'sum.time.‸split']],
    first: null,
  },
]);
