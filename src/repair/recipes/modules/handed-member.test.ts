import { check } from '../cases.test-helper.ts';
import { importExport } from './import-export.ts';

const router =
  'const routes = [];\nexports.get = (path, handler) => routes.push({ path, handler });\nexports.run = (req, res) => {\n  const route = routes.find((each) => each.path === req.url);\n  return route.handler(req, res);\n};\n';
const failing = {
  class: 'type' as const,
  message: 'route.handler is not a function',
  at: [['router.js', 'route.‸handler(']] as const,
};
const stock = 'exports.list = (req, res) => res.end();\nexports.low = (req, res) => res.end();\n';
const app = (all: string, low: string): string =>
  `const router = require('./router');\nconst stock = require('./stock');\nrouter.get('/stock', stock.${all});\nrouter.get('/low', stock.${low});\n`;

check(importExport, [
  {
    name: 'what is handed over of a module and not given out: the near one that nobody takes',
    ...failing,
    files: { 'router.js': router, 'stock.js': stock, 'app.js': app('list', 'lows') },
    first: { 'app.js': app('list', 'low') },
    ask: null,
  },
  {
    name: 'what is handed over of a module and not given out: of another name a person is asked',
    ...failing,
    files: { 'router.js': router, 'stock.js': stock, 'app.js': app('list', 'scarce') },
    first: { 'app.js': app('list', 'low') },
    ask: /nobody takes it speaks for `low`/,
  },
  {
    name: 'two that are not given out',
    ...failing,
    files: { 'router.js': router, 'stock.js': stock, 'app.js': app('lists', 'lows') },
    first: null,
  },
  {
    name: 'a module that may give out more than its names',
    ...failing,
    files: {
      'router.js': router,
      'stock.js': 'const list = () => {};\nconst low = () => {};\nmodule.exports = { ...made(), list, low };\n',
      'app.js': app('list', 'lows'),
    },
    first: null,
  },
]);

const table =
  'export const routes = [];\nexport const add = (path, handler) => routes.push({ path, handler });\nexport const run = (req, res) => {\n  const route = routes.find((each) => each.path === req.url);\n  return route.handler(req, res);\n};\n';
const loans = (last: string): string =>
  `function lend(req, res) {\n  res.end();\n}\nfunction fine(req, res) {\n  res.end();\n}\n${last}`;
const desk = (taken: string, more = ''): string =>
  `import { add } from './router.js';\nimport ${taken} from './loans.js';\nadd('/lend', loans.lend);\nadd('/fine', loans.fine);\n${more}`;
const byDefault = 'export default { lend, fine };\n';

check(importExport, [
  {
    name: 'a module whose names are those of one default object now, read as a whole and handed over',
    ...failing,
    files: { 'router.js': table, 'loans.js': loans(byDefault), 'app.js': desk('* as loans') },
    first: { 'app.js': desk('loans') },
    ask: null,
  },
  {
    name: 'a module whose default object has one of the two that are handed over',
    ...failing,
    files: { 'router.js': table, 'loans.js': loans('export default { lend };\n'), 'app.js': desk('* as loans') },
    first: null,
  },
  {
    name: 'a module with a default object, of which something is read that it gives out by name',
    ...failing,
    files: {
      'router.js': table,
      'loans.js': loans(`${byDefault}export const days = 14;\n`),
      'app.js': desk('* as loans', 'console.log(loans.days);\n'),
    },
    first: null,
  },
]);
