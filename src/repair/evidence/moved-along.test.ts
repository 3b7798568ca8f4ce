import { check } from '../recipes/cases.test-helper.ts';
import { movedData } from '../recipes/files/moved-data.ts';
import { saidPath } from '../recipes/files/said-path.ts';
import { importPath } from '../recipes/modules/import-path.ts';
import { configPlaces } from '../recipes/settings/config-places.ts';

const missing = (path: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '/app/${path}'`,
  named: { code: 'ENOENT', path, syscall: 'open' },
});
const send = "exports.send = (entry) => fs.createReadStream(path.join(__dirname, 'downloads', entry.file));\n";
const list = (folder: string, other = folder): string =>
  `[\n  { "slug": "sowing", "file": "${folder}/sowing.txt" },\n  { "slug": "saving", "file": "${other}/saving.txt" }\n]\n`;
const render =
  "exports.render = (name) => fs.readFileSync(path.join(__dirname, 'views', `${name}.html`), 'utf8');\nexports.show = () => exports.render('varieties/show');\n";
const label = "const { render } = require('./view');\nmodule.exports = () => render('varieties/label');\n";

check(configPlaces, [
  {
    name: 'all that a list names in a folder that was renamed',
    ...missing('downloads/guides/sowing.txt'),
    files: {
      'send.js': send,
      'downloads/index.json': list('guides'),
      'downloads/manuals/sowing.txt': 'a\n',
      'downloads/manuals/saving.txt': 'b\n',
    },
    first: { 'downloads/index.json': list('manuals') },
  },
  {
    name: 'what lies where the list says stays',
    ...missing('downloads/guides/sowing.txt'),
    files: {
      'send.js': send,
      'downloads/index.json': list('guides'),
      'downloads/manuals/sowing.txt': 'a\n',
      'downloads/guides/saving.txt': 'b\n',
    },
    first: { 'downloads/index.json': list('manuals', 'guides') },
  },
]);

check(saidPath, [
  {
    name: 'the longer text says the path, and what moved with it is said so by others, too',
    ...missing('views/varieties/show.html'),
    files: {
      'view.js': render,
      'label.js': label,
      'areas.js': "module.exports = ['health', 'varieties', 'pages'];\nexports.all = () => load('varieties');\n",
      'views/variety/show.html': '<p>\n',
      'views/variety/label.html': '<b>\n',
    },
    first: {
      'view.js': render.replace('varieties', 'variety'),
      'label.js': label.replace('varieties', 'variety'),
    },
  },
]);

check(movedData, [
  {
    name: 'a folder that a list of the code names as well, and a route that is called so stays',
    ...missing('downloads/index.json'),
    files: {
      'paths.js': "module.exports = { DOWNLOADS: path.join(__dirname, 'downloads') };\n",
      'health.js':
        "const needed = ['downloads/index.json'];\napp.get('/downloads/index.json', (req, res) => res.json(needed));\n",
      'read.js':
        "const { DOWNLOADS } = require('./paths');\nexports.index = () => fs.readFileSync(path.join(DOWNLOADS, 'index.json'));\n",
      'files/index.json': '[]\n',
    },
    first: { 'paths.js': /'files'/, 'health.js': /\['files\/index\.json'\];\napp\.get\('\/downloads/ },
  },
  {
    name: 'a path from a folder that another file gives out by its name, and a list beside it',
    ...missing('downloads/terms.txt'),
    files: {
      'paths.js': "module.exports = { DOWNLOADS: path.join(__dirname, 'downloads') };\n",
      'read.js':
        "const { DOWNLOADS } = require('./paths');\nexports.terms = () => fs.readFileSync(path.join(DOWNLOADS, 'terms.txt'));\n",
      'downloads/index.json': '[{ "slug": "terms", "file": "terms.txt" }]\n',
      'downloads/legal/terms.txt': 'a\n',
    },
    first: {
      'read.js': /path\.join\(DOWNLOADS, 'legal', 'terms\.txt'\)/,
      'downloads/index.json': '[{ "slug": "terms", "file": "legal/terms.txt" }]\n',
    },
  },
]);

const routes = `import { fork } from 'node:child_process';
import { fromRoot } from '../lib/paths.js';
export const magnitude = () => new Worker(new URL('../../workers/photometry.js', import.meta.url));
export const report = () => fork(fromRoot('workers', 'report.js'));
`;
const reads = (way: string): string =>
  `import { readdirSync } from 'node:fs';\nprocess.send(readdirSync(new URL('${way}data/', import.meta.url)));\n`;

check(importPath, [
  {
    name: 'another worker that moved along, named by the parts of a helper, with what it reads relative to itself',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/workers/photometry.js'",
    named: { module: '/srv/project/workers/photometry.js', code: 'ERR_MODULE_NOT_FOUND' },
    files: {
      'package.json': '{"type":"module"}',
      'src/lib/paths.js':
        "import path from 'node:path';\nconst root = path.join(import.meta.dirname, '../..');\nexport const fromRoot = (...parts) => path.join(root, ...parts);\n",
      'src/routes/compute.js': routes,
      'src/workers/photometry.js': "import { parentPort } from 'node:worker_threads';\nparentPort.postMessage(1);\n",
      'src/workers/report.js': reads('../'),
      'data/a.json': '[]\n',
    },
    first: {
      'src/routes/compute.js': routes
        .replace('../../workers', '../workers')
        .replace("'workers', 'report.js'", "'src', 'workers', 'report.js'"),
      'src/workers/report.js': reads('../../'),
    },
  },
]);

const settings = (up: string): string =>
  `export const root = new URL('${up}', import.meta.url);\nexport const read = (name) => readFile(new URL(\`${up}etc/\${name}\`, import.meta.url));\n`;
const joined = (...up: readonly string[]): string =>
  `export const root = path.join(import.meta.dirname, ${up.map((each) => `'${each}'`).join(', ')});\nexport const read = () => path.join(import.meta.dirname, ${[...up, 'etc'].map((each) => `'${each}'`).join(', ')});\n`;
const gone = {
  class: 'missing_module' as const,
  message: "Cannot find module './settings.js' imported from /app/src/main.js",
  named: { module: './settings.js', importer: '/app/src/main.js' },
  at: [['src/main.js', '‸import']] as const,
};
const starting = (from: string): string => `import { read } from '${from}';\nread('a.yaml');\n`;

check(importPath, [
  {
    name: 'what a file that moved reads by a path of its own, whose name is put together, and what leads up alone',
    ...gone,
    files: {
      'package.json': '{"type":"module"}',
      'etc/a.yaml': 'a: 1\n',
      'src/main.js': starting('./settings.js'),
      'src/config/settings.js': settings('../'),
    },
    first: {
      'src/main.js': starting('./config/settings.js'),
      'src/config/settings.js': settings('../../'),
    },
  },
  {
    name: 'the same by what is joined',
    ...gone,
    files: {
      'package.json': '{"type":"module"}',
      'etc/a.yaml': 'a: 1\n',
      'src/main.js': starting('./settings.js'),
      'src/config/settings.js': joined('..'),
    },
    first: {
      'src/main.js': starting('./config/settings.js'),
      'src/config/settings.js': joined('..', '..'),
    },
  },
  {
    name: 'whoever moved it led its paths along already: those that lead up stay',
    ...gone,
    message: "Cannot find module './settings.js' imported from /app/src/a/main.js",
    named: { module: './settings.js', importer: '/app/src/a/main.js' },
    files: {
      'package.json': '{"type":"module"}',
      'src/etc/a.yaml': 'a: 1\n',
      'src/a/main.js': starting('./settings.js'),
      'src/a/config/settings.js': settings('../../'),
    },
    at: [['src/a/main.js', '‸import']],
    first: { 'src/a/main.js': starting('./config/settings.js') },
  },
]);
