import { check } from '../cases.test-helper.ts';
import { configShape } from './config-shape.ts';

const loader = "const config = JSON.parse(require('fs').readFileSync('config/app.json', 'utf8'));\n";
const noFunction = { class: 'type', message: 'config.kinds.includes is not a function' } as const;
const noList = { class: 'type', message: 'config.machines is not iterable' } as const;

check(configShape, [
  {
    name: 'keys that are all true are the list of them',
    ...noFunction,
    files: {
      'config/app.json': '{ "port": 1, "kinds": { "day": true, "weekend": true } }',
      'app.js': `${loader}exports.knows = (kind) => config.kinds.includes(kind);\nexports.port = config.port;\n`,
    },
    at: [['app.js', 'kinds.‸includes']],
    first: { 'config/app.json': /"kinds": \[\s*"day",\s*"weekend"\s*\]/ },
  },
  {
    name: 'records that have their keys are the list of them',
    ...noList,
    files: {
      'config/app.json': '{ "machines": { "1": { "no": 1, "kind": "washer" }, "2": { "no": 2, "kind": "dryer" } } }',
      'app.js': `${loader}exports.kinds = function* () {\n  for (const { no, kind } of config.machines) yield [no, kind];\n};\n`,
    },
    at: [['app.js', '‸config.machines']],
    first: { 'config/app.json': /"machines": \[\s*\{\s*"no": 1,\s*"kind": "washer"\s*\},/ },
  },
  {
    name: 'of a section that was handed on',
    ...noFunction,
    files: {
      'config/app.json': '{ "port": 1, "tickets": { "kinds": { "day": true, "weekend": true } } }',
      'app.js': `${loader}exports.pricing = pricing(config.tickets);
exports.port = config.port;
`,
      'pricing.js': 'exports.pricing = (tickets) => (kind) => tickets.kinds.includes(kind);\n',
    },
    at: [['pricing.js', 'kinds.‸includes']],
    first: { 'config/app.json': /"kinds": \[\s*"day",\s*"weekend"\s*\]/ },
  },
  {
    name: 'nothing where the keys would be lost, or others read by them',
    ...noList,
    files: {
      'config/app.json': '{ "machines": { "a": { "no": 1 }, "b": { "no": 2 } }, "kinds": { "x": { "id": "x" } } }',
      'app.js': `${loader}for (const { no } of config.machines) add(no);\nfor (const { id } of config.kinds) add(id, config.kinds[id]);\n`,
    },
    at: [['app.js', '‸config.machines']],
    first: null,
  },
]);
