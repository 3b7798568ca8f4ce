import { check } from '../cases.test-helper.ts';
import { packageDeed } from './package-deed.ts';

const outside = {
  'node_modules/yaml/package.json': '{"name":"yaml","main":"index.js"}',
  'node_modules/yaml/index.js': 'exports.parse = function () {};\nexports.stringify = function () {};\n',
  'node_modules/mime-types/package.json': '{"name":"mime-types","main":"index.js"}',
  'node_modules/mime-types/index.js': 'exports.lookup = lookup;\nexports.contentType = contentType;\n',
};
const type = { class: 'type' as const, outside };
const other = "const yaml = require('yaml');\nexports.write = (value) => yaml.dump(value);\n";

check(packageDeed, [
  {
    ...{ name: 'of the whole package, in all files', ...type, message: 'TypeError: YAML.dump is not a function' },
    files: { 'a.js': "const YAML = require('yaml');\nexports.out = (value) => YAML.dump(value);\n", 'b.js': other },
    at: [['a.js', 'YAML.‸dump']],
    first: { 'a.js': /YAML\.stringify\(value\)/, 'b.js': /yaml\.stringify\(value\)/ },
  },
  {
    ...{ name: 'by its name', ...type, message: 'TypeError: load is not a function' },
    files: { 'a.js': "const { load } = require('yaml');\nexports.read = (text) => load(text);\n" },
    at: [['a.js', '‸load(text)']],
    first: { 'a.js': "const { parse: load } = require('yaml');\nexports.read = (text) => load(text);\n" },
  },
  {
    ...{
      name: 'by the name of an import',
      ...type,
      class: 'import_export',
      message: "'yaml' does not provide an export named 'load'",
    },
    named: { module: 'yaml', exportName: 'load', importer: 'a.mjs' },
    files: { 'a.mjs': "import { load } from 'yaml';\nexport const read = (text) => load(text);\n" },
    at: [['a.mjs', '‸import']],
    first: { 'a.mjs': "import { parse as load } from 'yaml';\nexport const read = (text) => load(text);\n" },
  },
  {
    ...{ name: 'a type of a file', ...type, message: 'TypeError: mime.getType is not a function' },
    files: { 'a.js': "const mime = require('mime-types');\nexports.of = (name) => mime.getType(name);\n" },
    at: [['a.js', 'mime.‸getType']],
    first: { 'a.js': /mime\.lookup\(name\)/ },
  },
  {
    ...{ name: 'of a module of the project', ...type, message: 'TypeError: store.load is not a function' },
    files: {
      'a.js': "const store = require('./store');\nexports.of = () => store.load();\n",
      'store.js': 'exports.parse = () => 1;\n',
    },
    at: [['a.js', 'store.‸load']],
    first: null,
  },
]);
