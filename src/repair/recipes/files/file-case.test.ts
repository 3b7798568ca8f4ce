import { check } from '../cases.test-helper.ts';
import { fileCase } from './file-case.ts';

const loader = "exports.actions = ['AddTag', 'ListShards'].map((name) => require('./actions/' + lowerFirst(name)));\n";
const missing = {
  class: 'missing_module' as const,
  message: "Cannot find module './actions/listShards'",
  named: { module: './actions/listShards', importer: 'index.js' },
};

check(fileCase, [
  {
    name: 'a module that is required by a name put together',
    ...missing,
    files: {
      'index.js': loader,
      'actions/addTag.js': 'exports.a = 1;\n',
      'actions/ListShards.js': 'exports.b = 1;\n',
    },
    at: [['index.js', '‸require(']],
    first: { 'actions/listShards.js': 'exports.b = 1;\n' },
    ask: /under both names/,
  },
  {
    name: 'data that is read by a name put together',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/mocks/import/data.json'",
    named: { code: 'ENOENT', path: 'mocks/import/data.json' },
    files: { 'index.js': "read(join(root, file));\nreq.on('data', add);\n", 'mocks/import/Data.json': '{}\n' },
    at: [['index.js', '‸read(']],
    first: { 'mocks/import/data.json': '{}\n' },
    ask: null,
  },
  {
    name: 'a module that is required by its name',
    ...missing,
    files: {
      'index.js': "exports.b = require('./actions/listShards');\n",
      'actions/ListShards.js': 'exports.b = 1;\n',
    },
    at: [['index.js', '‸require(']],
    first: null,
  },
]);
