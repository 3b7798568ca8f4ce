import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, historyOf } from './cases.test-helper.ts';
import { missingFile } from './files/missing-file.ts';
import { brokenInstall, permission, portConflict } from './files/ports-and-rights.ts';

const missing = (path: string, syscall = 'open') => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, ${syscall} '${path}'`,
  named: { path, syscall, code: 'ENOENT' },
});
const read = (path: string) =>
  `const fs = require('fs');\nconst config = JSON.parse(fs.readFileSync('${path}', 'utf8'));\nmodule.exports = config.db.host;\n`;

check(missingFile, [
  {
    name: 'case',
    ...missing('Config.json'),
    files: { 'app.js': read('Config.json'), 'config.json': '{}' },
    at: [['app.js', '‸fs.readFileSync']],
    first: { 'app.js': read('config.json') },
  },
  {
    name: 'a slip',
    ...missing('./confg.json'),
    files: { 'app.js': read('./confg.json'), 'config.json': '{}' },
    at: [['app.js', '‸fs.readFileSync']],
    first: { 'app.js': read('./config.json') },
  },
  {
    name: 'a template beside it',
    ...missing('config.json'),
    files: { 'app.js': read('config.json'), 'config.example.json': '{"db":{}}' },
    first: { 'config.json': '{"db":{}}' },
  },
  {
    name: 'a template with secrets is asked about',
    ...missing('config.json'),
    files: { 'app.js': read('config.json'), 'config.json.sample': '{"password":"changeme"}' },
    first: { 'config.json': '{"password":"changeme"}' },
    ask: /secrets/,
  },
  {
    name: 'from the last good release',
    ...missing('config.json'),
    files: { 'app.js': read('config.json'), 'config.example.json': '{}' },
    lastGood: { 'config.json': '{"a":1}' },
    first: { 'config.json': '{"a":1}' },
  },
  {
    name: 'from git',
    ...missing('config.json'),
    context: { git: historyOf({ show: { 'config.json': '{"g":1}' } }) },
    files: { 'app.js': read('config.json') },
    first: { 'config.json': '{"g":1}' },
  },
  {
    name: 'beside the source instead of the working folder, CommonJS',
    ...missing('views/a.html'),
    files: {
      'src/app.js': "const fs = require('fs');\nmodule.exports = fs.readFileSync('views/a.html');\n",
      'src/views/a.html': '',
    },
    at: [['src/app.js', '‸fs.readFileSync']],
    first: {
      'src/app.js':
        "const fs = require('fs');\nconst path = require('path');\nmodule.exports = fs.readFileSync(path.join(__dirname, 'views/a.html'));\n",
    },
  },
  {
    name: 'beside the source, ESM',
    ...missing('./data.json'),
    files: {
      'package.json': '{"type":"module"}',
      'src/app.js': "import fs from 'node:fs';\nexport const x = fs.readFileSync('./data.json');\n",
      'src/data.json': '{}',
    },
    at: [['src/app.js', '‸fs.readFileSync']],
    first: {
      'src/app.js':
        "import fs from 'node:fs';\nexport const x = fs.readFileSync(new URL('./data.json', import.meta.url));\n",
    },
  },
  {
    name: 'a folder to write into',
    ...missing('logs/app.log'),
    files: { 'app.js': "fs.appendFileSync('logs/app.log', 'x');\n" },
    first: {},
    firstOperation: { op: 'mkdir', path: 'logs' },
  },
  {
    name: 'a folder that is read may not be made empty without a person',
    ...missing('articles', 'scandir'),
    files: { 'app.js': "fs.readdirSync('articles');\n" },
    first: {},
    firstOperation: { op: 'mkdir', path: 'articles' },
    ask: /lacks what should be in it/,
  },
  {
    name: 'a folder that git leaves out',
    ...missing('uploads', 'scandir'),
    files: { '.gitignore': '/uploads/\n', 'app.js': "fs.readdirSync('uploads');\n" },
    first: {},
    firstOperation: { op: 'mkdir', path: 'uploads' },
  },
  {
    name: 'a database in a folder that is not there',
    class: 'database',
    message: 'unable to open database file',
    files: { 'app.js': "const db = new Database('data/app.db');\n" },
    at: [['app.js', '‸new Database']],
    first: {},
    firstOperation: { op: 'mkdir', path: 'data' },
  },
  {
    name: 'inferred from the code, and asked',
    ...missing('config.json'),
    files: { 'app.js': read('config.json') },
    at: [['app.js', '‸fs.readFileSync']],
    first: { 'config.json': '{\n  "db": {\n    "host": null\n  }\n}\n' },
    ask: /inferred/,
  },
  {
    name: 'outside the project',
    ...missing('/etc/app/config.json'),
    files: { 'app.js': read('/etc/app/config.json') },
    first: null,
  },
  {
    name: 'out of the project by dots',
    ...missing('../../x.json'),
    files: { 'app.js': read('../../x.json') },
    first: null,
  },
  {
    name: 'a secret file is never made',
    ...missing('.env'),
    files: { 'app.js': "fs.readFileSync('.env');\n", '.env.example': 'A=1' },
    first: null,
  },
  {
    name: 'nothing is known of it',
    ...missing('data.csv'),
    files: { 'app.js': "fs.readFileSync('data.csv');\n" },
    first: null,
  },
]);

check(portConflict, [
  {
    name: 'our own stale instance',
    class: 'port_conflict',
    message: 'listen EADDRINUSE',
    named: { port: 3000 },
    files: {},
    context: { staleInstance: { pid: 41, startTime: '99' } },
    first: {},
    firstOperation: { op: 'endStale', pid: 41, startTime: '99' },
  },
  {
    name: 'a stranger',
    class: 'port_conflict',
    message: 'listen EADDRINUSE',
    named: { port: 3000 },
    files: {},
    first: null,
  },
]);

check(permission, [
  {
    name: 'a file of the project',
    class: 'permission',
    message: "EACCES: permission denied, open 'data/x.json'",
    named: { path: 'data/x.json', syscall: 'open', code: 'EACCES' },
    files: { 'data/x.json': '{}' },
    first: {},
    firstOperation: { op: 'chmod', path: 'data/x.json', addBits: 0o400 },
  },
  {
    name: 'a file outside',
    class: 'permission',
    message: "EACCES: permission denied, open '/etc/shadow'",
    named: { path: '/etc/shadow', syscall: 'open', code: 'EACCES' },
    files: {},
    first: null,
  },
]);

check(brokenInstall, [
  {
    name: 'compiled for another Node',
    class: 'unknown',
    message:
      "The module 'node_modules/x/build/x.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 108.",
    files: { 'package-lock.json': '{}' },
    first: {},
    firstOperation: {
      op: 'install',
      manager: 'npm',
      argv: ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    },
  },
  { name: 'an error of our own', class: 'unknown', message: 'boom', files: {}, first: null },
]);

test('REP-1 what only a person can do comes with why and, where there is one, the command', () => {
  const foreign = contextOf({
    name: '',
    class: 'port_conflict',
    message: '',
    named: { port: 8080 },
    files: {},
    first: null,
  });
  assert.deepEqual(portConflict.action?.(foreign), {
    why: 'port 8080 is taken by another process',
    command: "ss -ltnp 'sport = :8080'",
  });
  const low = contextOf({
    name: '',
    class: 'permission',
    message: '',
    named: { port: 80, syscall: 'listen', code: 'EACCES' },
    files: {},
    first: null,
  });
  assert.match(permission.action?.(low)?.command ?? '', /cap_net_bind_service/);
});
