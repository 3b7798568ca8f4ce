/** Settings that a schema refuses. */
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { refusedSettings } from './refused-settings.ts';

const yaml = 'app:\n  name: North\n  closingHour: 10\n  seats: "120"\nallowed: a, b\n';
const source = `import { readFileSync } from 'node:fs';
import { parse } from './yaml.js';
import { schema } from './schema.js';

export const settings = schema.parse(parse(readFileSync('config/app.yaml', 'utf8')));
export const hours = () => settings.app.closeHour + settings.limits.perDay;
`;
const fares = `${source}export const { fares } = settings;\n`;
const issue = (place: readonly string[], expected: string, received: string): object => ({
  expected,
  code: 'invalid_type',
  path: place,
  message: `Invalid input: expected ${expected}, received ${received}`,
});
const zod = (text: string, ...issues: object[]): Pick<Case, 'class' | 'files' | 'message' | 'at'> => ({
  class: 'unknown',
  files: { 'config/app.yaml': text, 'src/config.ts': source },
  message: `ZodError: ${JSON.stringify(issues, null, 2)}`,
  at: [['src/config.ts', '= schema.‸parse(']],
});

const json = '{\n  "server": {\n    "prt": 3000\n  },\n  "mail": {\n    "sender": "a@b.c"\n  }\n}\n';
const reader = `const config = require('./config.json');\nif (!config.server.port) throw new Error('Missing config: server.port');\nmodule.exports = config.sender;\n`;

