/** `forEach` where `map` was meant: in lists of values, and in lists of promises that are waited for. */
import { check } from '../cases.test-helper.ts';
import { missingReturn } from './missing-return.ts';

const nothing = {
  class: 'type' as const,
  message: 'undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
};
const file = (text: string) => ({ 'a.js': text });

check(missingReturn, [
  {
    name: 'handed to `Promise.all` over several lines',
    ...nothing,
    files: file(
      'exports.all = async (agents) => {\n  return Promise.all(\n    agents.forEach(async ({ id }) => ({ id, open: await open(id) })),\n  );\n};\n',
    ),
    at: [['a.js', 'Promise.‸all']],
    first: { 'a.js': /agents\.map\(async \(\{ id \}\) =>/ },
  },
  {
    name: 'what is only done, and waited for by a name',
    ...nothing,
    files: file(
      'module.exports = async function flush(rows) {\n  const jobs = rows.forEach(async (row) => {\n    await store.save(row);\n  });\n  await Promise.allSettled(jobs);\n};\n',
    ),
    at: [['a.js', 'Promise.‸allSettled']],
    first: { 'a.js': /const jobs = rows\.map\(async/ },
  },
  {
    name: 'a function that is handed over by its name, of another function, in TypeScript',
    ...nothing,
    files: {
      'a.ts':
        "import { refreshAll } from './b.ts';\nexport const tick = async (ids: string[]): Promise<void> => {\n  await Promise.all(refreshAll(ids));\n};\n",
      'b.ts':
        'async function refresh(id: string): Promise<void> {\n  await fetch(id);\n}\nexport const refreshAll = (ids: string[]) => ids.forEach(refresh);\n',
    },
    at: [['a.ts', 'Promise.‸all']],
    first: { 'b.ts': /=> ids\.map\(refresh\);/ },
  },
  {
    name: 'values that are made into a Set',
    ...nothing,
    class: 'type',
    files: file('exports.tags = (rows) => new Map(rows.forEach((row) => [row.id, row]));\n'),
    at: [['a.js', '‸new Map']],
    first: { 'a.js': /new Map\(rows\.map\(/ },
  },
  {
    name: 'what was awaited as if it were one promise is a list of promises',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: file(
      'exports.f = async (ids) => {\n  const rows = await ids.forEach(async (id) => load(id));\n  return { rows, count: rows.length };\n};\n',
    ),
    at: [['a.js', 'rows.‸length']],
    first: { 'a.js': /= await Promise\.all\(ids\.map\(async \(id\) => load\(id\)\)\);/ },
  },
  {
    name: 'nobody waits for the promises, and nobody can: a list of them would be sent as `{}`',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: file(
      'exports.f = (ids) => {\n  const rows = ids.forEach(async (id) => load(id));\n  return { rows, count: rows.length };\n};\n',
    ),
    at: [['a.js', 'rows.‸length']],
    first: null,
  },
  {
    name: 'a callback that gives nothing',
    ...nothing,
    files: file('exports.f = (rows) => Promise.all(rows.forEach((row) => {\n  cache.set(row.id, row);\n}));\n'),
    at: [['a.js', 'Promise.‸all']],
    first: null,
  },
  {
    name: 'awaited for nothing but that it is done: its value is nothing afterwards as well',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'length')",
    named: { property: 'length', nullish: 'undefined' },
    files: file(
      'exports.f = async (ids) => {\n  const rows = await ids.forEach(async (id) => {\n    await save(id);\n  });\n  return rows.length;\n};\n',
    ),
    at: [['a.js', 'rows.‸length']],
    first: null,
  },
]);
