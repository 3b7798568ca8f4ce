/** Functions whose parameters the last change made one object, or the reverse. */
import { check } from '../cases.test-helper.ts';
import { argumentShape } from './argument-shape.ts';

const body =
  '  const date = new Date(day);\n  date.setMonth(date.getMonth() + months);\n  return date.toISOString();\n}\n';
const ordered = `exports.addMonths = function addMonths(day, months = 1) {\n${body}`;
const named = `exports.addMonths = function addMonths({ day, months = 1 }) {\n${body}`;
const other = (call: string): string =>
  `const { addMonths } = require('./dates');\nexports.season = (day) => addMonths(${call});\n`;
const use = (call: string): string =>
  `const { addMonths } = require('./dates');\nexports.end = (hire) => addMonths(${call});\n`;
const failing = (now: string, was: string, [b, c]: readonly [string, string]) => ({
  class: 'range' as const,
  message: 'RangeError: Invalid time value',
  files: { 'dates.js': now, 'b.js': other(b), 'c.js': use(c) },
  lastGood: { 'dates.js': was },
  at: [['dates.js', 'date.‸toISOString', 'addMonths']] as const,
});

check(argumentShape, [
  {
    name: 'parameters that the last change put into one object: who was forgotten gives them by name',
    ...failing(named, ordered, ['{ day, months: 10 }', 'hire.startsOn, hire.months']),
    first: { 'c.js': use('{ day: hire.startsOn, months: hire.months }') },
    // Nothing is asked.
  },
  {
    name: 'parameters that the last change took out of an object: who was forgotten gives them in order',
    ...failing(ordered, named, ['day, 10', '{ months: hire.months, day: hire.startsOn }']),
    first: { 'c.js': use('hire.startsOn, hire.months') },
  },
  {
    name: 'an object that lacks what stands first is not put in order',
    ...failing(ordered, named, ['day, 10', '{ months: hire.months }']),
    first: null,
  },
  {
    name: 'a function that nobody calls as it is now follows its callers',
    ...failing(named.replace(' = 1', ''), ordered, ['day, 10', 'hire.startsOn, hire.months']),
    first: { 'dates.js': /function addMonths\(day, months\)/ },
  },
  {
    name: 'names that the function did not have before say nothing of their order',
    ...failing(named, ordered.replaceAll('day', 'start'), ['{ day, months: 10 }', 'hire.startsOn, hire.months']),
    first: null,
  },
]);
