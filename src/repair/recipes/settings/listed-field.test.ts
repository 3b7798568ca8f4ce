import { check } from '../cases.test-helper.ts';
import { listedField } from './listed-field.ts';

const failing = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'toLowerCase')",
  named: { property: 'toLowerCase', nullish: 'undefined' as const },
  at: [['a.js', 'text.‸toLowerCase']] as const,
};
const items = '[{ "id": 1, "title": "A", "keywords": ["x"] }, { "id": 2, "title": "B", "keywords": [] }]\n';
const code =
  'exports.score = (item, fields) => fields.flatMap((field) => item[field]).map((text) => text.toLowerCase());\n';

check(listedField, [
  {
    name: 'a list of settings says a field that no record has',
    ...failing,
    files: {
      'config/app.yaml': 'search:\n  fields:\n    - title\n    - keyword\n',
      'data/items.json': items,
      'a.js': code,
    },
    first: { 'config/app.yaml': 'search:\n  fields:\n    - title\n    - keywords\n' },
  },
  {
    name: 'a list of the code',
    ...failing,
    files: {
      'data/items.json': items,
      'a.js': `const fields = ['title', 'keyword'];\n${code.replace('(item, fields)', '(item)')}`,
    },
    first: { 'a.js': /\['title', 'keywords'\]/ },
  },
  {
    name: 'the others of the list are fields of no such record',
    ...failing,
    files: {
      'config/app.yaml': 'search:\n  fields:\n    - label\n    - keyword\n',
      'data/items.json': items,
      'a.js': code,
    },
    first: null,
  },
  {
    name: 'some records have it',
    ...failing,
    files: {
      'config/app.yaml': 'search:\n  fields:\n    - title\n    - keyword\n',
      'data/items.json': items.replace('"keywords": []', '"keyword": "y"'),
      'a.js': code,
    },
    first: null,
  },
]);
