import { check } from '../cases.test-helper.ts';
import { keyPath } from './key-path.ts';

const unset = (path: string) => ({
  class: 'config' as const,
  message: `setting "${path}" is not set`,
});
const store = `const fs = require('node:fs');
const values = JSON.parse(fs.readFileSync('config/defaults.json', 'utf8'));
exports.get = (path) => {
  const found = path.split('.').reduce((at, part) => at?.[part], values);
  if (found === undefined) throw new Error(\`setting "\${path}" is not set\`);
  return found;
};
`;
const asking = (...paths: string[]) =>
  `const { get } = require('./store');\n${paths.map((path) => `get('${path}');\n`).join('')}`;

check(keyPath, [
  ...(['http.bodylimit', 'http.body_limit', 'htpp.bodyLimit'] as const).map((written) => ({
    name: `\`${written}\` where the one path that is written almost so is \`http.bodyLimit\``,
    ...unset(written),
    files: {
      'store.js': store,
      'a.js': asking(written, 'http.port', 'http.bodyLimit'),
      'b.js': asking(written),
      'config/defaults.json': '{"http":{"port":1,"bodyLimit":"50kb"}}',
    },
    at: [['store.js', '‸throw']] as const,
    first: { 'a.js': asking('http.bodyLimit', 'http.port', 'http.bodyLimit'), 'b.js': asking('http.bodyLimit') },
    ask: null,
  })),
  {
    name: 'a path that is nearly that of two',
    ...unset('http.port1'),
    files: {
      'store.js': store,
      'a.js': asking('http.port1', 'http.port2', 'http.port3'),
      'config/defaults.json': '{"http":{"port2":1,"port3":1}}',
    },
    at: [['store.js', '‸throw']],
    first: null,
  },
  {
    name: 'a section that nobody asks for takes the name that is asked for, in every file that has it',
    ...unset('quotes.validDays'),
    files: {
      'store.js': store,
      'a.js': `${asking('quotes.validDays', 'http.port')}const quote = 1;\nexports.quote = quote;\n`,
      'config/defaults.json': '{"http":{"port":1},"quote":{"validDays":14,"most":3}}',
      'config/live.json': '{"quote":{"validDays":10}}',
    },
    at: [['store.js', '‸throw']],
    first: {
      'config/defaults.json': '{"http":{"port":1},"quotes":{"validDays":14,"most":3}}',
      'config/live.json': '{"quotes":{"validDays":10}}',
    },
    ask: null,
  },
  {
    name: 'a key with a word in common',
    ...unset('http.bodyLimit'),
    files: {
      'store.js': store,
      'a.js': asking('http.bodyLimit', 'http.port'),
      'config/defaults.json': '{"http":{"port":1,"limit":"50kb"}}',
    },
    at: [['store.js', '‸throw']],
    first: { 'config/defaults.json': '{"http":{"port":1,"bodyLimit":"50kb"}}' },
    ask: null,
  },
  {
    name: 'of two keys of YAML that nobody asks for the one with a word in common',
    ...unset('library.loanPeriod'),
    files: {
      'store.js': store,
      'a.js': asking('library.loanPeriod'),
      'config/defaults.yml': 'library:\n  loanFor: 28d\n  formats: [pdf]\n',
    },
    at: [['store.js', '‸throw']],
    first: { 'config/defaults.yml': 'library:\n  loanPeriod: 28d\n  formats: [pdf]\n' },
    ask: null,
  },
  {
    name: 'a key with nothing in common but its place is for a person',
    ...unset('http.bodyLimit'),
    files: {
      'store.js': store,
      'a.js': asking('http.bodyLimit', 'http.port'),
      'config/defaults.json': '{"http":{"port":1,"most":"50kb"}}',
    },
    at: [['store.js', '‸throw']],
    first: { 'config/defaults.json': '{"http":{"port":1,"bodyLimit":"50kb"}}' },
    ask: /nothing but its place/,
  },
  {
    name: 'the text follows a key that moved',
    ...unset('pricing.vatRate'),
    files: {
      'store.js': store,
      'a.js': asking('pricing.vatRate', 'pricing.markup'),
      'config/defaults.json': '{"pricing":{"markup":2},"tax":{"vatRate":0.2}}',
    },
    at: [['store.js', '‸throw']],
    first: { 'a.js': asking('tax.vatRate', 'pricing.markup') },
    ask: null,
  },
  {
    name: 'a key of that name that others read where it stands is another one',
    ...unset('cache.timeoutMs'),
    files: {
      'store.js': store,
      'a.js': `${asking('cache.timeoutMs', 'cache.size')}exports.wait = ({ timeoutMs }) => timeoutMs;\n`,
      'config/defaults.json': '{"cache":{"size":2},"courier":{"timeoutMs":2000}}',
    },
    at: [['store.js', '‸throw']],
    first: null,
  },
  {
    name: 'a key that others ask for is none that was renamed',
    ...unset('http.bodyLimit'),
    files: {
      'store.js': store,
      'a.js': asking('http.bodyLimit', 'http.limit'),
      'config/defaults.json': '{"http":{"limit":"50kb"}}',
    },
    at: [['store.js', '‸throw']],
    first: null,
  },
]);
