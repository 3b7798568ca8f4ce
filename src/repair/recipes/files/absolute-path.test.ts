import { check } from '../cases.test-helper.ts';
import { absolutePath } from './absolute-path.ts';

const sent = {
  class: 'type' as const,
  message: 'path must be absolute or specify root to res.sendFile',
  at: [['src/app.js', 'res.‸sendFile']] as const,
};
const rooted = {
  class: 'config' as const,
  message: '"root" option must be an absolute path',
  at: [['src/app.mjs', 'app.‸register']] as const,
};
const page = { 'public/index.html': '<p>\n' };
const app = (head: string, file: string): string =>
  `${head}app.get('/', (req, res) => res.sendFile(${file}));\napp.get('/a', (req, res) => res.sendFile('a.html', { root: 'public' }));\n`;
const register = (head: string, root: string): string =>
  `${head}app.register(files, { root: ${root}, prefix: '/a/' });\n`;

check(absolutePath, [
  {
    name: 'a file that is sent, in a file that takes path in',
    ...sent,
    files: { ...page, 'src/app.js': app("const path = require('path');\n", "'public/index.html'") },
    first: {
      'src/app.js': app("const path = require('path');\n", "path.join(__dirname, '../public/index.html')"),
    },
  },
  {
    name: 'a file that is sent, in a file without path',
    ...sent,
    files: { ...page, 'src/app.js': app("const http = require('http');\n", "'./public/index.html'") },
    first: { 'src/app.js': /sendFile\(require\('path'\)\.join\(__dirname, '\.\.\/public\/index\.html'\)\)/ },
  },
  {
    name: 'a file that is not there from where the server runs',
    ...sent,
    files: { ...page, 'src/app.js': app('', "'index.html'") },
    first: null,
  },
  {
    name: 'the root of a plug-in, in the settings that put the other paths together',
    ...rooted,
    files: {
      ...page,
      'src/config.mjs':
        "import { join } from 'node:path';\nconst root = join(import.meta.dirname, '..');\nexport const paths = { views: join(root, 'views'), assets: 'public/' };\n",
      'src/app.mjs': register("import { paths } from './config.mjs';\n", 'paths.assets'),
    },
    first: { 'src/config.mjs': /views: join\(root, 'views'\), assets: join\(root, 'public'\)/ },
  },
  {
    name: 'the root of a plug-in, written where it is registered',
    ...rooted,
    files: { ...page, 'src/app.mjs': register('', "'public'") },
    first: {
      'src/app.mjs': register(
        "import { fileURLToPath } from 'node:url';\n",
        "fileURLToPath(new URL('../public', import.meta.url))",
      ),
    },
  },
]);
