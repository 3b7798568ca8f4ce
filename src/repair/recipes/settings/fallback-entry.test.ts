import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { fallbackEntry } from './fallback-entry.ts';

const missing: Pick<Case, 'class' | 'message' | 'named'> = {
  class: 'type',
  message: "Cannot read properties of undefined (reading 'cents')",
  named: { property: 'cents', nullish: 'undefined' },
};
const rates = '{"north":{"cents":5},"default":{"cents":9}}';

check(fallbackEntry, [
  {
    name: 'a table of a file, asked in a method of its own',
    ...missing,
    files: {
      'data/rates.json': rates,
      'a.js':
        "class Rates {\n  constructor(folder) {\n    this.rates = JSON.parse(fs.readFileSync(path.join(folder, 'rates.json'), 'utf8'));\n  }\n  of(zone) {\n    return this.rates[zone];\n  }\n  price(zone) {\n    return this.of(zone).cents;\n  }\n}\n",
    },
    at: [['a.js', 'of(zone).‸cents']],
    first: { 'a.js': /return this\.rates\[zone\] \?\? this\.rates\.default;/ },
  },
  {
    name: 'a table of the code, in the middle of an expression',
    ...missing,
    files: {
      'a.js':
        'const rates = { north: { cents: 5 }, other: { cents: 9 } };\nexports.price = (zone) => 2 * rates[zone].cents;\n',
    },
    at: [['a.js', 'rates[zone].‸cents']],
    first: { 'a.js': /2 \* \(rates\[zone\] \?\? rates\.other\)\.cents/ },
  },
  {
    name: 'what the debugger saw of a table that comes from elsewhere',
    ...missing,
    files: { 'a.js': 'exports.price = (rates, zone) => rates[zone].cents;\n' },
    at: [['a.js', 'rates[zone].‸cents']],
    facts: { rates: { keys: ['north', 'default'] } },
    first: { 'a.js': /\(rates\[zone\] \?\? rates\.default\)\.cents/ },
  },
  {
    name: 'a module that gives something out by default is no table',
    ...missing,
    files: { 'a.mjs': "import * as rates from './rates.mjs';\nexport const price = (zone) => rates[zone].cents;\n" },
    at: [['a.mjs', 'rates[zone].‸cents']],
    facts: { rates: { className: 'Module', keys: ['north', 'default'] } },
    first: null,
  },
  {
    name: 'some code takes it already, where it is meant',
    ...missing,
    files: {
      'rates.json': rates,
      'a.js':
        "const rates = require('./rates.json');\nexports.price = (zone) => rates[zone].cents;\nexports.usual = () => rates.default.cents;\n",
    },
    at: [['a.js', 'rates[zone].‸cents']],
    first: null,
  },
  {
    name: 'a table that has no entry for others',
    ...missing,
    files: { 'a.js': 'const rates = { north: { cents: 5 } };\nexports.price = (zone) => rates[zone].cents;\n' },
    at: [['a.js', 'rates[zone].‸cents']],
    first: null,
  },
]);
