import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { misreadField } from '../names/misread-field.ts';
import { importExport } from './import-export.ts';

const format = (given: string): string =>
  `const euros = (cents) => cents / 100;\n${given}\nmodule.exports = { euros, ${[...given.matchAll(/const (\w+)/g)].map(([, name]) => name).join(', ')} };\n`;
const invoice = (name: string, use = `${name}(net)`): string =>
  `const { euros, ${name} } = require('./format');\nexports.line = (net) => ({ price: euros(net), tonnes: ${use} });\n`;
const report = (name: string): string =>
  `const { ${name} } = require('./format');\nexports.total = (kilos) => ${name}(kilos);\n`;
const noTonnes = {
  class: 'type' as const,
  message: 'tonnes is not a function',
  named: { identifier: 'tonnes' },
  at: [['invoice.js', '‸tonnes(net)']] as const,
};
const toTonnes = 'const toTonnes = (kilos) => kilos / 1000;';

check(importExport, [
  {
    name: 'a function that differs in its verb alone: all files that take it follow',
    ...noTonnes,
    files: { 'format.js': format(toTonnes), 'invoice.js': invoice('tonnes'), 'report.js': report('tonnes') },
    first: { 'invoice.js': invoice('toTonnes'), 'report.js': report('toTonnes') },
  },
  {
    name: 'two functions that say the same but for their verbs',
    ...noTonnes,
    files: {
      'format.js': format(`${toTonnes}\nconst asTonnes = (kilos) => kilos / 1016;`),
      'invoice.js': invoice('tonnes'),
    },
    first: null,
  },
  {
    name: 'a function of another verb',
    ...noTonnes,
    message: 'getTonnes is not a function',
    named: { identifier: 'getTonnes' },
    at: [['invoice.js', '‸getTonnes(net)']],
    files: { 'format.js': format(toTonnes), 'invoice.js': invoice('getTonnes') },
    first: null,
  },
  {
    name: 'a function with another verb that takes more',
    ...noTonnes,
    files: {
      'format.js': format('const toTonnes = (kilos, places) => kilos / places;'),
      'invoice.js': invoice('tonnes'),
    },
    first: null,
  },
  {
    name: 'a value that is read, and a function that makes one',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'least')",
    named: { nullish: 'undefined', property: 'least' },
    at: [['invoice.js', 'tonnes.‸least']],
    files: { 'format.js': format('const toTonnes = () => 1;'), 'invoice.js': invoice('tonnes', 'tonnes.least') },
    first: null,
  },
]);

check(misreadField, [
  {
    name: 'what is taken out of a module is no field of records',
    ...noTonnes,
    files: { 'format.js': format(toTonnes), 'invoice.js': invoice('tonnes'), 'report.js': report('tonnes') },
    first: null,
  },
]);

const toml = (line: string, use = 'parseToml(text)'): string => `${line}\nexport const read = (text) => ${use};\n`;
const noParse = (file: string, outside: Record<string, string>, use?: string): Omit<Case, 'name' | 'first'> => ({
  class: 'type',
  message: 'parseToml is not a function',
  named: { identifier: 'parseToml' },
  files: { 'package.json': '{"type":"module","dependencies":{"toml":"1"}}', 'a.js': toml(file, use) },
  outside: { 'node_modules/toml/package.json': '{"name":"toml","type":"module","main":"index.js"}', ...outside },
  at: [['a.js', '=> ‸parseToml']],
});
const asDefault = "import parseToml from 'toml';";
const gives = (names: string) => ({
  'node_modules/toml/index.js': `const parse = () => 1;\nconst stringify = () => 1;\nexport { ${names} };\nexport default { parse, stringify };\n`,
});

check(importExport, [
  {
    name: 'the default of a package, called by what one of its functions does',
    ...noParse(asDefault, gives('parse, stringify')),
    first: { 'a.js': toml("import { parse as parseToml } from 'toml';") },
  },
  {
    name: 'the whole of a module, called by what one of its functions does',
    class: 'type',
    message: 'sendMail is not a function',
    named: { identifier: 'sendMail' },
    files: {
      'mailer.js': 'const send = () => 1;\nconst verify = () => 2;\nmodule.exports = { send, verify };\n',
      'a.js': "const sendMail = require('./mailer');\nexports.tell = (who) => sendMail(who);\n",
    },
    at: [['a.js', '=> ‸sendMail']],
    first: { 'a.js': /const \{ send: sendMail \} = require/ },
  },
  {
    name: 'two of its functions say so',
    ...noParse(asDefault, gives('parse, parse as toml')),
    first: null,
  },
  {
    name: 'what is called and handed on as well',
    ...noParse(asDefault, gives('parse, stringify'), 'parseToml(text) || list.map(parseToml)'),
    first: null,
  },
]);

const bars = (taken: string): string => `import ${taken} from 'bars';\nbars.helper('a', () => 1);\n`;
const noHelper = (type: string): Omit<Case, 'name' | 'first'> => ({
  class: 'type',
  message: 'bars.helper is not a function',
  named: { receiver: 'bars', property: 'helper' },
  files: { 'package.json': `{${type}"dependencies":{"bars":"1"}}`, 'a.js': bars('* as bars') },
  outside: {
    'node_modules/bars/package.json': '{"name":"bars","main":"index.js"}',
    'node_modules/bars/index.js': "module.exports = require('./made').create();\n",
  },
  at: [['a.js', 'bars.‸helper']],
});

check(importExport, [
  {
    name: 'all of a package of CommonJS, whose names no ES module sees: its default',
    ...noHelper('"type":"module",'),
    first: { 'a.js': bars('bars') },
  },
  { name: 'where a compiler makes CommonJS of it, all of it is that already', ...noHelper(''), first: null },
]);
