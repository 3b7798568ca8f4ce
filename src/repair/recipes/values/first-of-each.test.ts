/** What is reckoned for each key from what was there before: the first of each begins with nothing, unless it is looked up in what is kept. */
import { check } from '../cases.test-helper.ts';
import { absentValue } from './absent-value.ts';
import { nullGuard } from './null-guard.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const counting = (begin: string, next: string, rest = '', made = 'const counts = new Map();'): string =>
  `app.get('/sold', (req, res) => {
  ${made}
  for (const line of lines) {
    const entry = counts.get(line.sku)${begin};
    counts.set(line.sku, ${next});${rest}
  }
  res.json([...counts]);
});
`;
const both = '{ ...entry, sku: line.sku, quantity: entry.quantity + line.quantity, ids: [...entry.ids, line.id] }';
const one = '{ quantity: entry.quantity + line.quantity }';
const kept = (code: string): string =>
  `const counts = new Map();\n${code.replace('  const counts = new Map();\n', '')}`;
const at = [['a.js', 'entry.‸quantity +']] as const;

check(absentValue, [
  {
    name: 'the first of each: numbers begin with 0, lists are empty',
    ...reading('quantity'),
    files: { 'a.js': counting('', both) },
    at,
    first: { 'a.js': counting(' ?? { quantity: 0, ids: [] }', both) },
  },
  {
    name: 'the first of each in an object',
    ...reading('n'),
    files: {
      'a.ts':
        'export function sums(lines: Line[]) {\n  const all: Record<string, { n: number }> = {};\n  for (const line of lines) {\n    const last = all[line.kind];\n    all[line.kind] = { n: last.n + 1 };\n  }\n  return all;\n}\n',
    },
    at: [['a.ts', 'last.‸n +']],
    first: { 'a.ts': /const last = all\[line\.kind\] \?\? \{ n: 0 \};/ },
  },
  {
    name: 'a store that is kept: what is not in it is unknown',
    ...reading('quantity'),
    files: { 'a.js': kept(counting('', one)) },
    at,
    first: null,
  },
  {
    name: 'a list of what there is: what is not in it is unknown',
    ...reading('quantity'),
    files: { 'a.js': counting('', one, '', "const counts = new Map([['a', { quantity: 1 }]]);") },
    at,
    first: null,
  },
  {
    name: 'read in another way as well: the first is more than that',
    ...reading('quantity'),
    files: { 'a.js': counting('', one, ' report(entry);') },
    at,
    first: null,
  },
  {
    name: 'the largest of each begins with no number that anybody knows',
    ...reading('quantity'),
    files: { 'a.js': counting('', '{ quantity: entry.quantity + 1, most: Math.max(entry.most, 1) }') },
    at,
    first: null,
  },
]);

const role =
  "export const only = (role: string) => createMiddleware(async (c, next) => {\n  if (c.get('member').role !== role) throw new Problem(403);\n  await next();\n});\n";

check(nullGuard, [
  {
    name: 'the first of each that the handler counts is nothing that was not found',
    ...reading('quantity'),
    files: { 'a.js': counting('', one) },
    at,
    first: null,
  },
  {
    name: 'a Map of what there is: what was asked for is not found',
    ...reading('name'),
    files: {
      'a.js':
        "app.get('/users/:id', (req, res) => {\n  const byId = new Map(users.map((one) => [one.id, one]));\n  byId.set('me', req.me);\n  const user = byId.get(req.params.id);\n  res.json({ name: user.name });\n});\n",
    },
    at: [['a.js', 'user.‸name }']],
    first: { 'a.js': /if \(user == null\) return res\.status\(404\)/ },
  },
  {
    name: 'what a middleware is to leave in the context was not looked for',
    ...reading('role'),
    files: {
      'auth.ts': `import { createMiddleware } from 'hono/factory';\nimport { Problem } from './problem';\n\n${role}`,
      'package.json': '{"dependencies":{"hono":"4"}}',
    },
    at: [['auth.ts', "c.get('member').‸role"]],
    first: null,
  },
]);
