import { check } from '../cases.test-helper.ts';
import { gluedLines } from './glued-lines.ts';

const failure = { class: 'type' as const, message: 'undefined is not iterable' };

check(gluedLines, [
  {
    name: 'rows of a table, read elsewhere',
    ...failure,
    files: {
      'a.js':
        "class A {\n  static routes = [\n    ['get', '/', 'index'],\n    ['get', '/x', 'show']\n    ['put', '/x', 'edit'],\n  ];\n}\n",
      'b.js': 'for (const [method] of A.routes) go(method);\n',
    },
    at: [['b.js', 'of ‸A.routes']],
    first: { 'a.js': /'show'\],\n {4}\['put'/ },
  },
  {
    name: 'statements',
    ...failure,
    files: { 'a.js': 'const a = make()\n[1, 2].forEach((one) => a.push(one));\n' },
    at: [['a.js', '[1, 2].‸forEach']],
    first: { 'a.js': /^const a = make\(\);\n\[1, 2\]/ },
  },
  {
    name: 'nothing where the line goes on as people write it',
    ...failure,
    files: { 'a.js': 'const a = list\n  .filter(Boolean)[0];\nconst b = make(\n  [1],\n)[\n  0\n];\n' },
    at: [['a.js', 'list\n  .‸filter']],
    first: null,
  },
]);
