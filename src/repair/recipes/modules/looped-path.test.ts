import { check } from '../cases.test-helper.ts';
import { importPath } from './import-path.ts';

const lost = {
  class: 'missing_module' as const,
  message: "Cannot find module './pieces'",
  named: { module: './pieces', importer: '/srv/project/routes/index.js', code: 'MODULE_NOT_FOUND' },
  at: [['routes/index.js', '‸require(']] as const,
};
const looped = (names: string, body: string): string => `for (const name of [${names}]) {\n  ${body};\n}\n`;
const both = 'api.use(`/${name}`, require(`./${name}`))';
const pieces = "const { pieces } = require('../repositories');\nmodule.exports = router(pieces);\n";
const files = {
  'repositories/index.js': "exports.pieces = require('./pieces');\nexports.singers = [];\n",
  'repositories/pieces.js': 'module.exports = [];\n',
  'routes/singers.js': "const { singers } = require('../repositories');\nmodule.exports = router(singers);\n",
};

check(importPath, [
  {
    ...lost,
    name: 'a file of a list that was renamed, where paths of the API are made of the name as well',
    files: { ...files, 'routes/index.js': looped("'singers', 'pieces'", both), 'routes/repertoire.js': pieces },
    first: { 'routes/pieces.js': "module.exports = require('./repertoire.js');\n" },
    ask: null,
  },
  {
    ...lost,
    name: 'a file of a list that was renamed, where the name is for its path alone',
    files: {
      ...files,
      'routes/index.js': looped("'singers', 'pieces'", 'api.use(require(`./${name}`))'),
      'routes/repertoire.js': pieces,
    },
    first: { 'routes/index.js': looped("'singers', 'repertoire'", 'api.use(require(`./${name}`))') },
    ask: null,
  },
  {
    ...lost,
    name: 'a file that nobody lists, which speaks of other things',
    files: {
      ...files,
      'routes/index.js': looped("'singers', 'pieces'", both),
      'routes/health.js': 'module.exports = router([]);\n',
    },
    first: null,
  },
  {
    ...lost,
    name: 'two files that nobody lists',
    files: {
      ...files,
      'routes/index.js': looped("'singers', 'pieces'", both),
      'routes/repertoire.js': pieces,
      'routes/scores.js': pieces,
    },
    first: null,
  },
  {
    ...lost,
    name: 'a file of a near name, where both are spoken of and paths of the API are made of the name',
    files: {
      ...files,
      'routes/index.js': looped("'singers', 'pieces'", both),
      'routes/piece.js': pieces,
      'lib/one.js': 'exports.piece = (id) => id;\n',
    },
    first: { 'routes/index.js': looped("'singers', 'piece'", both) },
    ask: /more than its path is made of `pieces`/,
  },
  {
    ...lost,
    name: 'a name that slipped, of which paths of the API are made as well',
    message: "Cannot find module './peices'",
    named: { ...lost.named, module: './peices' },
    files: { ...files, 'routes/index.js': looped("'singers', 'peices'", both), 'routes/pieces.js': pieces },
    first: { 'routes/index.js': looped("'singers', 'pieces'", both) },
    ask: null,
  },
]);