check(refusedSettings, [
  {
    name: 'the one section that nobody speaks of',
    ...zod('app:\n  name: North\nprices:\n  adult: 3\n', issue(['fares'], 'record', 'undefined')),
    files: { 'config/app.yaml': 'app:\n  name: North\nprices:\n  adult: 3\n', 'src/config.ts': fares },
    first: { 'config/app.yaml': 'app:\n  name: North\nfares:\n  adult: 3\n' },
  },
  {
    name: 'of two sections that nobody speaks of none is it',
    ...zod('app:\n  name: North\nprices:\n  adult: 3\nberths:\n  a: 1\n', issue(['fares'], 'record', 'undefined')),
    files: { 'config/app.yaml': 'app:\n  name: North\nprices:\n  adult: 3\nberths:\n  a: 1\n', 'src/config.ts': fares },
    first: null,
  },
  {
    name: 'a span of time in words, of the unit that the key names',
    ...zod('app:\n  holdMinutes: 1 hour\n', issue(['app', 'holdMinutes'], 'number', 'string')),
    first: { 'config/app.yaml': 'app:\n  holdMinutes: 60\n' },
  },
  {
    name: 'a span of time that no key counts',
    ...zod('app:\n  hold: 1 hour\n', issue(['app', 'hold'], 'number', 'string')),
    first: null,
  },
  {
    name: 'a key of YAML that nobody speaks of and that is called almost so',
    ...zod(yaml, issue(['app', 'closeHour'], 'number', 'undefined')),
    first: { 'config/app.yaml': yaml.replace('closingHour', 'closeHour') },
  },
  {
    name: 'a number that is written as text',
    ...zod(yaml, issue(['app', 'seats'], 'number', 'string')),
    first: { 'config/app.yaml': yaml.replace('"120"', '120') },
  },
  {
    name: 'a list that is written as text',
    ...zod(yaml, issue(['allowed'], 'array', 'string')),
    first: { 'config/app.yaml': yaml.replace('allowed: a, b\n', 'allowed:\n  - a\n  - b\n') },
  },
  {
    name: 'several faults of one file at once',
    ...zod(yaml, issue(['app', 'closeHour'], 'number', 'undefined'), issue(['app', 'seats'], 'number', 'string')),
    first: { 'config/app.yaml': yaml.replace('closingHour', 'closeHour').replace('"120"', '120') },
  },
  {
    name: 'a section whose keys stand on its own level',
    ...zod('limits:\nperDay: 3\nperWeek: 9\nname: x\n', issue(['limits'], 'record', 'null')),
    files: {
      'config/app.yaml': 'limits:\nday: 3\nweek: 9\nname: x\n',
      'src/config.ts': source.replace('settings.limits.perDay', 'settings.name'),
    },
    first: { 'config/app.yaml': 'limits:\n  day: 3\n  week: 9\nname: x\n' },
  },
  {
    name: 'a section that is called almost so, where the text of its neighbour differs',
    ...zod('content:\n  folder: a\nlimit:\n  perDay: 3\n', issue(['limits'], 'object', 'undefined')),
    first: { 'config/app.yaml': 'content:\n  folder: a\nlimits:\n  perDay: 3\n' },
  },
  {
    name: 'a key that stands elsewhere',
    ...zod('app:\n  name: x\nclosing:\n  closeHour: 10\n', issue(['app', 'closeHour'], 'number', 'undefined')),
    first: { 'config/app.yaml': 'app:\n  name: x\n  closeHour: 10\n' },
  },
  {
    name: 'a check by hand that names the place',
    class: 'unknown',
    files: { 'config.json': json, 'index.js': reader },
    message: 'Error: Missing config: server.port',
    at: [['index.js', 'throw ‸new Error']],
    first: { 'config.json': json.replace('prt', 'port') },
  },
  {
    name: 'Joi, of a key that stands elsewhere',
    class: 'unknown',
    files: { 'config.json': json.replace('prt', 'port'), 'index.js': reader },
    message: 'ValidationError: "server.sender" is required',
    at: [['index.js', 'throw ‸new Error']],
    first: { 'config.json': /"port": 3000,\n {4}"sender": "a@b.c"\n {2}\}\n\}/ },
  },
  {
    name: 'ajv, of a list',
    class: 'unknown',
    files: { 'config.json': json.replace('"a@b.c"', '"a@b.c, d@e.f"'), 'index.js': reader },
    message: 'Error: data/mail/sender must be array',
    at: [['index.js', 'throw ‸new Error']],
    first: { 'config.json': /"sender": \[\s*"a@b\.c",\s*"d@e\.f"\s*\]/ },
  },
  {
    name: 'a body of a request is no settings',
    class: 'unknown',
    files: { 'config.json': json, 'index.js': reader },
    message: 'ValidationError: "title" is required',
    first: null,
  },
  {
    name: 'a value that nobody can tell',
    ...zod(yaml, issue(['app', 'name'], 'number', 'string')),
    first: null,
  },
  {
    name: 'a section that stands in another one, of which nobody reads it',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'cars')",
    named: { property: 'cars', nullish: 'undefined' },
    files: {
      'config.json':
        '{\n  "storage": {\n    "folder": "data"\n  },\n  "data": {\n    "files": { "cars": "cars.json" }\n  }\n}\n',
      'store.js':
        "const config = require('./config.json');\nconst { folder, files } = config.storage;\nmodule.exports = folder + files['cars'];\n",
    },
    at: [['store.js', "files‸['cars']"]],
    first: { 'config.json': /"folder": "data",\n {4}"files": \{[^}]*"cars": "cars.json"\s*\}\n {2}\}\n\}/ },
  },
  {
    name: 'a section that another one is read of, too',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'cars')",
    named: { property: 'cars', nullish: 'undefined' },
    files: {
      'config.json': '{"storage":{"folder":"data"},"data":{"files":{"cars":"cars.json"}}}',
      'other.js': "module.exports = require('./config.json').data.files.cars;\n",
      'store.js':
        "const config = require('./config.json');\nconst { folder, files } = config.storage;\nmodule.exports = folder + files['cars'];\n",
    },
    at: [['store.js', "files‸['cars']"]],
    first: null,
  },
]);

const said = (text: string, ...lines: string[]): Pick<Case, 'class' | 'files' | 'message' | 'at'> => ({
  ...zod(text),
  message: `the configuration does not fit:\n  ${lines.join('\n  ')}`,
});
const archive = 'archive:\n  folder: data\n  items: items.json\n  readers: readers.json\n';

