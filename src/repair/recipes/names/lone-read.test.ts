import { check } from '../cases.test-helper.ts';
import { importExport } from '../modules/import-export.ts';
import { loneRead } from './lone-read.ts';
import { placeholder } from '../settings/placeholder.ts';

const settings = (given: string) => `const get = (key) => key;\nmodule.exports = { get, ${given} };\n`;
const reader =
  "const config = require('./config');\nstart(config);\nfunction start(config) {\n  return require('path').join(config.root, config.get('a'));\n}\n";
const noPath = { class: 'type' as const, message: 'The "path" argument must be of type string. Received undefined' };

const member = (made: string) =>
  `class Member {\n  static ${made}(row) {\n    return new Member();\n  }\n  show() {}\n}\nmodule.exports = Member;\n`;
const loading =
  "const Member = require('./member');\nconst load = (rows, { from = (row) => row }) => rows.map(from);\nload([{}], { from: Member.from })[0].show();\n";
const noShow = {
  class: 'type' as const,
  message: 'load(...)[0].show is not a function',
  named: { identifier: 'show' },
};

check(loneRead, [
  ...(
    [
      [
        'what a function reads of the environment by a key that its schema has otherwise',
        'environment',
        'parsed.DATA_FOLDER',
      ],
      ['of a request, whoever sent it has the keys', 'body', null],
    ] as const
  ).map(([name, given, first]) => ({
    name,
    ...noPath,
    files: {
      'config.ts': `import { z } from 'zod';\nconst schema = z.object({ PORT: z.coerce.number(), DATA_FOLDER: z.string().default('data') });\nexport function load(${given}) {\n  const parsed = schema.parse(${given});\n  return { port: parsed.PORT, folder: parsed.DATA_DIR };\n}\n`,
      'store.ts': "import { join } from 'node:path';\nexport const open = (folder) => join(folder, 'a');\n",
    },
    at: [['store.ts', '‸join(folder']] as const,
    first: first === null ? null : { 'config.ts': /folder: parsed\.DATA_FOLDER \}/ },
  })),
  {
    name: 'what a module gives and nobody reads, beside what is read of it and it does not give',
    ...noPath,
    files: { 'config.js': settings("rootDir: '/x'"), 'a.js': reader },
    first: { 'config.js': settings("root: '/x'") },
    ask: null,
  },
  {
    name: 'a static method under another name, far from where it fails',
    ...noShow,
    files: { 'member.js': member('of'), 'a.js': loading },
    first: { 'member.js': member('from') },
    ask: null,
  },
  {
    name: 'two things that nobody reads are two guesses',
    ...noShow,
    files: { 'member.js': member('of').replace('  show', '  static make() {}\n  show'), 'a.js': loading },
    first: null,
  },
  {
    name: 'what is read elsewhere is no other name of it',
    ...noPath,
    files: { 'config.js': settings("rootDir: '/x'"), 'a.js': `${reader}config.rootDir;\n` },
    first: null,
  },
  {
    name: 'a class that has a parent may have it from there',
    ...noShow,
    files: { 'member.js': member('of').replace('class Member', 'class Member extends Base'), 'a.js': loading },
    first: null,
  },
]);

check(importExport, [
  {
    name: 'an object literal that is taken as the class in it, found far from where it fails',
    ...noShow,
    files: { 'member.js': `${member('from').replace('= Member', '= { Member }')}`, 'a.js': loading },
    first: { 'a.js': loading.replace('const Member', 'const { Member }') },
  },
  {
    name: 'a name of a package in another case, where the package itself could be called, too',
    class: 'type',
    message: 'Router is not a function',
    named: { identifier: 'Router' },
    files: { 'a.js': "const { router: Router } = require('web');\nconst routes = Router();\n" },
    outside: {
      'node_modules/web/package.json': '{"name":"web","main":"index.js"}',
      'node_modules/web/index.js':
        "exports = module.exports = create;\nfunction create() {}\nexports.Router = require('./router');\n",
    },
    at: [['a.js', '‸Router()']],
    first: { 'a.js': "const { Router } = require('web');\nconst routes = Router();\n" },
  },
]);

const letter = 'Dear {{ member.firstname }}, {{ member.voice }}\n';
const filled = {
  class: 'reference' as const,
  message: 'reminder: nothing to put for member.firstname',
};
const person = 'exports.person = { firstName: 1, voice: 2 };\n';

