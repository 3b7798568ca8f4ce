import { check } from '../cases.test-helper.ts';
import { exportList } from './export-list.ts';

const gone = (name: string) => ({
  class: 'import_export' as const,
  message: `Export '${name}' is not defined in module`,
});
const main = "import { total } from './sums.mjs';\nexport const all = (list) => total(list);\n";

check(exportList, [
  {
    name: 'the function was renamed, and the list was not',
    ...gone('total'),
    files: {
      'sums.mjs': 'function totalValue(list) {\n  return list.length;\n}\n\nexport { total };\n',
      'main.mjs': main,
    },
    at: [['main.mjs', '‸import']],
    first: { 'sums.mjs': 'function total(list) {\n  return list.length;\n}\n\nexport { total };\n' },
  },
  {
    name: 'the list slipped',
    ...gone('totl'),
    files: {
      'sums.mjs':
        'function total(list) {\n  return list.length;\n}\nconst none = total([]);\n\nexport { totl, none };\n',
      'main.mjs': main,
    },
    at: [['main.mjs', '‸import']],
    first: {
      'sums.mjs':
        'function total(list) {\n  return list.length;\n}\nconst none = total([]);\n\nexport { total, none };\n',
    },
  },
  {
    name: 'nothing of the file is it',
    ...gone('total'),
    files: { 'sums.mjs': 'function first(list) {\n  return list[0];\n}\n\nexport { total };\n', 'main.mjs': main },
    at: [['main.mjs', '‸import']],
    first: null,
  },
]);
