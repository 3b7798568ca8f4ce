import { check } from '../cases.test-helper.ts';
import { identifier } from './identifier.ts';

/** What is not defined, in what a function answers; `list` is taken in for nothing. */
const answering = (word: string, seen: readonly string[] = []) => ({
  class: 'reference' as const,
  message: `${word} is not defined`,
  named: { identifier: word },
  files: {
    'store.js': 'exports.find = (id) => ({ id });\nexports.list = () => [];\n',
    'a.js': `const { find, list } = require('./store');
const pageSize = 20;
function summary(order) {
  const count = order.lines.length;
  return { id: order.id, count, size: pageSize, out: ${word} };
}
exports.show = (id) => summary(find(id));
`,
  },
  at: [['a.js', `out: ‸${word}`, 'summary']] as const,
  ...(seen.length === 0 ? {} : { facts: { order: { type: 'object' as const, keys: [...seen] } } }),
});

check(identifier, [
  { name: 'a function that was taken in for nothing is no value', ...answering('tax'), first: null },
  { name: 'a function whose name begins so is no value', ...answering('sum'), first: null },
  {
    name: 'another word for one variable, which is a word of the other',
    ...answering('size'),
    first: { 'a.js': /out: count/ },
    ask: /`size` may be `count`, and `pageSize`/,
  },
  {
    name: 'what the thing itself is called by, of a thing that has it',
    ...answering('orderId', ['id', 'lines']),
    first: { 'a.js': /out: order\.id / },
    ask: null,
  },
  { name: 'what another thing is called by', ...answering('userId', ['id', 'lines']), first: null },
]);

/** What is not defined, as a number that something is worked out of. */
const reckoned = (word: string, as: string) => ({
  class: 'reference' as const,
  message: `${word} is not defined`,
  named: { identifier: word },
  files: {
    'rates.js': 'exports.loadRates = () => ({});\nexports.forget = () => {};\n',
    'a.js': `const { loadRates } = require('./rates');\nexports.quote = (sum) => sum * ${as};\n`,
  },
  at: [['a.js', `sum * ‸${as}`, 'quote']] as const,
});

check(identifier, [
  {
    name: 'a variable called like a module of Node is not that module',
    ...reckoned('net', 'Number(net)'),
    first: null,
  },
  {
    name: 'nor what is handed on',
    ...reckoned('path', 'sizeOf(path)'),
    first: null,
  },
  {
    name: 'what Node gives out is',
    ...reckoned('path', 'path.basename(sum).length'),
    first: { 'a.js': /require\('node:path'\)|require\('path'\)/ },
  },
  { name: 'a number is no function that gets it', ...reckoned('rates', 'Number(rates)'), first: null },
  { name: 'nor a file of functions', ...reckoned('rates', 'rates'), first: null },
]);
