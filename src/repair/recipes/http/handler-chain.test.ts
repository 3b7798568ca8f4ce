import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { handlerChain } from './handler-chain.ts';

const reports =
  "function reportHandlers({ token }) {\n  return {\n    async keepers(context) {\n      if (context.request.headers['x-keeper'] !== token) throw new Error('For keepers only');\n      context.keeper = { name: 'a' };\n    },\n    async alerts({ query, keeper }) {\n      return { body: keeper.name, count: query.count };\n    },\n  };\n}\nmodule.exports = { reportHandlers };\n";
const app = (routes: string): string =>
  `const { reportHandlers } = require('./reports');\nconst { Router } = require('./router');\nasync function readJson(context) {\n  context.json = await parse(context.request);\n}\nexports.create = (config) => {\n  const reports = reportHandlers(config);\n  return new Router()\n${routes};\n};\n`;
const failing = (name: string): Pick<Case, 'class' | 'message' | 'named'> => ({
  class: 'type',
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' },
});
const alerts: Pick<Case, 'at'> = { at: [['reports.js', 'body: keeper.‸name']] };

check(handlerChain, [
  {
    name: 'the one that sets what the other reads stands behind it',
    ...failing('name'),
    ...alerts,
    files: { 'reports.js': reports, 'app.js': app("    .on('GET', '/alerts', reports.alerts, reports.keepers)") },
    first: { 'app.js': /\.on\('GET', '\/alerts', reports\.keepers, reports\.alerts\);/ },
  },
  {
    name: 'it is not named on this route, and a member of the same',
    ...failing('name'),
    ...alerts,
    files: { 'reports.js': reports, 'app.js': app("    .on('GET', '/alerts', reports.alerts)") },
    first: { 'app.js': /\.on\('GET', '\/alerts', reports\.keepers, reports\.alerts\);/ },
  },
  {
    name: 'it is named already: what it sets was really missing',
    ...failing('name'),
    ...alerts,
    files: { 'reports.js': reports, 'app.js': app("    .on('GET', '/alerts', reports.keepers, reports.alerts)") },
    first: null,
  },
  {
    name: 'what else the line reads is not what is missing, and a guard that refuses is no repair',
    ...failing('price'),
    files: {
      'reports.js': reports.replace('body: keeper.name', 'body: [keeper?.name, query.plan.price]'),
      'app.js': app("    .on('GET', '/alerts', reports.alerts)"),
    },
    at: [['reports.js', 'query.plan.‸price']],
    first: null,
  },
  {
    name: 'one that another file gives out, and that no route names',
    ...failing('name'),
    ...alerts,
    files: {
      'reports.js': reports
        .replace('async keepers(context)', 'async others(context)')
        .replace('context.keeper =', 'context.other ='),
      'keepers.js': "exports.keepers = (context) => {\n  context.keeper = { name: 'a' };\n};\n",
      'app.js': `const { keepers } = require('./keepers');\n${app("    .on('GET', '/alerts', reports.alerts)")}`,
    },
    first: { 'app.js': /\.on\('GET', '\/alerts', keepers, reports\.alerts\);/ },
  },
  {
    name: 'what a framework calls is for another recipe',
    ...failing('name'),
    files: {
      'package.json': '{"dependencies":{"express":"5"}}',
      'app.js':
        "const desk = (req, res, next) => {\n  req.keeper = { name: 'a' };\n  next();\n};\nconst show = (req, res) => res.json(req.keeper.name);\napp.get('/a', show);\n",
    },
    at: [['app.js', 'req.keeper.‸name']],
    first: null,
  },
  {
    name: 'two set it, in their own ways',
    ...failing('name'),
    ...alerts,
    files: {
      'reports.js': reports,
      'guests.js': "exports.guest = (context) => {\n  context.keeper = { name: 'guest' };\n};\n",
      'app.js': app("    .on('GET', '/alerts', reports.alerts)"),
    },
    first: null,
  },
  {
    name: 'what the handler hands on, named as on another route of the file',
    class: 'type',
    message: "Cannot destructure property 'at' of 'undefined' as it is undefined.",
    named: { property: 'at', nullish: 'undefined' },
    files: {
      'reports.js':
        'const toReading = ({ at, level }) => ({ at: new Date(at), level });\nexports.reportHandlers = ({ store }) => ({\n  async add({ params, json }) {\n    return store.put(params.code, toReading(json));\n  },\n  async change({ params, json }) {\n    return json;\n  },\n});\n',
      'app.js': app(
        "    .on('POST', '/readings', reports.add)\n    .on('PUT', '/readings/:id', readJson, reports.change)",
      ),
    },
    at: [
      ['reports.js', 'toReading = ({ ‸at'],
      ['reports.js', '‸toReading(json)'],
    ],
    first: { 'app.js': /'\/readings', readJson, reports\.add\)\n/ },
  },
]);
