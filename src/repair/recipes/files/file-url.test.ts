import { check } from '../cases.test-helper.ts';
import { fileUrl } from './file-url.ts';

const missing = (path: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '${path}'`,
  named: { code: 'ENOENT', path, syscall: 'open' },
  at: [['src/a.js', '‸readFile']] as const,
});
const data = { 'data/motto.txt': 'x' };

check(fileUrl, [
  {
    name: 'the whole text of a URL is no path',
    ...missing('file:///srv/project/data/motto.txt'),
    files: {
      ...data,
      'src/a.js':
        "import { readFile } from 'node:fs';\nreadFile(new URL('../data/motto.txt', import.meta.url).href);\n",
    },
    first: {
      'src/a.js':
        "import { readFile } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nreadFile(fileURLToPath(new URL('../data/motto.txt', import.meta.url)));\n",
    },
  },
  {
    name: 'what a URL encodes in its path',
    ...missing('/srv/project%20b/data/motto.txt'),
    files: {
      ...data,
      'src/a.js':
        "import { fileURLToPath } from 'node:url';\nimport { readFile } from 'node:fs';\nreadFile(new URL('../data/motto.txt', import.meta.url).pathname);\n",
    },
    first: { 'src/a.js': /readFile\(fileURLToPath\(new URL\('\.\.\/data\/motto\.txt', import\.meta\.url\)\)\);/ },
  },
  {
    name: 'the path of an address that a client asked for stays',
    ...missing('/srv/project/data/a%20b.txt'),
    files: {
      ...data,
      'src/a.js':
        "import { readFile } from 'node:fs';\nreadFile(root + new URL(req.url, 'http://localhost').pathname);\n",
    },
    first: null,
  },
  {
    name: 'a scheme before a path',
    ...missing('file:///srv/project/data/motto.txt'),
    files: { ...data, 'src/a.js': "readFile('file://' + path.join(root, 'motto.txt'));\n" },
    first: { 'src/a.js': "readFile(path.join(root, 'motto.txt'));\n" },
  },
  {
    name: 'a scheme before a path in a template',
    ...missing('file:///srv/project/data/motto.txt'),
    files: { ...data, 'src/a.js': "readFile(`file://${path.join(root, 'motto.txt')}`);\n" },
    first: { 'src/a.js': "readFile(`${path.join(root, 'motto.txt')}`);\n" },
  },
  {
    name: 'a scheme before a path, in the helper that gave the promise back',
    ...missing('file:///srv/project/data/motto.txt'),
    files: {
      ...data,
      'src/a.js': "import { readFile } from './files.js';\nreadFile('motto.txt');\n",
      'src/files.js': 'export const readFile = (name) => read(`file://${join(root, name)}`);\n',
    },
    first: { 'src/files.js': 'export const readFile = (name) => read(`${join(root, name)}`);\n' },
  },
  {
    name: 'a scheme that another file writes into an address',
    ...missing('file:///srv/project/data/motto.txt'),
    files: { ...data, 'src/a.js': 'readFile(given);\n', 'src/link.js': 'exports.link = (at) => `file://${at}`;\n' },
    first: null,
  },
  {
    name: 'a path beside the file, of a URL that has no base',
    class: 'type',
    message: 'TypeError: Invalid URL',
    files: { ...data, 'src/a.js': "import fs from 'node:fs';\nfs.readFileSync(new URL('../data/motto.txt'));\n" },
    at: [['src/a.js', '‸new URL']],
    first: {
      'src/a.js': "import fs from 'node:fs';\nfs.readFileSync(new URL('../data/motto.txt', import.meta.url));\n",
    },
  },
  {
    name: 'a URL that is joined to, as if it were a path',
    class: 'type',
    message: 'TypeError: The "path" argument must be of type string. Received an instance of URL',
    files: {
      ...data,
      'src/a.js':
        "import { fileURLToPath } from 'node:url';\nconst dir = new URL('../data', import.meta.url);\nread(join(dir, 'motto.txt'));\n",
    },
    at: [['src/a.js', '‸join(dir']],
    first: { 'src/a.js': /const dir = fileURLToPath\(new URL\('\.\.\/data', import\.meta\.url\)\);/ },
  },
  {
    name: 'the path of a request is none of a file',
    class: 'type',
    message: 'TypeError: Invalid URL',
    files: { ...data, 'src/a.js': "import fs from 'node:fs';\nexports.at = (req) => new URL(req.url);\n" },
    at: [['src/a.js', '‸new URL']],
    first: null,
  },
]);
