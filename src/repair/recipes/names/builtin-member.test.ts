import { builtinMember } from './builtin-member.ts';
import { check } from '../cases.test-helper.ts';

const notIterable = { class: 'type' as const, message: 'journal is not iterable' };
const journal = (symbol: string) =>
  `class Journal {\n  *[Symbol.${symbol}]() {\n    yield 1;\n  }\n}\nmodule.exports = [...new Journal()];\n`;

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
]);
