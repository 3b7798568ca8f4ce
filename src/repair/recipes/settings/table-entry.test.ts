import { check } from '../cases.test-helper.ts';
import { tableEntry } from './table-entry.ts';

const failing = {
  class: 'range' as const,
  message: 'Invalid time value',
  at: [['a.js', 'toISOString']] as const,
};
const code =
  'exports.due = (ticket) => new Date(ticket.at + env.hours[ticket.priority] * 3600).toISOString();\nexports.shape = z.object({ priority: z.enum(["low", "normal", "high"]) });\n';
const tickets = '[{ "priority": "high" }, { "priority": "normal" }, { "priority": "low" }]\n';
const env = (entries: string) => `exports.env = { hours: { ${entries} } };\n`;

check(tableEntry, [
  {
    name: 'all keys but one are values of the field, and all values but one are keys',
    ...failing,
    files: { 'env.js': env('high: 4, medium: 24, low: 72'), 'a.js': code, 'data/tickets.json': tickets },
    first: { 'env.js': env('high: 4, normal: 24, low: 72') },
  },
  {
    name: 'a table of a data file',
    ...failing,
    files: {
      'config/app.json': '{ "hours": { "high": 4, "medium": 24, "low": 72 } }',
      'a.js': code,
      'data/tickets.json': tickets,
    },
    first: { 'config/app.json': '{ "hours": { "high": 4, "normal": 24, "low": 72 } }' },
  },
  {
    name: 'a table of two entries, asked in a function of another file, which gave nothing',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'cents')",
    named: { property: 'cents', nullish: 'undefined' },
    files: {
      'data/rates.yaml': 'rates:\n  default:\n    cents: 45\n  fast:\n    cents: 65\n',
      'data/points.yaml':
        'points:\n  - id: 1\n    rate: fast\n  - id: 2\n    rate: standard\n  - id: 3\n    rate: standard\n',
      'store.mjs': 'const { rates } = load("rates");\nexport const rateFor = (point) => rates[point.rate];\n',
      'a.mjs':
        "import { rateFor } from './store.mjs';\nexport const show = (point) => {\n  const rate = rateFor(point);\n  return rate.cents;\n};\n",
    },
    at: [['a.mjs', 'rate.‸cents']],
    first: { 'data/rates.yaml': /rates:\n {2}standard:\n/ },
    ask: /may be another entry/,
  },
  {
    name: 'a single record that says so may be the one that is wrong',
    ...failing,
    files: {
      'env.js': env('high: 4, medium: 24, low: 72'),
      'a.js': code.replace(/exports\.shape.*\n/, ''),
      'data/tickets.json': tickets,
    },
    first: null,
  },
  {
    name: 'somebody asks for the odd entry by its name',
    ...failing,
    files: {
      'env.js': env('high: 4, medium: 24, low: 72'),
      'a.js': `${code}exports.usual = env.hours.medium;\n`,
      'data/tickets.json': tickets,
    },
    first: null,
  },
  {
    name: 'two entries are left over',
    ...failing,
    files: { 'env.js': env('top: 4, medium: 24, low: 72'), 'a.js': code, 'data/tickets.json': tickets },
    first: null,
  },
  ...(
    [
      [
        'all but one are its keys',
        "'empty' : left < 9 ? 'low'",
        { 'a.js': /\{ empty: 'sold out', low: 'last', fine/ },
        null,
      ],
      ['two of three are none', "'gone' : left < 9 ? 'low'", null, null],
      ['it has one more that nobody asks for', "'empty' : left < 9 ? 'fine'", null, null],
    ] as const
  ).map(([what, asked, first, ask]) => ({
    name: `a table that is asked by texts of the code: ${what}`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' as const },
    files: {
      'a.js': `const states = { empty: 'sold out', nearly: 'last', fine: '' };\nconst stateOf = (left) => states[left <= 0 ? ${asked} : 'fine'];\nexports.show = ({ left }) => stateOf(left).trim();\n`,
    },
    at: [['a.js', 'stateOf(left).‸trim']] as const,
    first,
    ask,
  })),
]);
