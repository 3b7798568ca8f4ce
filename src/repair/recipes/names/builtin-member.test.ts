import { builtinMember } from './builtin-member.ts';
import { check } from '../cases.test-helper.ts';

const notIterable = { class: 'type' as const, message: 'journal is not iterable' };
const journal = (symbol: string) =>
  `class Journal {\n  *[Symbol.${symbol}]() {\n    yield 1;\n  }\n}\nmodule.exports = [...new Journal()];\n`;

const noHash = { class: 'type' as const, message: 'crypto.createHash is not a function' };
const hashing = (name: string) =>
  `const id = (text) => ${name}.createHash('sha256').update(text).digest('hex');\nid('a');\n`;

check(builtinMember, [
  {
    name: 'a symbol that is none',
    ...notIterable,
    files: { 'a.js': journal('iterate') },
    at: [['a.js', '...‸new']],
    first: { 'a.js': journal('iterator') },
  },
  {
    name: 'what the code itself asks for, or has set',
    ...notIterable,
    files: {
      'a.js':
        'if (Promise.tri) go();\nconst all = Promise.allSetled?.([]);\nMath.maximum = 1;\nmodule.exports = [...Math.maximum, all];\n',
    },
    at: [['a.js', '...‸Math']],
    first: null,
  },
  {
    name: 'a name that is the file’s own',
    ...notIterable,
    files: { 'a.js': 'const Symbol = { iterate: 1 };\nmodule.exports = [...Symbol.iterate];\n' },
    at: [['a.js', '...‸Symbol']],
    first: null,
  },
  ...(
    [
      ['CommonJS', 'a.cjs', "const fs = require('fs');\n", "const crypto = require('crypto');\n"],
      ['ESM', 'a.mjs', "import fs from 'node:fs';\n", "import crypto from 'node:crypto';\n"],
      ['TypeScript', 'a.mts', "import fs from 'node:fs';\n", "import crypto from 'node:crypto';\n"],
    ] as const
  ).map(([kind, file, before, added]) => ({
    name: `the module of the name of a global, which is not imported: ${kind}`,
    ...noHash,
    files: { [file]: `${before}${hashing('crypto')}` },
    at: [[file, 'crypto.‸createHash']] as const,
    first: { [file]: new RegExp(added.replaceAll(/[()]/g, '\\$&')) },
  })),
  ...(
    [
      ['a name that is handed over', `exports.id = (crypto) => crypto.createHash('sha256');\n`],
      ['what is asked for first', `exports.id = () => (crypto.createHash ? 1 : 2);\ncrypto.createHash = () => 1;\n`],
      ['what the module has not, either', `exports.id = () => crypto.digestAll('a');\n`],
      ['what the project hangs on it', `crypto.createHash = () => 1;\n${hashing('crypto')}`],
    ] as const
  ).map(([name, text]) => ({
    name: `${name} is not taken from a module`,
    ...noHash,
    files: { 'a.cjs': text },
    at: [['a.cjs', 'crypto.‸']] as const,
    first: null,
  })),
]);
