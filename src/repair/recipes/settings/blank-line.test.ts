import { blankLine } from './blank-line.ts';
import { check } from '../cases.test-helper.ts';

const noEnd = { class: 'config' as const, message: 'Unexpected end of JSON input' };

check(blankLine, [
  {
    name: 'a file of JSON lines that ends in one',
    ...noEnd,
    files: {
      'read.js': "exports.read = (text) =>\n  text\n    .split('\\n')\n    .map((line) => JSON.parse(line));\n",
    },
    at: [['read.js', '‸JSON.parse']],
    first: {
      'read.js':
        "exports.read = (text) =>\n  text\n    .split('\\n')\n    .filter((line) => line.trim() !== '')\n    .map((line) => JSON.parse(line));\n",
    },
  },
  {
    name: 'a table of which the last line is blank, below its head',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'read.js':
        "const lines = text.split(/\\r?\\n/);\nfor (const line of lines.slice(1)) {\n  const [id, name] = line.split(';');\n  rows.push({ id, name: name.trim() });\n}\n",
    },
    at: [['read.js', 'name.‸trim']],
    facts: { line: { type: 'string', preview: '""' } },
    first: { 'read.js': /text\.split\(\/\\r\?\\n\/\)\.filter\(\(line\) => line\.trim\(\) !== ''\);\n/ },
  },
  ...(
    [
      [
        'of a file',
        'createInterface({ input })',
        '',
        /\) \{\n    if \(line\.trim\(\) === ''\) continue;\n    rows\.push/,
      ],
      ['of no file', 'messages', '', null],
      ['that ends a block', 'createInterface({ input })', "    if (line === '') end();\n", null],
    ] as const
  ).map(([which, lines, asked, first]) => ({
    name: `a blank line ${which}, read while the loop goes on`,
    ...noEnd,
    files: {
      'read.js': `exports.read = async (input) => {\n  for await (const line of ${lines}) {\n${asked}    rows.push(JSON.parse(line));\n  }\n};\n`,
    },
    at: [['read.js', '‸JSON.parse'] as const],
    facts: { line: { type: 'string' as const, preview: '""' } },
    first: first === null ? null : { 'read.js': first },
  })),
  {
    name: 'a line that is not blank',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: { 'read.js': "exports.read = (text) => text.split('\\n').map((line) => line.split(';')[1].trim());\n" },
    at: [['read.js', '[1].‸trim']],
    facts: { line: { type: 'string', preview: '"a,b"' } },
    first: null,
  },
  {
    name: 'a file that is read as a whole and is empty',
    ...noEnd,
    files: { 'read.js': "exports.read = (text) => JSON.parse(text);\nexports.lines = (text) => text.split('\\n');\n" },
    at: [['read.js', '‸JSON.parse']],
    first: null,
  },
  {
    name: 'a blank line that ends a block',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'read.js':
        "for (const line of text.split('\\n')) {\n  const [key, value] = line.split(':');\n  block[key] = value.trim();\n  if (line === '') blocks.push(block);\n}\n",
    },
    at: [['read.js', 'value.‸trim']],
    facts: { line: { type: 'string', preview: '""' } },
    first: null,
  },
  {
    name: 'lines that are numbered',
    ...noEnd,
    files: {
      'read.js': "exports.read = (text) => text.split('\\n').map((line, at) => ({ at, ...JSON.parse(line) }));\n",
    },
    at: [['read.js', '‸JSON.parse']],
    first: { 'read.js': /split\('\\n'\)\.filter\(/ },
    ask: /get other numbers/,
  },
]);
