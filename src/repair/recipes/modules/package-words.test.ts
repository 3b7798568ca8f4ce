import { check } from '../cases.test-helper.ts';
import { importExport } from './import-export.ts';
import { property } from '../names/property.ts';

const dayjs = {
  'node_modules/dayjs/package.json': '{"name":"dayjs","main":"dayjs.min.js","types":"index.d.ts"}',
  'node_modules/dayjs/dayjs.min.js': 'module.exports=function(){return{format:function(t){}}}',
  'node_modules/dayjs/index.d.ts':
    'declare namespace dayjs {\n  class Dayjs {\n    format(template?: string): string\n    toISOString(): string\n  }\n}\n',
};
const ajv = {
  'node_modules/ajv/package.json': '{"name":"ajv","main":"dist/ajv.js"}',
  'node_modules/ajv/dist/ajv.js':
    'class Ajv {\n  compile(schema, _meta) {\n    return this;\n  }\n}\nmodule.exports = Ajv;\n',
};
const type = { class: 'type' } as const;

const moments = {
  'node_modules/moment-zone/package.json':
    '{"name":"moment-zone","main":"zone.js","dependencies":{"moment":"2","left":"1"}}',
  'node_modules/moment-zone/zone.js': 'exports.tz = function (at) {};\n',
  'node_modules/moment/package.json': '{"name":"moment","main":"moment.js"}',
  'node_modules/moment/moment.js':
    'proto.startOf = startOf;\nproto.isBetween = isBetween;\nproto.isBefore = isBefore;\n',
};
const dates = (call: string): string =>
  `const moment = require('moment-zone');\nconst local = (at) => moment.tz(at, 'UTC');\nexports.at = (at) => local(at).${call};\n`;
const noMethod = (written: string) => ({
  class: 'type' as const,
  message: `local(...).${written} is not a function`,
  named: { property: written },
});

