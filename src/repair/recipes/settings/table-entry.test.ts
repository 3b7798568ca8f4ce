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
]);