check(refusedSettings, [
  {
    name: 'the path and the message of an issue in one line',
    ...said(
      yaml,
      'app.closeHour: Invalid input: expected number, received undefined',
      'app: Unrecognized key: "closingHour"',
    ),
    first: { 'config/app.yaml': yaml.replace('closingHour', 'closeHour') },
  },
  {
    name: 'a key that the schema does not know there, with whoever still reads it',
    ...said(
      yaml,
      'app.closeHour: Invalid input: expected number, received undefined',
      'app: Unrecognized key: "closingHour"',
    ),
    files: { 'config/app.yaml': yaml, 'src/config.ts': `${source}export const late = (app) => app.closingHour;\n` },
    first: { 'config/app.yaml': yaml.replace('closingHour', 'closeHour'), 'src/config.ts': /app\.closeHour;\n$/ },
  },
  {
    name: 'a key that the schema does not know there, and that others read of what they made',
    ...said(
      yaml,
      'app.closeHour: Invalid input: expected number, received undefined',
      'app: Unrecognized key: "closingHour"',
    ),
    files: {
      'config/app.yaml': yaml,
      'src/config.ts': `${source}const app = { closingHour: 4 };\nexport const late = app.closingHour;\n`,
    },
    first: null,
  },
  {
    name: 'a size in bytes',
    ...said('app:\n  bodyLimit: 64kb\n', 'app.bodyLimit: Invalid input: expected number, received string'),
    first: { 'config/app.yaml': 'app:\n  bodyLimit: 65536\n' },
  },
  {
    name: 'a size in what the key counts',
    ...said('app:\n  memoryLimitMb: 1gb\n', 'app.memoryLimitMb: Invalid input: expected number, received string'),
    first: { 'config/app.yaml': 'app:\n  memoryLimitMb: 1024\n' },
  },
  {
    name: 'the same of an older zod, of a value of another kind',
    ...said(yaml, 'app.seats - Expected number, received string'),
    first: { 'config/app.yaml': yaml.replace('"120"', '120') },
  },
  {
    name: 'one of the values that are allowed, misspelt, in a list',
    ...said('kinds: [map, leter]\n', 'kinds.1: Invalid option: expected one of "map"|"letter"|"ledger"'),
    first: { 'config/app.yaml': 'kinds: [map, letter]\n' },
  },
  {
    name: 'one of the values that are allowed, misspelt, under quotes',
    ...said('level: "debgu"\n', "level: Invalid enum value. Expected 'debug' | 'info', received 'debgu'"),
    first: { 'config/app.yaml': 'level: "debug"\n' },
  },
  {
    name: 'a value that is near none of them is left alone',
    ...said('level: loud\n', "level: Invalid enum value. Expected 'debug' | 'info', received 'loud'"),
    first: null,
  },
  {
    name: 'a file of another ending',
    ...said(archive, 'archive.readers: Invalid string: must match pattern /\\.(?:json|ndjson)$/'),
    files: { 'config/app.yaml': archive, 'src/config.ts': source, 'data/readers.ndjson': '', 'data/items.json': '[]' },
    first: { 'config/app.yaml': archive.replace('readers.json', 'readers.ndjson') },
  },
  {
    name: 'a file that is there as it is called stays, and so does one that two are called like',
    ...said(archive, 'archive.items: Invalid string', 'archive.readers: Invalid string'),
    files: {
      ...{ 'config/app.yaml': archive, 'src/config.ts': source, 'data/items.json': '[]', 'data/items.csv': '' },
      ...{ 'data/readers.ndjson': '', 'data/readers.csv': '' },
    },
    first: null,
  },
  {
    name: 'keys that stand beside one another and are read in a section',
    ...said(archive, 'archive.files: Invalid input: expected object, received undefined'),
    files: {
      'config/app.yaml': archive,
      'src/config.ts': `${source}export const files = [settings.archive.files.items, settings.archive.files.readers];\n`,
    },
    first: {
      'config/app.yaml': 'archive:\n  folder: data\n  files:\n    items: items.json\n    readers: readers.json\n',
    },
  },
  {
    name: 'a text of the settings that is near one of those the message lists',
    ...zod('enabled: [items, loan]\n'),
    message: 'feature "loan" has no folder in features/ (there are items, loans, search)',
    first: { 'config/app.yaml': 'enabled: [items, loans]\n' },
  },
  {
    name: 'a key that begins alike',
    ...said('app:\n  opening: 9\n', 'app.opens: Invalid input: expected number, received undefined'),
    first: { 'config/app.yaml': 'app:\n  opens: 9\n' },
  },
  {
    name: 'a check by hand that calls the whole `config`: a key that is called almost so',
    ...said(
      'booking:\n  slotMinute: 90\n  days: 2\n',
      '- config.booking.slotMinute is not known',
      '- config.booking.slotMinutes must be a number, got nothing',
    ),
    first: { 'config/app.yaml': 'booking:\n  slotMinutes: 90\n  days: 2\n' },
  },
  {
    name: 'the body of a request is not the whole of the settings',
    ...said('title: 1\n', '- body.title must be a string, got number 1'),
    first: null,
  },
  {
    name: 'keys that nobody knows behind a section with nothing in it',
    ...said(
      'app:\n  name: x\nlogging:\nlevel: warn\nfile: x.log\n',
      'config.level is not known',
      'config.file is not known',
    ),
    first: { 'config/app.yaml': 'app:\n  name: x\nlogging:\n  level: warn\n  file: x.log\n' },
  },
  {
    name: 'a key that nobody knows behind a value',
    ...said('app:\n  name: x\nlevel: warn\n', 'config.level is not known'),
    first: null,
  },
  {
    name: 'one of the values that a check by hand allows',
    ...said('log:\n  level: debgu\n', 'log.level must be one of debug, info, warn, got string "debgu"'),
    first: { 'config/app.yaml': 'log:\n  level: debug\n' },
  },
  {
    name: 'a text of the settings that begins as one of those the message lists',
    ...zod('level: warning\n'),
    message: 'log level warning is none of debug, info, warn, error',
    first: { 'config/app.yaml': 'level: warn\n' },
  },
  {
    name: 'a text of the settings that is near what the project gives out',
    ...zod('helpers: [clock, plurals]\n'),
    message: 'helper plurals is not a function',
    files: {
      'config/app.yaml': 'helpers: [clock, plurals]\n',
      'src/config.ts': `${source}export const helpers = { clock: () => 1, plural: () => 2 };\n`,
    },
    first: { 'config/app.yaml': 'helpers: [clock, plural]\n' },
  },
  {
    name: 'a list of numbers that was written as a text',
    ...zod('months: 8, 9, 10\n', issue(['months'], 'array', 'string')),
    first: { 'config/app.yaml': 'months:\n  - 8\n  - 9\n  - 10\n' },
  },
  {
    name: 'the keys of a section that is not there, of which the check names the first',
    ...zod('name: x\nadult: 3\nchild: 2\n'),
    message: 'settings: fares.adult must be a number',
    files: {
      'config/app.yaml': 'name: x\nadult: 3\nchild: 2\n',
      'src/config.ts': `${source}export const price = () => settings.fares.adult + settings.fares.child;\n`,
    },
    first: { 'config/app.yaml': 'name: x\nfares:\n  adult: 3\n  child: 2\n' },
  },
  {
    name: 'a section under another name, of which the check names the first key',
    ...said('name: x\nprices:\n  adult: 3\n', 'config.fares.adult must be a number, got undefined'),
    files: { 'config/app.yaml': 'name: x\nprices:\n  adult: 3\n', 'src/config.ts': fares },
    first: { 'config/app.yaml': 'name: x\nfares:\n  adult: 3\n' },
  },
  {
    name: 'a number that is written as no number is: the digits stay',
    ...said('app:\n  cone: 06\n', 'app.cone must be a string'),
    first: { 'config/app.yaml': 'app:\n  cone: "06"\n' },
  },
  {
    name: 'a section whose keys stand beside it, and are read of it',
    ...said('rush:\nfactor: 1.5\nminHours: 24\nname: x\n', 'config.rush must be an object'),
    files: {
      'config/app.yaml': 'rush:\nfactor: 1.5\nminHours: 24\nname: x\n',
      'src/config.ts': `${source}export const all = [config.rush.factor, config.rush.minHours, config.name];\n`,
    },
    first: { 'config/app.yaml': 'rush:\n  factor: 1.5\n  minHours: 24\nname: x\n' },
  },
]);

