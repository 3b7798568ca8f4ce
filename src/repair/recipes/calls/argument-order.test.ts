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
