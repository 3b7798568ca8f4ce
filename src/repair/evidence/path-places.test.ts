import { missingFile } from '../recipes/files/missing-file.ts';
import { saidPath } from '../recipes/files/said-path.ts';
import { check } from '../recipes/cases.test-helper.ts';

const missing = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/app/data/guests.csv'",
  named: { code: 'ENOENT', path: 'data/guests.csv', syscall: 'open' },
};
const read = "exports.of = (root) => read(path.join(root, 'data', 'guests.csv'));\n";
const job = "const rows = readFileSync(new URL('../data/guests.csv', import.meta.url), 'utf8');\n";
const route = "router.get('/guests.csv', (req, res) => res.json(write(path.join(root, 'exports', 'guests.csv'))));\n";
const renamed = (text: string): string => text.replace('guests.csv', 'guest.csv');

for (const recipe of [missingFile, saidPath])
  check(recipe, [
    {
      name: 'a file that several places read is called otherwise in all of them; a route and another file of its name stay',
      ...missing,
      files: { 'data/guest.csv': 'id\n', 'a.js': read, 'jobs/b.mjs': job, 'c.js': `${read}${route}` },
      at: [['a.js', '‸read(']],
      first: { 'a.js': renamed(read), 'jobs/b.mjs': renamed(job), 'c.js': `${renamed(read)}${route}` },
      ask: null,
    },
  ]);
check(saidPath, [
  {
    name: 'one that moved is asked about where another place cannot be told the way',
    ...missing,
    files: {
      'storage/guests.csv': 'id\n',
      'a.js': "exports.of = (root) => read(path.join(root, 'data/guests.csv'));\n",
      'c.js': "exports.all = (root) => read(path.join(root, 'data/guests.csv'));\n",
    },
    at: [['a.js', '‸read(']],
    first: { 'a.js': /'storage\/guests\.csv'/ },
    ask: /other places lead to data\/guests\.csv/,
  },
]);