const typeBox = (said: string, text: string): Pick<Case, 'class' | 'files' | 'message' | 'at'> => ({
  class: 'unknown',
  files: { 'config/app.yaml': text, 'src/config.ts': source },
  message: `Error: config/app.yaml: ${said}`,
  at: [['src/config.ts', '= schema.‸parse(']],
});

check(refusedSettings, [
  {
    name: 'a key that TypeBox says is required, and of what kind',
    ...typeBox('/app/closeHour Expected required property; /app/closeHour Expected number', yaml),
    first: { 'config/app.yaml': yaml.replace('closingHour', 'closeHour') },
  },
  {
    name: 'a number as a text, as TypeBox says it',
    ...typeBox('/app/seats: Expected integer', yaml),
    first: { 'config/app.yaml': yaml.replace('"120"', '120') },
  },
  {
    name: 'a path in a sentence is no place of settings',
    ...typeBox('src/app/seats Expected integer', yaml),
    first: null,
  },
]);

const sown = '{\n  "sowing": {\n    "first": 3,\n    "germination": { "bean": 0.9 }\n  }\n}\n';
const sowing = (keys: string): string =>
  `import { readFileSync } from 'node:fs';\nconst schema = z.object({ sowing: z.object({ first: z.number(), ${keys} }) });\nexport const settings = schema.parse(JSON.parse(readFileSync('settings.json', 'utf8')));\n`;
