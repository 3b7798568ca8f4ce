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

const store = `const timetable = JSON.parse(readFileSync('data/slots.json', 'utf8'));
exports.open = ({ season }) => {
  if (timetable.season !== season) throw new Error(\`Timetable is for ${'$'}{timetable.season}, not ${'$'}{season}\`);
  return timetable;
};
`;
const season = {
  class: 'unknown' as const,
  message: 'Error: Timetable is for 2026, not 2026',
  at: [['store.js', 'throw ‸new Error']] as const,
  files: { 'data/slots.json': '{ "season": "2026", "slots": [] }\n', 'store.js': store },
  facts: {
    'timetable.season': { type: 'string' as const, preview: '"2026"' },
    season: { type: 'number' as const, preview: '2026' },
  },
};

check(configShape, [
  {
    ...season,
    name: 'one that a check of the project compares with a number',
    first: { 'data/slots.json': '{ "season": 2026, "slots": [] }\n' },
  },
  {
    ...season,
    name: 'a check that refuses another number',
    message: 'Error: Timetable is for 2026, not 2027',
    facts: { ...season.facts, season: { type: 'number', preview: '2027' } },
    first: null,
  },
  {
    ...season,
    name: 'two places have that text: one of them may be compared with a text',
    files: { ...season.files, 'data/prices.json': '{ "season": "2026" }\n' },
    first: null,
  },
  {
    ...season,
    name: 'somewhere else it is used as a text',
    files: { ...season.files, 'page.js': 'exports.short = (timetable) => timetable.season.slice(2);\n' },
    first: null,
  },
]);
