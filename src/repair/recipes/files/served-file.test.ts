/** Files that the server hands out under their own names: the code does not follow where others ask for the old one. */
import { check } from '../cases.test-helper.ts';
import { missingFile } from './missing-file.ts';
import { saidPath } from './said-path.ts';

const gone = (file: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '/srv/project/${file}'`,
  named: { code: 'ENOENT', path: `/srv/project/${file}`, syscall: 'open' },
});
const reads = "exports.terms = () => readFile(join(root, 'public', 'terms.txt'), 'utf8');\n";
const terms = { ...gone('public/terms.txt'), at: [['info.js', '‸readFile']] as const };
const text = 'Any weather.\n';
const both = /would stand there under both names/;

check(missingFile, [
  {
    ...terms,
    name: 'another case in a folder of Express that is served: its address stays',
    files: {
      'info.js': reads,
      'app.js': "app.use('/static', express.static(join(root, 'public')));\n",
      'public/Terms.txt': text,
    },
    first: { 'public/terms.txt': text },
    ask: both,
  },
  {
    ...terms,
    name: 'the folder of Fastify, by a name',
    files: {
      'info.js': reads,
      'app.ts':
        "import files from '@fastify/static';\nconst root = new URL('./public/', import.meta.url).pathname;\napp.register(files, { root });\n",
      'public/TERMS.txt': text,
    },
    first: { 'public/terms.txt': text },
    ask: both,
  },
  {
    ...terms,
    name: 'the folder of Koa, and a link to the name that is gone',
    files: {
      'info.js': reads,
      'app.js': "const serve = require('koa-static');\napp.use(serve('./public'));\n",
      'public/term.txt': text,
      'views/home.html': '<a href="/terms.txt">Terms</a>\n',
    },
    first: { 'public/terms.txt': text },
    ask: both,
  },
  {
    ...terms,
    name: 'a name that nobody links to is a slip of the code',
    files: {
      'info.js': reads,
      'app.js': "app.use(express.static('public'));\n",
      'public/term.txt': text,
      'views/home.html': '<a href="/my-terms.txt">Terms</a>\n',
    },
    first: { 'info.js': reads.replace('terms.txt', 'term.txt') },
    ask: null,
  },
  {
    ...terms,
    name: 'another folder is served',
    files: {
      'info.js': reads,
      'app.js': "app.use(express.static('public/assets'));\n",
      'public/Terms.txt': text,
    },
    first: { 'info.js': reads.replace('terms.txt', 'Terms.txt') },
    ask: null,
  },
  {
    ...gone('public/rules.txt'),
    name: 'a list of names that the request is held against',
    at: [['assets.js', '‸readFile']],
    files: {
      'assets.js':
        "const known = ['map.svg', 'rules.txt'];\nexports.asset = (name) => known.includes(name) && readFile(join(folder, name));\n",
      'public/map.svg': '<svg/>',
      'public/rule.txt': text,
    },
    request: { url: '/assets/rules.txt' },
    first: { 'public/rules.txt': text },
    ask: both,
  },
]);

check(saidPath, [
  {
    ...terms,
    name: 'another case in a folder that is served',
    files: {
      'info.js': reads,
      'app.js': "app.use('/static', express.static(join(root, 'public')));\n",
      'public/Terms.txt': text,
    },
    first: null,
  },
  {
    ...terms,
    name: 'a folder that is not served',
    files: { 'info.js': reads, 'public/Terms.txt': text },
    first: { 'info.js': reads.replace('terms.txt', 'Terms.txt') },
  },
]);
