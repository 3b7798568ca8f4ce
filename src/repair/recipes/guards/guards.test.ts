import { argumentShape } from '../calls/argument-shape.ts';
import { check } from '../cases.test-helper.ts';
import { wrongGuard } from './guards.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const loop = (head: string, body = '    const one = all[i];\n    sum += one.cents;\n'): string =>
  `exports.sum = (all) => {\n  let sum = 0;\n  for (${head}) {\n${body}  }\n  return sum;\n};\n`;

check(wrongGuard, [
  {
    name: 'a loop that runs one past the end of its list',
    ...reading('cents'),
    files: { 'a.js': loop('let i = 0; i <= all.length; i++') },
    at: [['a.js', 'one.‸cents']],
    first: { 'a.js': loop('let i = 0; i < all.length; i++') },
  },
  {
    name: 'the element is read at once',
    ...reading('cents'),
    files: { 'a.js': loop('let i = 0; i <= all.length; i += 1', '    sum += all[i].cents;\n') },
    at: [['a.js', '].‸cents']],
    first: { 'a.js': /i < all\.length/ },
  },
  {
    name: 'a loop that ends with its list',
    ...reading('cents'),
    files: { 'a.js': loop('let i = 0; i < all.length; i++') },
    at: [['a.js', 'one.‸cents']],
    first: null,
  },
  {
    name: 'a loop over another list',
    ...reading('cents'),
    files: { 'a.js': loop('let i = 0; i <= days.length; i++') },
    at: [['a.js', 'one.‸cents']],
    first: null,
  },
]);

const service = (call: string): string =>
  `class Carts {\n  view(lines, code) {\n    return this.pricing.total(${call});\n  }\n}\nmodule.exports = Carts;\n`;
const pricing = (params: string): string =>
  `exports.createPricing = () => ({\n  total(${params}) {\n    return lines.reduce((sum, line) => sum + line.cents, code ? 1 : 0);\n  },\n});\n`;

check(argumentShape, [
  {
    name: 'one object where the callers give the parts in order',
    ...reading('reduce'),
    files: { 'p.js': pricing('{ lines, code }'), 'a.js': service('lines, code') },
    at: [['p.js', 'lines.‸reduce']],
    first: { 'p.js': pricing('lines, code') },
  },
  {
    name: 'parts in order where the callers give one object',
    class: 'type',
    message: 'lines.reduce is not a function',
    files: { 'p.js': pricing('lines, code'), 'a.js': service('{ lines, code }') },
    at: [['p.js', 'lines.‸reduce']],
    first: { 'p.js': pricing('{ lines, code }') },
  },
  {
    name: 'callers that give what is wanted',
    ...reading('reduce'),
    files: { 'p.js': pricing('{ lines, code }'), 'a.js': service('{ lines, code }') },
    at: [['p.js', 'lines.‸reduce']],
    first: null,
  },
  {
    name: 'callers that do not agree',
    ...reading('reduce'),
    files: { 'p.js': pricing('{ lines, code }'), 'a.js': service('lines, code'), 'b.js': service('{ lines, code }') },
    at: [['p.js', 'lines.‸reduce']],
    first: null,
  },
  {
    name: 'another call of that name that may be one of its callers',
    ...reading('reduce'),
    files: {
      'p.js': pricing('{ lines, code }'),
      'a.js': service('lines, code'),
      'b.js': 'exports.show = (pricing, lines) => pricing.total({ lines });\n',
    },
    at: [['p.js', 'lines.‸reduce']],
    first: null,
  },
  {
    name: 'no caller in sight',
    ...reading('reduce'),
    files: { 'p.js': pricing('{ lines, code }') },
    at: [['p.js', 'lines.‸reduce']],
    first: null,
  },
]);
