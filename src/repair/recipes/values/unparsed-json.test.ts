import { check } from '../cases.test-helper.ts';
import { coercion } from './coercion.ts';

const store = (read: string, parse = ''): string =>
  `const { readFileSync } = require('fs');\nconst read = (name) => ${read};\nconst keyed = (list, key) => new Map(list.map((one) => [one[key], one]));\nexports.open = () => ({ centre: ${parse}read('centre')${parse === '' ? '' : ')'}, sites: keyed(${parse}read('sites')${parse === '' ? '' : ')'}, 'slug') });\n`;
const text = "readFileSync(`data/${name}.json`, 'utf8')";
const unparsed = {
  class: 'type' as const,
  message: 'list.map is not a function',
  at: [['store.js', 'list.‸map']] as const,
  facts: { list: { type: 'string', preview: '"[{\\"slug\\":\\"a\\"}]"' } } as const,
};

const read = "await readFile(file, 'utf8')";
const settings = (value: string): string =>
  `import { readFile } from 'node:fs/promises';\nconst file = new URL('app.json', import.meta.url);\nexport const settings = ${value};\n`;
const tariff = (value: string): string =>
  `import { settings } from './settings.mjs';\nexport const price = () => ${value};\n`;
const nothing = {
  class: 'type' as const,
  message: "TypeError: Cannot read properties of undefined (reading 'dryer')",
  named: { nullish: 'undefined', property: 'dryer' },
  at: [['tariff.mjs', 'settings.prices.‸dryer']] as const,
} as const;

check(coercion, [
  {
    name: 'the text of a file that a helper reads for several: it is parsed where it is read',
    ...unparsed,
    files: { 'store.js': store(text) },
    first: { 'store.js': store(`JSON.parse(${text})`) },
  },
  {
    name: 'the text of a file that the callers of a helper parse',
    ...unparsed,
    facts: { list: { type: 'object', className: 'Object' } },
    files: { 'store.js': store(text, 'JSON.parse(') },
    first: null,
  },
  {
    name: 'a constant that other files read as an object',
    ...nothing,
    files: { 'settings.mjs': settings(read), 'tariff.mjs': tariff('settings.prices.dryer') },
    first: { 'settings.mjs': settings(`JSON.parse(${read})`) },
  },
  {
    name: 'a whole module of CommonJS',
    ...nothing,
    at: [['tariff.js', 'settings.prices.‸dryer']],
    files: {
      'settings.js':
        "const { readFileSync } = require('fs');\nmodule.exports = readFileSync('config/app.json', 'utf8');\n",
      'tariff.js': "const settings = require('./settings');\nexports.price = () => settings.prices.dryer;\n",
    },
    first: {
      'settings.js':
        "const { readFileSync } = require('fs');\nmodule.exports = JSON.parse(readFileSync('config/app.json', 'utf8'));\n",
    },
  },
  {
    name: 'a constant of the same file',
    ...nothing,
    at: [['tariff.js', 'settings.prices.‸dryer']],
    files: {
      'tariff.js':
        "const fs = require('fs');\nconst settings = fs.readFileSync('config/app.json', 'utf8');\nexports.price = () => settings.prices.dryer;\n",
    },
    first: {
      'tariff.js':
        "const fs = require('fs');\nconst settings = JSON.parse(fs.readFileSync('config/app.json', 'utf8'));\nexports.price = () => settings.prices.dryer;\n",
    },
  },
  {
    name: 'another file parses the text, or hands it out as it is',
    ...nothing,
    files: {
      'settings.mjs': settings(read),
      'tariff.mjs': tariff('settings.prices.dryer'),
      'raw.mjs': "import { settings } from './settings.mjs';\nexport const raw = (res) => res.end(settings);\n",
    },
    first: null,
  },
  {
    name: 'a text that is read as one',
    ...nothing,
    at: [['tariff.mjs', 'settings.trim().‸dryer']],
    files: { 'settings.mjs': settings(read), 'tariff.mjs': tariff('settings.trim().dryer') },
    first: null,
  },
]);
