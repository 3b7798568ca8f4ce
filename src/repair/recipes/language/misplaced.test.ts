import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { syntax } from './syntax.ts';

const good = `const { readFile } = require('node:fs/promises');

const isDay = (text) => /^\\d{4}-\\d{2}$/.test(text);
const slots = (text) => text.replace(/\\{(\\w+)\\}/g, (_, key) => values[key]);
const values = { code: 'C-1', seat: 'A 4' };

async function load(name, { tag } = {}) {
  const raw = await readFile(name, 'utf8');
  const rows = raw
    .split('\\n')
    .map((line) => line.trim());
  if (rows.length === 0) return null;
  return rows.map((row) => \`\${slots(row)} \${tag}\`).join(', ');
}

module.exports = { isDay, load, slots, columns: ['code', 'seat', 'price'] };
`;

function slip(name: string, to: string, from: string, ask?: RegExp): Case {
  const first = ask === undefined ? good : /./;
  const text = good.replace(to, () => from);
  return {
    ...{ name, class: 'syntax', message: 'SyntaxError: Unexpected token' },
    files: { 'a.js': text },
    at: [['a.js', '‸const { readFile }']],
    first: { 'a.js': first },
    ...(ask === undefined ? {} : { ask }),
  };
}

check(syntax, [
  slip('a pattern without its slash, before a method', '-\\d{2}$/.test', '-\\d{2}$.test'),
  slip('a pattern without its slash, before a flag', '\\}/g, (', '\\}g, ('),
  slip('two signs that changed places', "'node:fs/promises');", "'node:fs/promises';)"),

  slip('a quote and a sign', ".join(', ');", ".join(', )';"),
  slip(
    'a line of a chain above the one it goes on from',
    "  const rows = raw\n    .split('\\n')",
    "    .split('\\n')\n  const rows = raw",
  ),
  slip(
    'a line that is there twice',
    '    .map((line) => line.trim());\n',
    '    .map((line) => line.trim());\n    .map((line) => line.trim());\n',
  ),
  slip('a command', '  if (rows', 'npm run dev\n  if (rows'),
  slip('a sign behind a value, whose line was cut off', 'return null;', 'return slots(raw) +', /./),
  slip('a command behind a statement', 'return null;', 'return null;git push'),
  slip('a backtick', 'return null;\n', 'return null;\n`\n'),
  slip('a sign of a list', '  if (rows', '+  if (rows'),
  slip('a frame of a stack', '  if (rows', '    at load (a.js:12:5)\n  if (rows'),
  slip('another quote at the end of a text', "['code', 'seat'", `['code", 'seat'`),
  slip('another quote before a text with values', '=> `${slots', "=> '${slots"),
  slip('a default without its sign', '{ tag } = {}', '{ tag } {}'),
  slip('a minus for the sign of a value', 'const raw = await', 'const raw - await'),
  slip('a backtick for a quote', "'node:fs/promises')", "`node:fs/promises')"),
  slip('a condition that ends in the middle', '  if (rows.length === 0) return null;', '  if (rows.len', /./),
  slip('a call that ends in a word that begins like another one', "readFile(name, 'utf8');", 'readFile(na', /./),
  slip(
    'a line that ends in the middle',
    "rows.map((row) => `${slots(row)} ${tag}`).join(', ');",
    "rows.map((row) => `${slots(row)} ${tag}`).join(', '",
    /./,
  ),
  slip(
    'an object that ends with its brace',
    "module.exports = { isDay, load, slots, columns: ['code', 'seat', 'price'] };\n",
    'module.exports = {\n',
    /./,
  ),
]);