check(placeholder, [
  {
    name: 'a word of a letter that nothing is called by',
    ...filled,
    files: { 'a.js': person, 'letters/reminder.txt': letter },
    first: { 'letters/reminder.txt': letter.replace('firstname', 'firstName') },
  },
  {
    name: 'a word that the failure does not speak of',
    ...filled,
    message: 'something else',
    files: { 'a.js': person, 'letters/reminder.txt': letter },
    first: null,
  },
  {
    name: 'a word that something is called by',
    ...filled,
    files: { 'a.js': `${person}exports.firstname = 1;\n`, 'letters/reminder.txt': letter },
    first: null,
  },
  {
    name: 'a part that is called almost so',
    class: 'unknown',
    message: 'partial "foot" is not loaded',
    files: {
      'a.js': person,
      'views/page.html': '{{> head}}\n{{> foot}}\n',
      'views/parts/footer.html': '',
      'views/parts/head.html': '',
    },
    first: { 'views/page.html': '{{> head}}\n{{> footer}}\n' },
  },
  {
    name: 'a part that could be either of two',
    class: 'unknown',
    message: 'partial "foot" is not loaded',
    files: {
      'a.js': person,
      'views/page.html': '{{> foot}}\n',
      'views/parts/footer.html': '',
      'views/parts/footnote.html': '',
    },
    first: null,
  },
]);

const keys = (name: string): string =>
  `export const keys = {\n  game: (code) => \`game:\${code}\`,\n  ${name}: (code) => \`game:\${code}:answers\`,\n};\n`;
const games =
  "import { keys } from './keys.js';\nexport class GameStore {\n  async answersOf(code) {\n    return this.redis.hgetall(keys.answers(code), keys.game(code));\n  }\n}\nexport const games = new GameStore();\n";
const quiz = "import { games } from './games.js';\nexport const report = (code) => games.answersOf(code);\n";
const noKey = {
  class: 'type' as const,
  message: 'keys.answers is not a function',
  named: { receiver: 'keys', property: 'answers' },
  at: [['games.js', 'keys.‸answers(code)']] as const,
};
const config = (name: string): string =>
  `const file = {};\nexport default { title: file.title, ${name}: file.kinds };\n`;
const items =
  "import config from './config.js';\nexport const label = (row) => [config.title, config.categories[row.kind].label];\n";
const noLabel = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'dry')",
  named: { property: 'dry', nullish: 'undefined' as const },
  at: [['items.js', 'config.‸categories']] as const,
};

check(loneRead, [
  {
    name: 'a function of a constant that a method of a class is called like',
    ...noKey,
    files: { 'keys.js': keys('answersOf'), 'games.js': games, 'quiz.js': quiz },
    first: { 'keys.js': keys('answers') },
    ask: null,
  },
  {
    name: 'a function that somebody reads of the constant by its name',
    ...noKey,
    files: {
      'keys.js': keys('answersOf'),
      'games.js': games,
      'quiz.js': quiz,
      'sweep.js': "import { keys as names } from './keys.js';\nexport const sweep = (code) => names.answersOf(code);\n",
    },
    first: null,
  },
  {
    name: 'a key of the object that a file gives out as all it has',
    ...noLabel,
    files: { 'config.js': config('categoryMap'), 'items.js': items },
    first: { 'config.js': config('categories') },
    ask: null,
  },
  {
    name: 'a key of the object that another file reads by its name: two things',
    ...noLabel,
    files: {
      'config.js': config('categoryMap'),
      'items.js': items,
      'shelf.js': "import settings from './config.js';\nexport const shelf = () => settings.categoryMap;\n",
    },
    first: null,
  },
  {
    name: 'an object that others are copied into may have it',
    ...noLabel,
    files: { 'config.js': config('...file, categoryMap'), 'items.js': items },
    first: null,
  },
]);

/** A class that lists its own checks, of which one has another name. */
const checks = (own: string, more = '', listed = 'checkGap') => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'call')",
  named: { property: 'call', nullish: 'undefined' as const },
  files: {
    'a.js': `class Rules {\n  constructor(given) {\n    this.given = given;\n    this.checks = [this.checkAge, this.${listed}];\n  }\n  checkAge(one) {\n    return one.age > this.given.age;\n  }\n  ${own}(one) {\n    return one.days > this.given.days;\n  }\n  assess(one) {\n    return this.checks.every((check) => check.call(this, one));\n  }\n${more}}\nexports.assess = (one) => new Rules({ age: 1 }).assess(one);\n`,
  },
  at: [['a.js', 'check.‸call(this']] as const,
});

check(loneRead, [
  {
    name: 'a method that a class lists by another name, and one like it that nobody reads',
    ...checks('checkInterval'),
    first: { 'a.js': /\n {2}checkGap\(one\) \{/ },
  },
  { name: 'a method of quite another name', ...checks('interval'), first: null },
  { name: 'a method that does the opposite', ...checks('checkFirst', '', 'checkLast'), first: null },
  {
    name: 'what is called is no part of a list',
    ...checks('checkInterval', '', 'checkAge, this.checkGap()'),
    first: null,
  },
  {
    name: 'one that is used by its own name',
    ...checks('checkInterval', '  soon(one) {\n    return this.checkInterval(one);\n  }\n'),
    first: null,
  },
  {
    name: 'a class that takes members of what it is given',
    ...checks('checkInterval', '  take(more) {\n    Object.assign(this, more);\n  }\n'),
    first: null,
  },
  {
    name: 'what a class asks for may be missing',
    ...checks('checkInterval', '  all() {\n    return this.checkMore ?? [];\n  }\n'),
    first: { 'a.js': /\n {2}checkGap\(one\) \{/ },
  },
]);