const rateRead =
  "import { settings } from './config.js';\nexport const rate = () => settings.sowing.germination.bean;\n";

check(
  refusedSettings,
  (
    [
      [
        'as it is read',
        'rates: z.record(z.string(), z.number())',
        'germinationRates',
        rateRead,
        'germination: z.record(z.string(), z.number())',
      ],
      [
        'and it knows the other one, too',
        'rates: z.number(), germination: z.object({})',
        'germinationRates',
        rateRead,
        null,
      ],
      [
        'and nobody reads the other one',
        'rates: z.number()',
        'germinationRates',
        'export const germination = 1;\n',
        null,
      ],
    ] as const
  ).map(([what, keys, wanted, other, first]) => ({
    name: `a key that the schema alone calls by a longer name, ${what}`,
    ...zod('', issue(['sowing', wanted], 'record', 'undefined')),
    files: { 'settings.json': sown, 'src/config.ts': sowing(keys.replace('rates', wanted)), 'src/rate.ts': other },
    at: [['src/config.ts', '= schema.‸parse('] as const],
    first: first === null ? null : { 'src/config.ts': sowing(first) },
  })),
);

check(
  refusedSettings,
  (
    [
      ['"https://a.example"', '[\n    "https://a.example"\n  ]'],
      ['8080', '[\n    8080\n  ]'],
      ['"all"', null],
      ['"*"', null],
      ['"a.example b.example"', null],
    ] as const
  ).map(([value, list]) => ({
    name: `one value where a list is wanted: ${value}`,
    ...zod('', issue(['origins'], 'array', 'string')),
    files: {
      'settings.json': `{\n  "origins": ${value}\n}\n`,
      'src/config.ts':
        "const schema = z.object({ origins: z.array(z.string()) });\nschema.parse(read('settings.json'));\n",
    },
    at: [['src/config.ts', '‸schema.parse('] as const],
    first: list === null ? null : { 'settings.json': `{\n  "origins": ${list}\n}\n` },
  })),
);
