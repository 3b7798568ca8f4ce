import { check } from '../cases.test-helper.ts';
import { declaredTwice } from './declared-twice.ts';
import { identifier } from '../names/identifier.ts';
import { idleStatement } from './idle-statement.ts';
import { lostSpread } from './lost-spread.ts';

const rows = (list: string): string =>
  `class Rows {\n  #rows = new Map();\n  all() {\n    return ${list}.map((row) => structuredClone(row));\n  }\n}\nmodule.exports = { Rows };\n`;
const csv = (pattern: string): string =>
  `exports.read = (text) => {\n  const ${pattern} = text.trim().split('\\n');\n  return lines.map((line) => [head, line]);\n};\n`;
const config = (held: string, other = ''): string =>
  `const defaults = { currency: { code: 'EUR' }, port: 3000 };\nconst config = { ${held}, host: '::' };\n${other}exports.code = () => config.currency.code;\n`;
const reading = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'code')",
  named: { property: 'code', nullish: 'undefined' as const },
  at: [['config.js', 'currency.‸code;']] as const,
};
const noFunction = { class: 'type' as const, message: 'lines.map is not a function' };

check(lostSpread, [
  {
    name: 'a list of one iterator',
    class: 'unknown',
    message: '#<Object> could not be cloned.',
    files: { 'rows.js': rows('[this.#rows.values()]') },
    first: { 'rows.js': rows('[...this.#rows.values()]') },
  },
  {
    name: 'a list of lists',
    class: 'unknown',
    message: '#<Object> could not be cloned.',
    files: { 'rows.js': rows('[Object.values(this.rows)]') },
    first: null,
  },
  {
    name: 'the rest of a list',
    ...noFunction,
    files: { 'csv.js': csv('[head, lines]') },
    at: [['csv.js', 'lines.‸map']],
    first: { 'csv.js': csv('[head, ...lines]') },
  },
  {
    name: 'one of a list that others stand behind',
    ...noFunction,
    files: { 'csv.js': csv('[lines, head]') },
    at: [['csv.js', 'lines.‸map']],
    first: null,
  },
  {
    name: 'an object that holds what is read of it',
    ...reading,
    files: { 'config.js': config('defaults') },
    first: { 'config.js': config('...defaults') },
  },
  {
    name: 'a frozen object that holds what a file says',
    ...reading,
    files: {
      'config.js': config('defaults')
        .replace(/= \{ currency.*/, "= JSON.parse(readFileSync('config.json', 'utf8'));")
        .replace(/const config = (.*);/, 'const config = Object.freeze($1);'),
      'config.json': '{ "currency": { "code": "EUR" } }\n',
    },
    first: { 'config.js': /Object\.freeze\(\{ \.\.\.defaults, host/ },
  },
  {
    name: 'an object that is read by the name of what it holds, too',
    ...reading,
    files: { 'config.js': config('defaults', 'exports.port = () => config.defaults.port;\n') },
    first: null,
  },
]);

const shop = (sign: string): string =>
  `class Shop {\n  constructor(settings) {\n    this.cache ${sign} new Map(settings);\n  }\n  has(id) {\n    return this.cache.has(id);\n  }\n}\nmodule.exports = { Shop };\n`;
const cache = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'has')",
  at: [['shop.js', 'cache.‸has']] as const,
};
const bank = (more: string): string =>
  `class Bank {\n  #rows = new Map();\n${more}  #taxa;\n  all() {\n    return [this.#rows, this.#taxa];\n  }\n}\nmodule.exports = { Bank };\n`;
const twice = {
  class: 'syntax' as const,
  message: "Identifier '#rows' has already been declared",
  at: [['bank.js', '‸class']] as const,
};

check(declaredTwice, [
  {
    name: 'a private field',
    ...twice,
    files: { 'bank.js': bank('  #rows = new Map();\n') },
    first: { 'bank.js': bank('') },
  },
  { name: 'a private field with another value', ...twice, files: { 'bank.js': bank('  #rows = [];\n') }, first: null },
]);

const send = (line: string): string =>
  `exports.send = (response, body) => {\n  response.writeHead(200).end(body);\n${line}};\n`;
const sent = { class: 'unknown' as const, message: 'Cannot write headers after they are sent to the client' };

check(idleStatement, [
  {
    name: 'chooses and keeps nothing',
    ...{ class: 'type', message: "Cannot read properties of undefined (reading 'prepare')" },
    files: { 'a.js': 'let db;\nexports.open = (file) => {\n  db ?? new Database(file);\n  return db;\n};\n' },
    first: { 'a.js': 'let db;\nexports.open = (file) => {\n  db ??= new Database(file);\n  return db;\n};\n' },
  },
  {
    name: 'chooses, and does something then',
    ...{ class: 'type', message: "Cannot read properties of undefined (reading 'prepare')" },
    files: { 'a.js': 'let db;\nexports.open = (file) => {\n  db ?? connect(file);\n  return db;\n};\n' },
    first: null,
  },
  ...['==', '===', '-'].map((sign) => ({
    name: `\`${sign}\` for \`=\``,
    ...cache,
    files: { 'shop.js': shop(sign) },
    first: { 'shop.js': shop('=') },
  })),
  { name: 'a value that is given', ...cache, files: { 'shop.js': shop('=') }, first: null },
  {
    name: 'an answer that is sent twice',
    ...sent,
    files: { 'send.js': send('  response.writeHead(200).end(body);\n') },
    at: [['send.js', '\n  response.‸writeHead(200).end(body);\n};']],
    first: { 'send.js': send('') },
  },
  {
    name: 'another answer that is sent behind one',
    ...sent,
    files: { 'send.js': send('  response.writeHead(500).end(body);\n') },
    at: [['send.js', '\n  response.‸writeHead(500)']],
    first: null,
  },
]);

const routes = (first: string): string =>
  `const { Router } = require('express');\n${first}const courses = require('./courses');\nconst router = Router();\nrouter.use('/students', students);\nrouter.use('/courses', courses);\nmodule.exports = router;\n`;
const router = "const { Router } = require('express');\nmodule.exports = Router();\n";
const roster = "const students = require('../data/students.json');\nexports.all = () => students;\n";

check(identifier, [
  {
    name: 'the file beside this one, as its neighbour is taken, and not what others call so',
    class: 'reference',
    message: 'students is not defined',
    named: { identifier: 'students' },
    files: {
      'routes/index.js': routes(''),
      'routes/courses.js': router,
      'routes/students.js': router,
      'controllers/students.js': roster,
      'data/students.json': '[]\n',
    },
    at: [['routes/index.js', '‸students)']],
    first: { 'routes/index.js': /const students = require\('\.\/students'\);/ },
  },
]);

const refusal = (line: string): string =>
  `class Missing extends Error {\n  constructor(message) {\n    super(message);\n    ${line}\n  }\n}\nmodule.exports = { Missing };\n`;
const undeclared = {
  class: 'reference' as const,
  message: 'statusCode is not defined',
  named: { identifier: 'statusCode' },
  at: [['errors.js', '‸statusCode']] as const,
};

check(identifier, [
  {
    name: 'what a constructor keeps, and others read',
    ...undeclared,
    files: {
      'errors.js': refusal('statusCode = 404;'),
      'app.js': 'exports.code = (error) => error.statusCode ?? 500;\n',
    },
    first: { 'errors.js': refusal('this.statusCode = 404;') },
  },
  {
    name: 'what nobody reads',
    ...undeclared,
    files: { 'errors.js': refusal('statusCode = 404;') },
    first: { 'errors.js': refusal('let statusCode = 404;') },
  },
]);

const mounted = (taken: string): string =>
  `import { ${taken} } from 'express';\nexport const members = Router();\nmembers.get('/', (req, res) => res.json([]));\n`;
const noRouter = {
  class: 'reference' as const,
  message: 'Router is not defined',
  named: { identifier: 'Router' },
  at: [['members.ts', '‸Router()']] as const,
};

check(identifier, [
  {
    name: 'an import with a slip, of what others take from there',
    ...noRouter,
    files: { 'members.ts': mounted('Routter'), 'loans.ts': mounted('Router').replaceAll('members', 'loans') },
    first: { 'members.ts': mounted('Router') },
  },
]);

const pipes = (calls: string): Record<string, string> => ({
  'fp.js': 'exports.pipe = (steps) => (value) => steps.reduce((all, step) => step(all), value);\n',
  'a.js': `const { pipe } = require('./fp.js');\n${calls}`,
});

check(lostSpread, [
  ...(
    [
      ['is given several', 'exports.one = pipe(trim, lower, short)(text);\n', true],
      ['is given one list, and something that it does not take', "exports.one = pipe(list, 'x')(text);\n", false],
      ['is given one thing that is no list', 'exports.one = pipe(trim)(text);\n', false],
    ] as const
  ).map(([name, calls, isMended]) => ({
    name: `the one parameter of a function that ${name}`,
    class: 'type' as const,
    message: 'steps.reduce is not a function',
    named: { receiver: 'steps', property: 'reduce' },
    files: pipes(calls),
    at: [['fp.js', 'steps.‸reduce']] as const,
    first: isMended ? { 'fp.js': /pipe = \(\.\.\.steps\) =>/ } : null,
  })),
  ...(
    [
      ['its entries', '([name, sum])', true],
      ['itself', '(each)', false],
    ] as const
  ).map(([name, taken, isMended]) => ({
    name: `a list of one Map, of which ${name} is taken`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'aisle')",
    named: { property: 'aisle', nullish: 'undefined' as const },
    files: {
      'a.js': `const totals = new Map();\nexports.all = () => [totals].map(${taken} => shop(name).aisle);\n`,
    },
    at: [['a.js', 'shop(name).‸aisle']] as const,
    first: isMended ? { 'a.js': /\[\.\.\.totals\]/ } : null,
  })),
]);
