import { check } from '../cases.test-helper.ts';
import { seenKey } from './seen-key.ts';

/** A handler that takes `wanted` out of what was sent with a `note` and these keys. */
const sent = (wanted: string, keys: readonly string[], more = '') => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'trim')",
  named: { property: 'trim', nullish: 'undefined' as const },
  files: {
    'a.js': `app.post('/guests', (req, res) => {\n  const { ${wanted}, note } = req.body;\n  res.json(add({ with: ${wanted}.trim(), note }));\n});\n`,
    'b.js': more,
  },
  at: [['a.js', `${wanted}.‸trim`]] as const,
  request: {
    method: 'POST',
    url: '/guests',
    body: JSON.stringify(Object.fromEntries(['note', ...keys].map((key) => [key, 'x']))),
  },
});

check(seenKey, [
  {
    name: 'a key of like words that nothing reads is asked about',
    ...sent('email', ['emailAddress', 'phone']),
    first: { 'a.js': /const \{ emailAddress: email, note \} = req\.body/ },
    ask: /`email` or `emailAddress`/,
  },
  {
    name: 'one that is read elsewhere is another thing',
    ...sent('email', ['emailAddress'], 'x.emailAddress;'),
    first: null,
  },
  { name: 'two that may be meant', ...sent('email', ['emailAddress', 'workEmail']), first: null },
  { name: 'other words', ...sent('email', ['phone']), first: null },
  { name: 'another unit', ...sent('weightKg', ['weightGrams']), first: null },
  { name: 'what was sent, and is no text', ...sent('email', ['email', 'emailAddress']), first: null },
]);

/** A member of a row, which the debugger saw. */
const ofRow = (read: string, more = '') => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'toFixed')",
  named: { property: 'toFixed', nullish: 'undefined' as const },
  files: {
    'a.js': `const { rows } = require('./store');\nexports.say = () => rows().map((row) => row.${read}.toFixed(2));\n`,
    'b.js': more,
  },
  at: [['a.js', `${read}.‸toFixed`]] as const,
  facts: { row: { className: 'Object', keys: ['id', 'total_cents', 'created_at'] } },
});

check(seenKey, [
  {
    name: 'a column with a word more',
    ...ofRow('total'),
    first: { 'a.js': /row\.total_cents\.toFixed/ },
    ask: /`total` or `total_cents`/,
  },
  { name: 'one that is read elsewhere', ...ofRow('total', 'row.total_cents;'), first: null },
  { name: 'no like word', ...ofRow('sum'), first: null },
]);
