import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits, proposeFrom } from '../../propose.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { envKey } from './elsewhere.ts';
import { dataFile } from './data-file.ts';
import { yamlFile } from './yaml-file.ts';

const deps = {
  tryOut: () => Promise.reject(new Error('nothing may be tried')),
  limits: defaultLimits,
  signal: new AbortController().signal,
};

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const thrown = (message: string) => ({ class: 'unknown' as const, message });

const reader = "const config = require('./load')();\nexports.hours = () => config.opening.to;\n";
const seen = { config: { keys: ['title', 'openning'] }, 'config.opening': { type: 'undefined' as const } };
const app = '{ "title": "x", "openning": { "to": 18 } }\n';

check(dataFile, [
  ...(
    [
      ['the one that nobody reads is meant', '  showsDir: a\n  prices: b', 'content.prices', 'shows', null],
      ['by quite another word a person says', '  folder: a\n  prices: b', 'content.prices', 'shows', /nobody reads it/],
      ['two that nobody reads', '  showsDir: a\n  showsUrl: c\n  prices: b', 'content.prices', null, null],
      ['something else is missing, too', '  showsDir: a\n  prices: b', 'content.prices, content.halls', null, null],
    ] as const
  ).map(([name, keys, others, meant, ask]) => ({
    name: `a section of settings that is handed on, read by a name that it has not: ${name}`,
    class: 'type' as const,
    message: 'The "path" argument must be of type string or an instance of Buffer or URL. Received undefined',
    files: {
      'settings.yaml': `content:\n${keys}\nport: 1\n`,
      'a.js': `exports.open = ({ content }) => [read(content.shows), ${others}];\nexports.all = () => ({ shows: [] });\n`,
    },
    at: [['a.js', '‸read(content.shows)']] as const,
    first: meant === null ? null : { 'settings.yaml': /^content:\n {2}shows: a\n {2}prices: b/ },
    ...(ask === null ? {} : { ask }),
  })),
  {
    name: 'a list, which the code reads by the plural of its key',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'includes')",
    named: { property: 'includes', nullish: 'undefined' },
    files: {
      'shop.json': '{ "fee": 350, "zone": ["1010", "1020"] }',
      'a.js': 'exports.serves = (zip) => shop.zones.includes(zip);\n',
    },
    at: [['a.js', 'zones.‸includes']],
    facts: { shop: { type: 'object', keys: ['fee', 'zone'] } },
    first: { 'shop.json': /"zones": \["1010"/ },
    ask: null,
  },
  {
    name: 'a program that ends by itself and names what it lacks',
    class: 'unknown',
    message: 'Missing config: database',
    files: {
      'config.json': '{ "databse": { "host": "h" } }',
      'a.js': "const config = require('./config.json');\nif (!config.database) fail('database');\n",
    },
    first: { 'config.json': '{ "database": { "host": "h" } }' },
  },
  {
    name: 'a text that is counted with',
    class: 'type',
    message: 'config.size.toFixed is not a function',
    named: { receiver: 'config.size', property: 'toFixed' },
    files: {
      'config.json': '{ "size": "10" }',
      'a.js': "const config = require('./config.json');\nmodule.exports = () => config.size.toFixed();\n",
    },
    at: [['a.js', 'config.size.‸toFixed']],
    facts: { config: { keys: ['size'] }, 'config.size': { type: 'string', preview: '"10"' } },
    first: { 'config.json': '{ "size": 10 }' },
  },
  {
    name: 'the same letters for the only reader: he follows the file',
    class: 'type',
    message: 'The "path" argument must be of type string. Received undefined',
    files: {
      'config.json': '{ "dataDir": "data" }',
      'a.js': "const config = require('./config.json');\nmodule.exports = () => path.join(config.datadir, 'a');\n",
    },
    at: [['a.js', '‸path.join']],
    facts: { config: { keys: ['dataDir'] }, 'config.datadir': { type: 'undefined' } },
    first: null,
  },
  {
    name: 'a misspelt key: the example has it right',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app, 'app.example.json': app.replace('openning', 'opening') },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'a misspelt key: the commit before has it right',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    context: {
      git: {
        show: async (_, back) => (back === 1 ? app.replace('openning', 'opening') : app),
        lost: async () => null,
        below: async () => [],
        replaced: async () => new Map(),
      },
    },
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'a misspelt key: a type has it right',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app, 'types.ts': 'export interface App { opening: { to: number } }\n' },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'nothing tells which side is right: a person is asked',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
    ask: /only you know/,
  },
  {
    name: 'the key is read by the name it has',
    ...reading('to'),
    files: { 'a.js': `${reader}exports.open = () => config.openning;\n`, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: null,
  },
  {
    name: 'two files could be meant',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app, 'b.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: null,
  },
  {
    name: 'the object is not of that file',
    ...reading('to'),
    files: { 'a.js': reader, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: { ...seen, config: { keys: ['openning', 'other'] } },
    first: null,
  },
  {
    name: 'the debugger saw nothing, a type has it right',
    ...reading('basic'),
    files: {
      'a.ts':
        'interface Seed {\n  tiers: Record<string, number>;\n}\nexport const percentOf = (seed: Seed, tier: string) =>\n  seed.tiers[tier];\n',
      'seed.json': '{ "teirs": { "basic": 0 } }\n',
    },
    at: [['a.ts', 'seed.tiers‸[tier]']],
    first: { 'seed.json': '{ "tiers": { "basic": 0 } }\n' },
  },
  {
    name: 'the debugger saw nothing, and the other name is the plural',
    ...reading('id'),
    files: {
      'a.ts': 'interface Req {\n  user: User;\n}\nexport const idOf = (req: Req) =>\n  req.user.id;\n',
      'seed.json': '{ "users": [{ "id": 1 }] }\n',
    },
    at: [['a.ts', 'user.‸id']],
    first: null,
  },
  {
    name: 'the code reads it so in two places',
    ...reading('to'),
    files: { 'a.js': `${reader}exports.from = () => config.opening.from;\n`, 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: { 'app.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'the debugger saw nothing, and nothing confirms it',
    ...reading('basic'),
    files: {
      'a.js': 'exports.percentOf = (seed, tier) =>\n  seed.tiers[tier];\n',
      'seed.json': '{ "teirs": { "basic": 0 } }\n',
    },
    at: [['a.js', 'seed.tiers‸[tier]']],
    first: null,
  },
  {
    name: 'a file of that name is no template',
    ...reading('to'),
    files: { 'a.js': reader, 'config/default.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    context: {
      git: {
        show: async (_, back) => (back === 1 ? app.replace('openning', 'opening') : app),
        lost: async () => null,
        below: async () => [],
        replaced: async () => new Map(),
      },
    },
    first: { 'config/default.json': '{ "title": "x", "opening": { "to": 18 } }\n' },
  },
  {
    name: 'a key of YAML that a check asks for by name',
    ...thrown('site.yml: baseUrl is not a URL: undefined'),
    files: {
      'a.js': 'const site = load();\nif (!URL.canParse(site.baseUrl)) throw new Error(`baseUrl is not a URL`);\n',
      'site.yml': 'title: News\nbaseURL: https://a.example\ncomments:\n  enabled: true\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { site: { keys: ['title', 'baseURL', 'comments'] }, 'site.baseUrl': { type: 'undefined' } },
    first: { 'site.yml': 'title: News\nbaseUrl: https://a.example\ncomments:\n  enabled: true\n' },
  },
  {
    name: 'a check that another value fails',
    ...thrown('baseUrl is not a URL: x'),
    files: {
      'a.js': 'const site = load();\nif (!URL.canParse(site.baseUrl)) throw new Error(`baseUrl is not a URL`);\n',
      'site.yml': 'baseURL: x\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { site: { keys: ['baseUrl'] }, 'site.baseUrl': { type: 'string', preview: '"x"' } },
    first: null,
  },
  {
    name: 'a number in quotes',
    ...thrown('config: pageSize must be a whole number'),
    files: {
      'a.js': "if (!Number.isInteger(config.pageSize)) throw new Error('config: pageSize must be a whole number');\n",
      'app.json': '{\n  "pageSize": "2"\n}\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { 'config.pageSize': { type: 'string', preview: '"2"' } },
    first: { 'app.json': '{\n  "pageSize": 2\n}\n' },
  },
  {
    name: 'text that is no number',
    ...thrown('config: pageSize must be a whole number'),
    files: {
      'a.js': "if (!Number.isInteger(config.pageSize)) throw new Error('config: pageSize must be a whole number');\n",
      'app.json': '{ "pageSize": "two" }\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { 'config.pageSize': { type: 'string', preview: '"two"' } },
    first: null,
  },
  {
    name: 'a number that is none of the kind: the check is of something else',
    ...thrown('code: pageSize is taken'),
    files: {
      'a.js': "if (taken.has(config.pageSize)) throw new Error('code: pageSize is taken');\n",
      'app.json': '{ "pageSize": "2" }\n',
    },
    at: [['a.js', 'throw ‸new Error']],
    facts: { 'config.pageSize': { type: 'string', preview: '"2"' } },
    first: null,
  },
]);

const yaml = 'title: News\nperPage: 2\ncomments:\n  enabled: true\nlinks:\n  home: https://a.example\n';
const steps = 'roles:\n  head:\n    label: Head\n    can: [plan]\n  keeper:\n    label: Keeper\n    can: [lend]\n';
const refused = (line: number) => ({
  class: 'syntax' as const,
  message: `SyntaxError: site.yml:${line}: cannot read it`,
  files: { 'a.js': 'parse();\n' },
  at: [['a.js', '‸parse']] as const,
});
const site = (text: string) => ({ 'a.js': 'parse();\n', 'config/site.yml': text });

test('REP-2 yaml-file: of two lines that do not agree the one that keeps the step of the file is sure', async () => {
  const ideas = await yamlFile.ideas(
    contextOf({
      ...refused(3),
      name: '',
      message: 'YAMLParseError: All mapping items must start at the same column at line 5, column 1:',
      files: site('units:\n  far: km\nlimits:\n   perPage: 2\n  most: 8\n'),
      first: null,
    }),
  );
  assert.deepEqual(
    ideas.map(({ rank, edits }) => [rank, edits[0]?.after]),
    [
      [0, 'units:\n  far: km\nlimits:\n  perPage: 2\n  most: 8\n'],
      [1, 'units:\n  far: km\nlimits:\n   perPage: 2\n   most: 8\n'],
    ],
  );
});

const orchard = (read: string) => ({
  ...site('name: Low\ncrates:\n  small: 8\n large: 18\nbonus:\n  percent: 10\n'),
  'a.js': `parse();\n${read}`,
});
const between = {
  ...refused(3),
  message: 'YAMLParseError: All mapping items must start at the same column at line 4, column 1:',
};

check(yamlFile, [
  {
    ...between,
    name: 'a line between two steps: it stands where it is read',
    files: orchard('const { small, large } = config.crates;\n'),
    first: { 'config/site.yml': 'name: Low\ncrates:\n  small: 8\n  large: 18\nbonus:\n  percent: 10\n' },
    ask: null,
  },
  {
    ...between,
    name: 'a line between two steps that nothing reads: a person is asked',
    files: orchard('show(config);\n'),
    first: { 'config/site.yml': /large: 18/ },
    ask: /only you know/,
  },
  {
    ...refused(4),
    name: 'a tab',
    files: site(yaml.replace('  enabled', '\tenabled')),
    first: { 'config/site.yml': yaml },
  },
  {
    ...refused(6),
    name: 'a tab that stands for more than one step',
    files: site(steps.replace('    label: Keeper', '\tlabel: Keeper')),
    first: { 'config/site.yml': steps },
  },
  {
    ...refused(4),
    name: 'the marks of a merge whose sides say the same',
    files: site(
      yaml.replace(/^.*enabled.*\n/m, (line) => `<<<<<<< HEAD\n${line}=======\n${line}# why\n>>>>>>> other\n`),
    ),
    first: { 'config/site.yml': yaml },
    ask: null,
  },
  {
    ...refused(2),
    name: 'no blank behind a colon',
    files: site(yaml.replace('perPage: 2', 'perPage:2')),
    first: { 'config/site.yml': yaml },
  },
  { ...refused(6), name: 'an address has colons of its own', files: site(yaml.replace('home: ', '')), first: null },
  { ...refused(2), name: 'another file', files: { 'a.js': 'parse();\n', 'other.yml': '\ta: 1\n' }, first: null },
  { ...refused(2), name: 'nothing to mend', files: site(yaml), first: null },
  {
    ...refused(4),
    name: 'a file that is no part of the release',
    files: { 'a.js': 'parse();\n', 'config/site.example.yml': yaml },
    outside: { 'config/site.yml': yaml.replace('  enabled', '\tenabled') },
    first: null,
  },
]);

const lost = {
  class: 'env_missing' as const,
  message: 'Missing environment variable LOAN_DAYS',
  named: { envKey: 'LOAN_DAYS' },
};
const told = (given: { files: Record<string, string>; keys: string[]; outside?: Record<string, string> }) =>
  contextOf({
    ...lost,
    name: 'told',
    files: given.files,
    outside: given.outside ?? {},
    at: [],
    first: null,
    context: { envKeys: given.keys },
  });

test('POL-3 what is certain and lies where no repair may write is told, and nothing else', async () => {
  const files = { 'a.js': "required('LOAN_DAYS');\n" };
  const template = { '.env.example': 'LOAN_DAYS=21\n' };
  const slipped = told({ files, outside: template, keys: ['LOANDAYS'] });
  assert.match((await envKey.outside?.(slipped))?.why ?? '', /`LOANDAYS` is set where `LOAN_DAYS` is wanted/);
  const found = await proposeFrom(slipped, 'recipes', deps);
  assert.ok('declined' in found && found.as === 'asked' && found.tried === 0);
  assert.equal(await envKey.outside?.(told({ files, keys: ['LOANDAYS'] })), null, 'no template tells which is right');
  assert.equal(await envKey.outside?.(told({ files, outside: template, keys: ['LOAN_DAYS'] })), null, 'it is set');
  assert.equal(await envKey.outside?.(told({ files, outside: template, keys: ['LOAN'] })), null, 'another name');
  const ignored = contextOf({
    ...refused(4),
    name: 'ignored',
    files: { 'a.js': 'parse();\n', 'config/site.example.yml': yaml },
    outside: { 'config/site.yml': yaml.replace('  enabled', '\tenabled') },
    first: null,
  });
  assert.match((await yamlFile.outside?.(ignored))?.why ?? '', /config\/site\.yml: line 4 is indented with a tab/);
  const misspelt = contextOf({
    ...reading('to'),
    name: 'ignored',
    files: { 'a.js': reader, 'app.example.json': app.replace('openning', 'opening') },
    outside: { 'app.json': app },
    at: [['a.js', 'opening.‸to']],
    facts: seen,
    first: null,
  });
  assert.deepEqual(await dataFile.ideas(misspelt), []);
  assert.match((await dataFile.outside?.(misspelt))?.why ?? '', /`openning` in app\.json should be `opening`/);
});

const loaded = (yaml: string, more = ''): Pick<Case, 'files'> => ({
  files: {
    'data/halls.yaml': yaml,
    'src/load.ts': "export const load = (file: string) => parse(readFileSync(`data/${file}`, 'utf8'));\n",
    'src/halls.ts': `import { load } from './load';\nconst halls = load('halls.yaml').halls;\nexport const big = () => halls.filter((each) => each.seats > 9);\n${more}`,
    'src/route.ts': "app.get('/:hall', (req, res) => res.send(req.params.hall));\n",
  },
});
const unread = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'filter')",
  named: { property: 'filter', nullish: 'undefined' as const },
  at: [['src/halls.ts', 'halls.‸filter']] as const,
};

check(dataFile, [
  {
    ...unread,
    ...loaded('hall:\n  - seats: 1\n'),
    name: 'a list that a file holds under one of its kind, read as the program began',
    first: { 'data/halls.yaml': 'halls:\n  - seats: 1\n' },
  },
  {
    ...unread,
    ...loaded('hall:\n  seats: 1\n'),
    name: 'one thing is no list',
    first: null,
  },
  {
    ...unread,
    ...loaded('stage:\n  - seats: 1\nrooms:\n  hall:\n    - seats: 1\n'),
    name: 'what a section holds is not what the whole file holds',
    first: null,
  },
]);

test('REP-8 yaml-file: a key that stands twice is asked for, with its line', async () => {
  const message = 'YAMLParseError: Map keys must be unique at line 5, column 3:';
  const asked = async (files: Record<string, string>, said = message): Promise<string | null> =>
    (await yamlFile.question?.(
      contextOf({ name: '', class: 'config', message: said, files: { 'a.js': '', ...files }, first: null }),
    )) ?? null;
  const twice = { 'data/papers.yaml': 'papers:\n  laid: 1\n  laid: 2\n', 'data/jobs.yaml': 'jobs: []\n' };
  assert.match((await asked(twice)) ?? '', /^data\/papers\.yaml:3: Map keys must be unique; only you/);
  assert.equal(await asked({ ...twice, 'data/jobs.yaml': 'jobs: 1\njobs: 2\n' }), null, 'either may be it');
  assert.equal(await asked(twice, 'Unexpected end of input'), null, 'no reader of YAML says so');
});
