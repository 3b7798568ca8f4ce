import { check } from '../cases.test-helper.ts';
import { writtenPath } from './written-path.ts';

const missing = (path: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '${path}'`,
  named: { code: 'ENOENT', path, syscall: 'open' },
  at: [['lib/store.js', '‸fs.readFileSync']] as const,
});
const data = { 'data/works.json': '[]', 'data/terms.txt': 'x' };
const read = (path: string) =>
  `const path = require('path');\nconst root = path.join(__dirname, '..', 'data');\nexports.load = (name) => fs.readFileSync(${path}, 'utf8');\n`;

check(writtenPath, [
  {
    name: 'no slash between two values of a template',
    ...missing('/srv/project/dataworks.json'),
    files: { ...data, 'lib/store.js': read('`${root}${name}.json`') },
    first: { 'lib/store.js': read('`${root}/${name}.json`') },
  },
  {
    name: 'no slash before the text that follows a value',
    ...missing('/srv/project/dataworks.json'),
    files: { ...data, 'lib/store.js': read("root + 'works.json'") },
    first: { 'lib/store.js': read("root + '/works.json'") },
  },
  {
    name: 'no slash before a template that begins with a value',
    ...missing('/srv/project/dataworks.json'),
    files: { ...data, 'lib/store.js': read('root + `${name}.json`') },
    first: { 'lib/store.js': read('root + `/${name}.json`') },
  },
  {
    name: 'a way up behind the folder of the file',
    ...missing('/srv/project/lib../data/terms.txt'),
    files: { ...data, 'lib/store.js': read("__dirname + '../data/terms.txt'") },
    first: { 'lib/store.js': read("__dirname + '/../data/terms.txt'") },
  },
  {
    name: 'the project itself, with no slash behind it',
    ...missing('/srv/projectdata/terms.txt'),
    files: { ...data, 'lib/store.js': read("process.cwd() + 'data/terms.txt'") },
    first: { 'lib/store.js': read("process.cwd() + '/data/terms.txt'") },
  },
  {
    name: 'a file of that very name would be another one',
    ...missing('/srv/project/databank.json'),
    files: { ...data, 'lib/store.js': read("root + 'bank.json'") },
    first: null,
  },
  {
    name: 'backslashes',
    ...missing('/srv/project/lib/..\\data/works.json'),
    files: {
      ...data,
      'lib/store.js': "exports.load = () => fs.readFileSync(path.join(__dirname, '..\\\\data', 'works.json'));\n",
    },
    first: { 'lib/store.js': "exports.load = () => fs.readFileSync(path.join(__dirname, '../data', 'works.json'));\n" },
  },
  {
    name: 'a name with a backslash that leads nowhere with slashes either',
    ...missing('/srv/project/lib/..\\date/works.json'),
    files: {
      ...data,
      'lib/store.js': "exports.load = () => fs.readFileSync(path.join(__dirname, '..\\\\date', 'works.json'));\n",
    },
    first: null,
  },
  {
    name: 'a slash that drops the base before it',
    ...missing('/data/terms.txt'),
    files: { ...data, 'lib/store.js': read("path.resolve(__dirname, '/data/terms.txt')") },
    first: { 'lib/store.js': read("path.resolve(__dirname, '../data/terms.txt')") },
  },
  {
    name: 'a slash before what is to count from the file itself',
    ...missing('/data/terms.txt'),
    files: { ...data, 'lib/store.js': read("new URL('/data/terms.txt', import.meta.url)") },
    first: { 'lib/store.js': read("new URL('../data/terms.txt', import.meta.url)") },
  },
  {
    name: 'the folder of somebody else',
    ...missing('/home/ana/code/shop/data/terms.txt'),
    files: { ...data, 'lib/store.js': read("'/home/ana/code/shop/data/terms.txt'") },
    first: { 'lib/store.js': read("path.join(__dirname, '../data/terms.txt')") },
  },
  {
    name: 'what a machine mounts there may be what is missing: a person is asked',
    ...missing('/data/terms.txt'),
    files: { ...data, 'lib/store.js': read("'/data/terms.txt'") },
    first: { 'lib/store.js': read("path.join(__dirname, '../data/terms.txt')") },
    ask: /may be what this machine lacks/,
  },
  {
    name: 'a path of the machine, of which the project has nothing',
    ...missing('/etc/shop/terms.txt'),
    files: { ...data, 'lib/store.js': read("'/etc/shop/terms.txt'") },
    first: null,
  },
  {
    name: 'the path of a route is none of a file',
    ...missing('/data/terms.txt'),
    files: { ...data, 'lib/store.js': "app.get('/data/terms.txt', (req, res) => fs.readFileSync(req.path));\n" },
    first: null,
  },
]);

const ran = (path: string, text: string) => ({
  ...missing(path),
  files: { ...data, 'lib/store.js': text, 'bin/www.js': "require('../lib/store');\n" },
});

check(writtenPath, [
  {
    ...ran(
      '/srv/project/bin/data/works.json',
      "const works = fs.readFileSync('data/works.json');\nconst terms = fs.readFileSync('./data/terms.txt');\n",
    ),
    name: 'all that counts from the folder that the server happens to be started in',
    first: {
      'lib/store.js':
        /join\(__dirname, '\.\.\/data\/works\.json'\)\);[^]*join\(__dirname, '\.\.\/data\/terms\.txt'\)\);/,
    },
  },
  {
    ...ran(
      '/srv/project/bin/data/works.json',
      "const works = fs.readFileSync(path.join(process.cwd(), 'data', name));\n",
    ),
    name: 'the working folder that paths are joined to',
    first: { 'lib/store.js': /readFileSync\(path\.join\([\w.('):]*join\(__dirname, '\.\.'\), 'data', name\)\)/ },
  },
  {
    ...ran(
      '/srv/project/bin/data/works.json',
      'const root = path.resolve(config.folder);\nconst works = fs.readFileSync(path.join(root, name));\n',
    ),
    name: 'a setting that is resolved from there',
    first: { 'lib/store.js': /path\.resolve\(__dirname, '\.\.', config\.folder\)/ },
  },
  {
    ...ran('/srv/project/bin/data/news.json', "const works = fs.readFileSync('data/news.json');\n"),
    name: 'what is in no other folder either stays lost',
    first: null,
  },
  {
    ...ran('/srv/project/bin/data/works.json', 'const works = fs.readFileSync(given);\n'),
    name: 'a path that nothing written gives',
    first: null,
  },
]);
