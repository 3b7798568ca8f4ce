/** A number of the settings that is written as a text. */
import { check } from '../cases.test-helper.ts';
import { configShape } from './config-shape.ts';

const fees = (adult: string): string => `{ "fees": { "adult": ${adult}, "student": 90 }, "title": "Choir" }\n`;
const code = `const config = require('./choir.json');
exports.title = config.title;
exports.fee = (member) => {
  const fee = member.student ? config.fees.student : config.fees.adult;
  return fee.toFixed(2);
};
`;
const failing = {
  class: 'type' as const,
  message: 'fee.toFixed is not a function',
  named: { receiver: 'fee', property: 'toFixed' },
  at: [['app.js', 'fee.‸toFixed']] as const,
  facts: { fee: { type: 'string' as const, preview: '"180"' } },
};

check(configShape, [
  {
    ...failing,
    name: 'one of two that a number is taken from',
    files: { 'choir.json': fees('"180"'), 'app.js': code },
    first: { 'choir.json': fees('180') },
  },
  {
    ...failing,
    name: 'in YAML',
    files: { 'choir.yaml': 'fees:\n  adult: "180"\n  student: 90\n', 'app.js': code },
    first: { 'choir.yaml': 'fees:\n  adult: 180\n  student: 90\n' },
  },
  {
    ...failing,
    name: 'one that somebody uses as a text stays',
    files: { 'choir.json': fees('"180"'), 'app.js': `${code}exports.code = config.fees.adult.padStart(4);\n` },
    first: null,
  },
  {
    ...failing,
    name: 'another text than the one that was seen',
    files: { 'choir.json': fees('"181"'), 'app.js': code },
    first: null,
  },
  {
    ...failing,
    name: 'digits that are no number',
    files: { 'choir.json': fees('"0180"'), 'app.js': code },
    facts: { fee: { type: 'string', preview: '"0180"' } },
    first: null,
  },
  {
    ...failing,
    name: 'two texts that may be it',
    files: { 'choir.json': fees('"180"'), 'other.json': fees('"180"'), 'app.js': code },
    first: null,
  },
  {
    ...failing,
    name: 'what texts have as well',
    message: 'fee.at is not a function',
    files: { 'choir.json': fees('"180"'), 'app.js': code.replace('toFixed(2)', 'at(2)') },
    at: [['app.js', 'fee.‸at']],
    first: null,
  },
]);