check(property, [
  {
    name: 'a method of what a function of one line makes, by the package that its package adds something to',
    ...noMethod('startof'),
    files: { 'a.js': dates("startof('week')") },
    outside: moments,
    at: [['a.js', 'local(at).‸startof']],
    first: { 'a.js': dates("startOf('week')") },
  },
  {
    name: 'a method without the word that says what it gives',
    ...noMethod('between'),
    files: { 'a.js': dates('between(1, 2)') },
    outside: moments,
    at: [['a.js', 'local(at).‸between']],
    first: { 'a.js': dates('isBetween(1, 2)') },
  },
  {
    name: 'a method of what a list is reduced to',
    ...type,
    message: 'prices.reduce(...).decimalPlace is not a function',
    named: { property: 'decimalPlace' },
    files: {
      'a.js':
        "const Big = require('big');\nexports.sum = (prices) => prices.reduce((a, b) => a.plus(b), new Big(0)).decimalPlace(2);\n",
    },
    outside: {
      'node_modules/big/package.json': '{"name":"big","main":"big.js"}',
      'node_modules/big/big.js': 'P.plus = function (y) {};\nP.decimalPlaces = P.dp = function (n) {};\n',
    },
    at: [['a.js', '‸prices.reduce']],
    first: {
      'a.js':
        "const Big = require('big');\nexports.sum = (prices) => prices.reduce((a, b) => a.plus(b), new Big(0)).decimalPlaces(2);\n",
    },
  },
  {
    name: 'a method of what a package makes, of which nobody saw the value',
    ...type,
    message: 'dayjs(...).formt is not a function',
    named: { property: 'formt' },
    files: { 'a.js': "const dayjs = require('dayjs');\nexports.year = (at) => dayjs(at).formt('YYYY');\n" },
    outside: dayjs,
    at: [['a.js', 'dayjs(at).‸formt']],
    first: { 'a.js': "const dayjs = require('dayjs');\nexports.year = (at) => dayjs(at).format('YYYY');\n" },
  },
  {
    name: 'a method of a class of another file that a package begins, be it the plural of one',
    ...type,
    message: 'Ticket.query(...).insertOnes is not a function',
    named: { property: 'insertOnes' },
    files: {
      'ticket.js': "const { Model } = require('orm');\nclass Ticket extends Model {}\nmodule.exports = Ticket;\n",
      'a.js': "const Ticket = require('./ticket');\nexports.add = (row) => Ticket.query().insertOnes(row);\n",
    },
    outside: {
      'node_modules/orm/package.json': '{"name":"orm","main":"index.js"}',
      'node_modules/orm/index.d.ts':
        'export class Model {\n  query(): Query;\n}\nexport class Query {\n  insertOne(row: object): Query;\n}\n',
    },
    at: [['a.js', 'Ticket.query().‸insertOnes']],
    first: { 'a.js': "const Ticket = require('./ticket');\nexports.add = (row) => Ticket.query().insertOne(row);\n" },
    ask: null,
  },
  {
    name: 'a method of a parameter whose type is of a package',
    ...type,
    message: 'ctx.toHttp(...).getRespose is not a function',
    named: { property: 'getRespose' },
    files: {
      'a.ts': "import { Context } from 'nest';\nexport const of = (ctx: Context) => ctx.toHttp().getRespose();\n",
    },
    outside: {
      'node_modules/nest/package.json': '{"name":"nest","main":"index.js"}',
      'node_modules/nest/index.d.ts':
        'export interface Http {\n  getResponse(): unknown;\n}\nexport interface Context {\n  toHttp(): Http;\n}\n',
    },
    at: [['a.ts', 'ctx.toHttp().‸getRespose']],
    first: { 'a.ts': /ctx\.toHttp\(\)\.getResponse\(\)/ },
  },
  {
    name: 'one member has the letters, another the words: a person says which',
    ...type,
    message: 'z.string(...).upperCase is not a function',
    named: { property: 'upperCase' },
    files: { 'a.js': "import { z } from 'zod';\nexport const berth = z.string().upperCase();\n" },
    outside: {
      'node_modules/zod/package.json': '{"name":"zod","main":"index.js"}',
      'node_modules/zod/index.d.ts':
        'export class ZodString {\n  uppercase(): this;\n  toUpperCase(): this;\n}\nexport declare const z: { string(): ZodString };\n',
    },
    at: [['a.js', 'z.string().‸upperCase']],
    first: { 'a.js': /z\.string\(\)\.uppercase\(\)/ },
    ask: /`uppercase` or `toUpperCase`/,
  },
  {
    name: 'a method of what a class of a package makes',
    ...type,
    message: '(intermediate value).complie is not a function',
    named: { property: 'complie' },
    files: { 'a.js': "const Ajv = require('ajv');\nconst check = new Ajv().complie({});\n" },
    outside: ajv,
    at: [['a.js', 'new Ajv().‸complie']],
    first: { 'a.js': "const Ajv = require('ajv');\nconst check = new Ajv().compile({});\n" },
  },
  {
    name: 'a method of an instance of a class of the language',
    ...type,
    message: '(intermediate value).fromat is not a function',
    named: { property: 'fromat' },
    files: { 'a.js': "exports.sum = (cents) => new Intl.NumberFormat('en').fromat(cents);\n" },
    at: [['a.js', "NumberFormat('en').‸fromat"]],
    first: { 'a.js': "exports.sum = (cents) => new Intl.NumberFormat('en').format(cents);\n" },
  },
]);

check(importExport, [
  {
    name: 'a name taken out of a package that puts its names together as it is loaded',
    ...type,
    message: 'uniqe is not a function',
    named: { identifier: 'uniqe' },
    files: { 'a.js': "const { sortBy, uniqe } = require('lodash');\nexports.all = (list) => uniqe(sortBy(list));\n" },
    outside: {
      'node_modules/lodash/package.json': '{"name":"lodash","main":"lodash.js"}',
      'node_modules/lodash/lodash.js':
        ';(function() {\n  function run() {\n    lodash.sortBy = sortBy;\n    lodash.uniq = uniq;\n    return lodash;\n  }\n  (freeModule.exports = run())._ = run;\n}.call(this));\n',
    },
    at: [['a.js', '=> ‸uniqe(']],
    first: { 'a.js': "const { sortBy, uniq } = require('lodash');\nexports.all = (list) => uniq(sortBy(list));\n" },
  },
]);
