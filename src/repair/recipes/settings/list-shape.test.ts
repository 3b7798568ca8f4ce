import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
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

const span =
  "const ms = require('ms');\nconst config = require('./config.json');\nexports.hold = ms(config.holdFor);\n";
const notOne = {
  class: 'unknown' as const,
  message: 'Error: val is not a non-empty string or a valid number. val=["2h"]',
  at: [['app.js', '= ‸ms(']] as const,
};

check(configShape, [
  {
    ...notOne,
    name: 'a list of one, where one is wanted',
    files: { 'config.json': '{ "holdFor": ["2h"], "zones": ["a"] }', 'app.js': span },
    first: { 'config.json': '{ "holdFor": "2h", "zones": ["a"] }' },
  },
  {
    ...notOne,
    name: 'two lists of that one',
    files: { 'config.json': '{ "holdFor": ["2h"], "spans": ["2h"] }', 'app.js': span },
    first: null,
  },
  {
    ...notOne,
    name: 'a list of two stands for none of them',
    message: 'Error: val is not a non-empty string or a valid number. val=["2h","3h"]',
    files: { 'config.json': '{ "holdFor": ["2h", "3h"] }', 'app.js': span },
    first: null,
  },
  {
    ...notOne,
    name: 'a message that only shows it',
    message: 'Error: no room in ["2h"]',
    files: { 'config.json': '{ "holdFor": ["2h"] }', 'app.js': span },
    first: null,
  },
]);

const lifts = '[\n  { "id": "k1" },\n  { "id": "s2" }\n]\n';
const held = (key = 'lifts'): string => `{\n  "${key}": [\n    { "id": "k1" },\n    { "id": "s2" }\n  ]\n}\n`;
const wrapped = (data: string, more: Record<string, string> = {}): Omit<Case, 'name' | 'first'> => ({
  class: 'type',
  message: 'rows.map is not a function',
  files: {
    'data/lifts.json': data,
    'store.js': 'exports.load = (name) => JSON.parse(read(`data/${name}.json`));\n',
    'app.js': "const rows = require('./store').load('lifts');\nexports.ids = () => rows.map((row) => row.id);\n",
    ...more,
  },
  at: [['app.js', '‸rows.map']],
});

check(configShape, [
  { ...wrapped(held()), name: 'a list under the name of its file', first: { 'data/lifts.json': lifts } },
  {
    ...wrapped(held('rows'), { 'data/huts.json': lifts }),
    name: 'a list under some name, beside files that are lists',
    first: { 'data/lifts.json': lifts },
  },
  { ...wrapped(held('rows')), name: 'a list under some name, and nothing beside it', first: null },
  {
    ...wrapped(held().replace('{\n', '{\n  "count": 2,\n')),
    name: 'a file that holds more than its list',
    first: null,
  },
  {
    ...wrapped(held(), { 'b.js': "exports.all = () => require('./store').load('lifts').lifts;\n" }),
    name: 'a list that somebody reads by its name',
    first: null,
  },
  {
    ...wrapped(held()),
    name: 'the value that fails is seen to be another one',
    facts: { rows: { className: 'Object', keys: ['total', 'page'] } },
    first: null,
  },
  {
    ...wrapped(held()),
    name: 'another value of the line is seen to be another one',
    message: 'store.rows(...).map is not a function',
    files: {
      ...wrapped(held()).files,
      'app.js': "const store = require('./store');\nexports.ids = () => store.rows('lifts').map((row) => row.id);\n",
    },
    at: [['app.js', "store.rows('lifts').‸map"]],
    facts: { store: { className: 'Object', keys: ['load', 'rows'] } },
    first: { 'data/lifts.json': lifts },
  },
  {
    ...wrapped(held()),
    message: 'rows.close is not a function',
    name: 'what is called is no method of lists',
    first: null,
  },
]);
