import { check } from '../cases.test-helper.ts';
import { dataSection } from './data-section.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const loads = "const read = (name) => JSON.parse(require('node:fs').readFileSync(`${__dirname}/${name}`, 'utf8'));\n";
const limits = `${loads}const { limits } = read('data/site.json');\nexports.most = () => limits.perOrder;\n`;
const texts = `${loads}exports.text = (lang) => read(`.concat('`locales/${lang}.json`).welcome.title.trim();\n');

check(dataSection, [
  ...(
    [
      ['that no code speaks of', '', /^tariffs:\n/],
      ['that others read', 'export const all = load("tariffs").rates;\n', null],
    ] as const
  ).map(([name, more, first]) => ({
    name: `all of a file stands in one key ${name}, and what is read of it is called as the file is`,
    class: 'type' as const,
    message: 'Cannot convert undefined or null to object',
    files: {
      'data/tariffs.yaml': 'rates:\n  slow:\n    cents: 45\n  fast:\n    cents: 65\n',
      'data/points.yaml': 'points:\n  - id: 1\n    tariff: fast\n',
      'store.mjs': `const { tariffs } = load('tariffs');\nconst { points } = load('points');\nexport const names = () => Object.keys(tariffs);\n${more}`,
    },
    at: [['store.mjs', 'Object.‸keys']] as const,
    first: first === null ? null : { 'data/tariffs.yaml': first },
    ask: null,
  })),
  {
    name: 'a section that holds what is read of the missing one',
    ...reading('perOrder'),
    files: { 'data/site.json': '{"currency":"EUR","limit":{"perOrder":6}}', 'a.js': limits },
    at: [['a.js', 'limits.‸perOrder']],
    first: { 'data/site.json': '{"currency":"EUR","limits":{"perOrder":6}}' },
  },
  {
    name: 'a section that the file of one environment calls so as well',
    ...reading('perOrder'),
    files: {
      'data/site.json': '{"currency":"EUR","limit":{"perOrder":6,"perDay":9}}',
      'data/test.json': '{"limit":{"perDay":2}}',
      'a.js': limits,
    },
    at: [['a.js', 'limits.‸perOrder']],
    first: {
      'data/site.json': '{"currency":"EUR","limits":{"perOrder":6,"perDay":9}}',
      'data/test.json': '{"limits":{"perDay":2}}',
    },
  },
  {
    name: 'a section of another name that has one word of the missing one among others',
    ...reading('perOrder'),
    files: { 'data/site.json': '{"currency":"EUR","mail":{"perOrder":6,"from":"a"}}', 'a.js': limits },
    at: [['a.js', 'limits.‸perOrder']],
    first: { 'data/site.json': '{"currency":"EUR","limits":{"perOrder":6,"from":"a"}}' },
    ask: /may be another thing/,
  },
  {
    name: 'two sections that hold it: neither',
    ...reading('perOrder'),
    files: { 'data/site.json': '{"cap":{"perOrder":1},"limit":{"perOrder":6}}', 'a.js': limits },
    at: [['a.js', 'limits.‸perOrder']],
    first: null,
  },
  {
    name: 'a section that the code speaks of is none that was renamed',
    ...reading('perOrder'),
    files: {
      'data/site.json': '{"cap":{"perOrder":1}}',
      'a.js': `${limits}exports.cap = (site) => site.cap;\n`,
    },
    at: [['a.js', 'limits.‸perOrder']],
    first: null,
  },
  {
    name: 'a catalogue that calls a text otherwise than the one beside it',
    ...reading('trim'),
    files: {
      'locales/en.json': '{"welcome":{"heading":"Hello","intro":"Hi"}}',
      'locales/de.json': '{"welcome":{"title":"Hallo","intro":"Na"}}',
      'a.js': texts,
    },
    at: [['a.js', 'title.‸trim']],
    first: { 'locales/en.json': '{"welcome":{"title":"Hello","intro":"Hi"}}' },
  },
  {
    name: 'a section that holds what fails, and that the catalogue beside it calls otherwise',
    ...reading('title'),
    files: {
      'locales/en.json': '{"Welcome":{"title":"Hello","intro":"Hi"},"bye":"Bye"}',
      'locales/de.json': '{"welcome":{"title":"Hallo","intro":"Na"},"bye":"Ade"}',
      'a.js': `${loads}exports.t = (lang, key) => key.split('.').reduce((node, part) => node[part], read(`.concat(
        "`locales/${lang}.json`));\nexports.page = (t) => t('welcome.title');\n",
      ),
    },
    at: [['a.js', 'node[‸part]']],
    first: { 'locales/en.json': '{"welcome":{"title":"Hello","intro":"Hi"},"bye":"Bye"}' },
    ask: null,
  },
  ...(['filter', 'method'] as const).map((called) => ({
    name: `a key called \`${called}\` beside one that is read, of which the code speaks ${called === 'filter' ? 'as a method of lists alone' : 'otherwise'}`,
    class: 'type' as const,
    message: 'Cannot convert undefined or null to object',
    files: {
      'queries/sold.json': '{"from":"items","where":{"state":"sold"}}',
      'queries/lost.json': `{"from":"items","${called}":{"state":"lost"}}`,
      'a.js': `${loads}exports.run = (name, rows, how) => {\n  const query = read(`.concat(
        '`queries/${name}.json`);\n  return rows.filter((row) => how.method(row, Object.entries(query.where)));\n};\n',
      ),
    },
    at: [['a.js', '‸Object.entries'] as const],
    first: called === 'filter' ? { 'queries/lost.json': '{"from":"items","where":{"state":"lost"}}' } : null,
  })),
  {
    name: 'a catalogue that lacks a text and has another one more: which is meant cannot be told',
    ...reading('trim'),
    files: {
      'locales/en.json': '{"welcome":{"heading":"Hello","lead":"Hi"}}',
      'locales/de.json': '{"welcome":{"title":"Hallo"}}',
      'a.js': texts,
    },
    at: [['a.js', 'title.‸trim']],
    first: null,
  },
  {
    name: 'a section of one catalogue that is called otherwise in the other, though members of the code have its name',
    ...reading('replace'),
    files: {
      'locales/en.json': '{"state":{"new":"new","done":"done"},"other":{"a":"x","b":"y"}}',
      'locales/de.json': '{"states":{"new":"neu","done":"fertig"},"other":{"a":"x","b":"y"}}',
      'a.js': `${loads}exports.text = (order) => lookup(\`states.\${order.state}\`).replace('x', 'y');\nfunction lookup(key) {\n  return key.split('.').reduce((at, part) => at?.[part], read('locales/en.json'));\n}\n`,
    },
    at: [['a.js', '`).‸replace']],
    first: { 'locales/en.json': '{"states":{"new":"new","done":"done"},"other":{"a":"x","b":"y"}}' },
  },
  {
    name: 'two files set what each needs of what a third has beside each other',
    ...reading('trim'),
    files: {
      'config/default.json': '{"shop":{"name":"Steiner","contact":"a@b.test"}}',
      'config/production.json': '{"shop":{"contact":"c@d.test"}}',
      'config/development.json': '{"shop":{"name":"Steiner (dev)"}}',
      'a.js': `${loads}exports.head = ({ shop }) => shop.name.trim();\n`,
    },
    at: [['a.js', 'name.‸trim']],
    first: null,
  },
  {
    name: 'the one list of a data file that is called otherwise in the file beside it',
    ...reading('filter'),
    files: {
      'data/trees.json': '{"row":[{"id":1,"place":{"row":1}}]}',
      'data/people.json': '{"rows":[{"id":1}]}',
      'files.js': 'exports.read = (name) => JSON.parse(fs.readFileSync(`data/${name}.json`)).rows;\n',
      'a.js':
        "const { read } = require('./files');\nexports.inRow = (row) => read('trees').filter((tree) => tree.place.row === row);\n",
    },
    at: [['a.js', "read('trees').‸filter"]],
    first: { 'data/trees.json': '{"rows":[{"id":1,"place":{"row":1}}]}' },
  },
]);
