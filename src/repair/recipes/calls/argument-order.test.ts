import { argumentOrder } from './argument-order.ts';
import { check } from '../cases.test-helper.ts';

const takings = (given: string): string =>
  `exports.takings = (rows) => ({ total: rows.reduce(${given}), shows: rows });\n`;
const sum = '(sum, row) => sum + row.cents';
const failing = { class: 'type' as const, at: [['reports.js', 'rows.‸reduce']] as const };

check(argumentOrder, [
  {
    name: 'what a sum begins with stands before the function',
    ...failing,
    message: '0 is not a function',
    files: { 'reports.js': takings(`0, ${sum}`) },
    first: { 'reports.js': takings(`${sum}, 0`) },
  },
  {
    name: 'a sum in the order of the language',
    ...failing,
    message: 'row.add is not a function',
    files: { 'reports.js': takings(`${sum}, 0`) },
    first: null,
  },
]);

const pages = (part: string): string =>
  `exports.page = (text, values) => text.replace(/{{(\\w+)}}/g, (_, key) => ${part});\n`;

check(argumentOrder, [
  {
    name: 'a call in whose function it failed took that function for what it is',
    class: 'unknown',
    message: 'Template value name is not defined',
    files: { 'page.js': `${pages('lookUp(values, key)')}function lookUp(values, key) {\n  throw new Error(key);\n}\n` },
    at: [
      ['page.js', '‸throw new Error'],
      ['page.js', '‸lookUp(values'],
      ['page.js', '‸text.replace'],
    ],
    first: null,
  },
  {
    name: 'an event that is sent without all that its listener takes, which is at hand',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'id')",
    named: { property: 'id', nullish: 'undefined' },
    files: {
      'queue.js':
        "exports.run = (events, job) => {\n  const outcome = job.work();\n  events.emit('done');\n  return outcome;\n};\n",
      'log.js': "events.on('done', (job, outcome) => {\n  log(job.id, outcome);\n});\n",
    },
    at: [['log.js', 'job.‸id']],
    first: { 'queue.js': /events\.emit\('done', job, outcome\);/ },
  },
]);
