import { check } from '../cases.test-helper.ts';
import { movedData } from './moved-data.ts';

const env = (way: string, rest = ''): string =>
  `const file = join(import.meta.dirname, '${way}');\nif (existsSync(file)) load(readFileSync(file, 'utf8'));\nexport const env = schema.parse(process.env);\n${rest}`;
const unset = {
  class: 'env_missing' as const,
  message: 'Invalid environment: GUIDE_TITLE is required',
  named: { envKey: 'GUIDE_TITLE' },
  context: { envKeys: ['GUIDE_TITLE'] },
};
const outside = { '.env': 'GUIDE_TITLE=Crag\n' };

const moved = (file: string) => ({
  ...unset,
  context: { envKeys: [] },
  files: {
    'src/env.js':
      "const root = path.resolve(__dirname, '..');\nrequire('dotenv').config({ path: path.join(root, '.env'), quiet: true });\n",
  },
  outside: { [file]: 'PORT=1\nGUIDE_TITLE=Crag\n' },
});
const reads = (way: RegExp) => ({ 'src/env.js': new RegExp(`path\\.join\\(root, ${way.source}\\)`) });

check(movedData, [
  { ...moved('config/crag.env'), name: 'the settings lie under another name', first: reads(/'config', 'crag\.env'/) },
  {
    ...moved('.env.production'),
    name: 'the settings of another use may be meant for it alone',
    first: reads(/'\.env\.production'/),
    ask: /may be meant for something else/,
  },
  { ...moved('.env.example'), name: 'a sample sets nothing', first: null },
  {
    ...moved('a.env'),
    name: 'two files set it',
    outside: { 'a.env': 'GUIDE_TITLE=A\n', 'b.env': 'GUIDE_TITLE=B\n' },
    first: null,
  },
  { ...moved('config/crag.env'), name: 'no file sets it', outside: { 'config/crag.env': 'PORT=1\n' }, first: null },
  {
    ...unset,
    name: 'the settings that a file no longer finds where it stands now, and passes over',
    files: { 'src/env.ts': env('../../.env') },
    outside,
    at: [['src/env.ts', '‸schema']],
    first: { 'src/env.ts': env('../.env') },
  },
  {
    ...unset,
    name: 'a file that went down a folder, and reads by a URL where a failure is caught',
    files: {
      'src/config/env.js':
        "try {\n  process.loadEnvFile(new URL('../.env', import.meta.url));\n} catch {}\nexport const env = check(process.env);\n",
    },
    outside,
    first: { 'src/config/env.js': /new URL\('\.\.\/\.\.\/\.env'/ },
  },
  {
    ...unset,
    name: 'what a package passes over where it is not there',
    files: { 'src/app/env.js': "require('dotenv').config({ path: path.join(__dirname, '../.env') });\n" },
    outside,
    first: { 'src/app/env.js': /path\.join\(__dirname, '\.\.\/\.\.\/\.env'\)/ },
  },
  {
    ...unset,
    name: 'a variable that is set nowhere',
    context: { envKeys: [] },
    files: { 'src/env.ts': env('../../.env') },
    outside,
    first: null,
  },
  {
    ...unset,
    name: 'two files that could be meant',
    files: { 'src/http/env.ts': env('../../../.env'), 'src/readme.md': '' },
    outside: { ...outside, 'src/.env': 'GUIDE_TITLE=Other\n' },
    first: null,
  },
  {
    ...unset,
    name: 'a path that leads where it should',
    files: { 'src/env.ts': env('../.env') },
    outside,
    first: null,
  },
  {
    name: 'settings beside another folder, where a field of them is missed',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'size')",
    named: { property: 'size', nullish: 'undefined' },
    files: {
      'src/settings.js':
        "const file = path.join(__dirname, '..', '..', 'etc', 'local.json');\nconst own = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};\nmodule.exports = { ...own };\n",
      'etc/local.json': '{ "paging": { "size": 3 } }\n',
      'src/app.js': "const { paging } = require('./settings');\nexports.size = () => paging.size;\n",
    },
    at: [['src/app.js', 'paging.‸size']],
    first: { 'src/settings.js': /path\.join\(__dirname, '\.\.', 'etc', 'local\.json'\)/ },
  },
]);
