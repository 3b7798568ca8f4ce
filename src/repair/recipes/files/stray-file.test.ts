import { check, contextOf } from '../cases.test-helper.ts';
import { strayFile } from './stray-file.ts';

const broken = { class: 'syntax' as const, message: 'Invalid or unexpected token' };
const plugins = { 'plugins/a.js': 'exports.a = 1;\n', 'plugins/README.md': '# plugins\n' };
const loading = (list: string) => `for (const file of ${list}) require(\`./plugins/\${file}\`);\n`;

const catalogues =
  "const folder = path.join(__dirname, 'locales');\nexports.all = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));\n";

check(strayFile, [
  {
    name: 'of the folder in which the loader itself lies',
    class: 'syntax',
    message: 'Invalid or unexpected token',
    files: {
      'routers/README.md': '# Routers\n',
      'routers/pages.js': 'module.exports = {};\n',
      'routers/index.js':
        "for (const name of fs.readdirSync(__dirname).sort()) {\n  if (name !== 'index.js') app.use(require(path.join(__dirname, name)));\n}\n",
    },
    at: [['routers/README.md', '‸#']],
    first: { 'routers/index.js': /readdirSync\(__dirname\)\.filter\(\(name\) => name\.endsWith\('\.js'\)\)\.sort\(\)/ },
  },
  {
    name: 'a text among the plugins',
    ...broken,
    files: { ...plugins, 'app.js': loading("fs.readdirSync(path.join(__dirname, 'plugins'))") },
    at: [['plugins/README.md', '‸# plugins']],
    first: {
      'app.js': loading("fs.readdirSync(path.join(__dirname, 'plugins')).filter((name) => name.endsWith('.js'))"),
    },
  },
  {
    name: 'a list that is gone through at once',
    ...broken,
    files: { ...plugins, 'app.js': "fs.readdirSync('plugins').map((file) => require(`./plugins/${file}`));\n" },
    at: [['plugins/README.md', '‸# plugins']],
    first: { 'app.js': /readdirSync\('plugins'\)\.filter\(\(name\) => name\.endsWith\('\.js'\)\)\.map/ },
  },
  {
    name: 'a list that is waited for',
    ...broken,
    files: { ...plugins, 'app.mjs': loading("await readdir('plugins')") },
    at: [['plugins/README.md', '‸# plugins']],
    first: { 'app.mjs': loading("(await readdir('plugins')).filter((name) => name.endsWith('.js'))") },
  },
  {
    name: 'what is chosen already is chosen wrongly',
    ...broken,
    files: { ...plugins, 'app.js': loading("fs.readdirSync('plugins').filter(Boolean)") },
    at: [['plugins/README.md', '‸# plugins']],
    first: null,
  },
  {
    name: 'broken code is no stray file',
    ...broken,
    files: { ...plugins, 'plugins/b.js': 'exports.b = ;\n', 'app.js': loading("fs.readdirSync('plugins')") },
    at: [['plugins/b.js', 'exports.b = ‸;']],
    first: null,
  },
  {
    name: 'a file of another ending among JSON, every one of which is parsed',
    class: 'config',
    message: 'Unexpected token \'\\x00\', "\\x00\\x00" is not valid JSON',
    files: { 'locales/de.json': '{}\n', 'locales/en.json': '{}\n', 'i18n.js': catalogues },
    outside: { 'locales/.DS_Store': '\u0000' },
    at: [['i18n.js', 'JSON.‸parse']],
    first: { 'i18n.js': /readdirSync\(folder\)\.filter\(\(name\) => name\.endsWith\('\.json'\)\)\.map/ },
  },
  {
    name: 'a folder among JSON, every file of which is parsed',
    class: 'unknown',
    message: 'EISDIR: illegal operation on a directory, read',
    named: { code: 'EISDIR', syscall: 'read' },
    files: { 'locales/de.json': '{}\n', 'locales/en.json': '{}\n', 'i18n.js': catalogues },
    outside: { 'locales/old/it.json': '{}' },
    at: [['i18n.js', 'JSON.‸parse']],
    first: { 'i18n.js': /readdirSync\(folder\)\.filter\(\(name\) => name\.endsWith\('\.json'\)\)\.map/ },
  },
  {
    name: 'a folder of folders is read otherwise',
    class: 'unknown',
    message: 'EISDIR: illegal operation on a directory, read',
    named: { code: 'EISDIR', syscall: 'read' },
    files: { 'locales/de/a.json': '{}\n', 'locales/en/a.json': '{}\n', 'locales/a.json': '{}', 'i18n.js': catalogues },
    at: [['i18n.js', 'JSON.‸parse']],
    first: null,
  },
  {
    name: 'a text of several lines among JSON, of which the message quotes a line break',
    class: 'config',
    message: `Unexpected token '#', "# Locales`,
    files: { 'locales/de.json': '{}\n', 'locales/en.json': '{}\n', 'i18n.js': catalogues },
    outside: { 'locales/README.md': '# Locales\n\nx' },
    context: {
      signal: {
        ...contextOf({ name: '', class: 'config', message: '', files: {}, first: null }).signal,
        error: null,
        stderr: 'SyntaxError: Unexpected token \'#\', "# Locales\n\nOne" is not valid JSON',
      },
    },
    at: [['i18n.js', 'JSON.‸parse']],
    first: { 'i18n.js': /readdirSync\(folder\)\.filter\(\(name\) => name\.endsWith\('\.json'\)\)\.map/ },
  },
  {
    name: 'only JSON lies there: one of them is broken',
    class: 'config',
    message: 'Unexpected end of JSON input',
    files: { 'locales/de.json': '{', 'locales/en.json': '{}\n', 'i18n.js': catalogues },
    at: [['i18n.js', 'JSON.‸parse']],
    first: null,
  },
]);
