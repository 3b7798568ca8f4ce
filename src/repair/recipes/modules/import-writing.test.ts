import { check } from '../cases.test-helper.ts';
import { importPath } from './import-path.ts';

const files = {
  'package.json': '{"type":"module","imports":{"#db":"./src/db.js"}}',
  'src/db.js': 'export const db = 1;\n',
};
const wrong = (module: string, written = module) => ({
  class: 'missing_module' as const,
  message: `Cannot find module '${module}' imported from /srv/project/src/routes/a.js`,
  named: { module, importer: '/srv/project/src/routes/a.js' },
  files: { ...files, 'src/routes/a.js': `import { db } from '${written}';\ndb();\n` },
});
const first = { 'src/routes/a.js': "import { db } from '../db.js';\ndb();\n" };

check(importPath, [
  { ...wrong('src/db.js'), name: 'a path that counts from the project, as other tools take it', first },
  { ...wrong('/src/db.js'), name: 'a slash before a path of the project', first },
  { ...wrong('..\\db.js', '..\\\\db.js'), name: 'backslashes', first },
  { ...wrong('/etc/db.js'), name: 'a path of the machine', first: null },
  {
    ...wrong('src/db.js'),
    name: 'a package of that name is declared: what it lacks is not the file of the project',
    files: {
      ...wrong('src/db.js').files,
      'package.json': '{"type":"module","dependencies":{"src":"^1.0.0"}}',
    },
    first: null,
  },
]);
