import { check } from '../cases.test-helper.ts';
import { oddRecord } from './odd-record.ts';

const reading = (name: string, nullish: 'null' | 'undefined') => ({
  class: 'type' as const,
  message: `Cannot read properties of ${nullish} (reading '${name}')`,
  named: { property: name, nullish },
});
const noFunction = {
  class: 'type' as const,
  message: 'crate.weightKg.toFixed is not a function',
  named: { receiver: 'crate.weightKg', property: 'toFixed' },
};
const crates = (weight: string, key = 'weightKg') => ({
  'data/crates.json': `[\n  { "id": 1, "${key}": 3.5 },\n  { "id": 2, "${key}": ${weight} },\n  { "id": 3, "${key}": 7 }\n]\n`,
  'a.js': `exports.list = (crates) => crates.map((crate) => crate.${key}.toFixed(1));\n`,
});
const songs = '[{ "id": 1, "title": "A" }, { "id": 2, "title": "B" }, { "id": 3, "title": "C" }]\n';
const plan = (refs: string) => ({
  'data/songs.json': songs,
  'data/plans.json': `[{ "id": "x", "songs": [1, 2] }, { "id": "y", "songs": [${refs}] }]\n`,
  'a.js': 'exports.titles = (plan) => plan.songs.map((id) => songs.get(id).title);\n',
});
const days = (odd: string) => ({
  'data/days.json': `[{ "on": "2026-01-08" }, { "on": "2026-01-15" }, { "on": "${odd}" }]\n`,
  'a.js': 'exports.list = (days) => days.map(({ on }) => new Date(on + "T00:00:00Z").toISOString());\n',
});

const pickers = (odd: string) => `[{ "id": 1, "team": "north" }, { "id": 2, ${odd} }, { "id": 3, "team": "north" }]\n`;
const teams = {
  ...reading('toUpperCase', 'undefined'),
  at: [['a.js', 'picker.team.‸toUpperCase']] as const,
};

const steps = (odd: string, more = '') =>
  `const steps = [\n  { upTo: 500, price: 3 },\n  { ${odd}: Infinity, price: 9 },\n];\nexports.price = (grams) => steps.find((step) => grams <= step.upTo).price;\n${more}`;
const unfound = { ...reading('price', 'undefined'), at: [['a.js', 'step.upTo)‸.price']] as const };

const quiz = (key: string, more = '') => ({
  'content/music.json': '{ "topic": "Music", "questions": [1, 2] }',
  'content/rivers.json': `{ "topic": "Rivers", "${key}": [3]${more} }`,
  'a.js':
    'exports.list = (topics) => topics.map(({ topic, questions }) => [topic, questions.length]);\nexports.one = (bank, id) => bank.question(id);\n',
});
const uncounted = { ...reading('length', 'undefined'), at: [['a.js', 'questions.‸length']] as const };

const shows = (key: string) =>
  `{"slug":"a","startsAt":"2026-04-27"}\n{"slug":"b","startsAt":"2026-05-02"}\n\n{"slug":"c","${key}":"2026-06-01"}\n`;

check(oddRecord, [
  {
    name: 'one of the lines of JSON has a key that is spelt otherwise, and a table lacks its value',
    class: 'database',
    message: 'NOT NULL constraint failed: shows.starts_at',
    files: {
      'data/shows.ndjson': shows('StartsAt'),
      'a.js': 'exports.add = (show) => insert.run(show.slug, show.startsAt);\n',
    },
    first: { 'data/shows.ndjson': shows('startsAt') },
  },
  {
    ...uncounted,
    name: 'one of the files of a folder has a key that is spelt otherwise',
    files: quiz('question'),
    first: { 'content/rivers.json': '{ "topic": "Rivers", "questions": [3] }' },
  },
  {
    ...uncounted,
    name: 'a file that is of another kind than those beside it',
    files: quiz('question', ', "level": 1'),
    first: null,
  },
  {
    name: 'one of a list in the code whose key nobody else has, where the message speaks of its value',
    class: 'unknown',
    message: 'Cannot export what is no part of the module. Is the exported LOT_TABLE available?',
    files: {
      'storage.ts':
        "export const providers = [\n  { provide: FOLDER, useValue: 'data' },\n  { provide: PARCEL_TABLE, useFactory: load, inject: [FOLDER] },\n  { token: LOT_TABLE, useFactory: load, inject: [FOLDER] },\n];\n",
    },
    first: { 'storage.ts': /\n {2}\{ provide: LOT_TABLE, useFactory/ },
  },
  {
    name: 'none where the message speaks of no such value',
    class: 'unknown',
    message: 'Cannot export what is no part of the module.',
    files: {
      'storage.ts':
        "export const providers = [\n  { provide: FOLDER, useValue: 'data' },\n  { provide: PARCEL_TABLE, useFactory: load },\n  { token: LOT_TABLE, useFactory: load },\n];\n",
    },
    first: null,
  },
  {
    ...unfound,
    name: 'one record of a list in the code has a misspelt key',
    files: { 'a.js': steps('upto') },
    first: { 'a.js': steps('upTo') },
  },
  {
    ...unfound,
    name: 'a key of one record in the code that is read elsewhere is meant',
    files: { 'a.js': steps('upto', 'exports.most = () => steps.at(-1).upto;\n') },
    first: null,
  },
  {
    ...teams,
    name: 'another word for the key that failed, which every other record has in its place',
    files: {
      'data/pickers.json': pickers('"squad": "south"'),
      'a.js': 'exports.card = (picker) => picker.team.toUpperCase();\n',
    },
    first: { 'data/pickers.json': pickers('"team": "south"') },
    ask: null,
  },
  {
    ...teams,
    name: 'another word for a number, which may count in another unit, is asked for',
    files: {
      'data/pickers.json': pickers('"share": 1.5').replaceAll('"north"', '120'),
      'a.js': 'exports.card = (picker) => picker.team.toFixed(1);\n',
    },
    message: "Cannot read properties of undefined (reading 'toFixed')",
    named: { property: 'toFixed', nullish: 'undefined' },
    at: [['a.js', '‸picker.team']],
    first: { 'data/pickers.json': pickers('"team": 1.5').replaceAll('"north"', '120') },
    ask: /whether `share` counts what `team` counts/,
  },
  {
    ...teams,
    name: 'another word that is read of other things, where the record before has a field more',
    files: {
      'data/pickers.json': pickers('"squad": "south"').replace(
        '"id": 1, "team": "north"',
        '"id": 1, "team": "north", "tall": true',
      ),
      'a.js':
        'exports.card = (picker) => picker.team.toUpperCase();\nexports.squads = (games) => games.map((game) => game.squad);\n',
    },
    first: { 'data/pickers.json': /\{ "id": 2, "team": "south" \}/ },
    ask: null,
  },
  {
    ...teams,
    name: 'a key beside the one that is not there, elsewhere in its record',
    files: {
      'data/pickers.json': pickers('"team": "x"').replace('"id": 2, "team": "x"', '"note": "new", "id": 2'),
      'a.js': 'exports.card = (picker) => picker.team.toUpperCase();\n',
    },
    first: null,
  },
  {
    name: 'a number with the unit that its key names',
    ...noFunction,
    files: crates('"12 kg"'),
    at: [['a.js', 'crate.weightKg.‸toFixed']],
    first: { 'data/crates.json': /"weightKg": 12 \}/ },
  },
  {
    name: 'a number with a comma',
    ...noFunction,
    files: crates('"12,5"'),
    at: [['a.js', 'crate.weightKg.‸toFixed']],
    first: { 'data/crates.json': /"weightKg": 12\.5 \}/ },
  },
  {
    name: 'a number with a unit that nothing else tells',
    ...noFunction,
    message: 'crate.weight.toFixed is not a function',
    named: { receiver: 'crate.weight', property: 'toFixed' },
    files: crates('"12 lb"', 'weight'),
    at: [['a.js', 'crate.weight.‸toFixed']],
    first: { 'data/crates.json': /"weight": 12 \}/ },
    ask: /without `lb`/,
  },
  {
    name: 'a text among the numbers that refer to others',
    ...reading('title', 'undefined'),
    files: plan('"3"'),
    at: [['a.js', 'songs.get(id).‸title']],
    first: { 'data/plans.json': /"songs": \[3\] \}\]/ },
  },
  {
    name: 'a number that refers to nothing',
    ...reading('title', 'undefined'),
    files: plan('9'),
    at: [['a.js', 'songs.get(id).‸title']],
    first: null,
  },
  {
    name: 'an entry of a list that is null',
    ...reading('name', 'null'),
    files: {
      'data/people.json': '[\n  { "name": "Ines" },\n  null,\n  { "name": "Tom" }\n]\n',
      'a.js': 'exports.list = (people) => people.map((each) => each.name);\n',
    },
    at: [['a.js', 'each.‸name']],
    first: { 'data/people.json': '[\n  { "name": "Ines" },\n  { "name": "Tom" }\n]\n' },
    ask: /places of the others/,
  },
  {
    name: 'a date that is written otherwise than all others',
    class: 'range',
    message: 'Invalid time value',
    files: days('5.3.2026'),
    at: [['a.js', '‸toISOString']],
    first: { 'data/days.json': /"on": "2026-03-05" \}\]/ },
  },
  {
    name: 'a date that an own check refuses',
    class: 'range',
    message: 'not a day: 5.3.2026',
    files: days('5.3.2026'),
    at: [['a.js', '‸toISOString']],
    first: { 'data/days.json': /"on": "2026-03-05" \}\]/ },
  },
  {
    name: 'an own check that refuses something else',
    class: 'range',
    message: 'not a day: tomorrow',
    files: days('5.3.2026'),
    at: [['a.js', '‸toISOString']],
    first: null,
  },
  {
    name: 'a date with slashes of which only one can be the month',
    class: 'range',
    message: 'Invalid time value',
    files: days('03/19/2026'),
    at: [['a.js', '‸toISOString']],
    first: { 'data/days.json': /"on": "2026-03-19" \}\]/ },
  },
  {
    name: 'a date with slashes that may be either',
    class: 'range',
    message: 'Invalid time value',
    files: days('03/04/2026'),
    at: [['a.js', '‸toISOString']],
    first: null,
  },
  {
    name: 'a date that is none',
    class: 'range',
    message: 'Invalid time value',
    files: days('2026-13-40'),
    at: [['a.js', '‸toISOString']],
    first: null,
  },
  {
    name: 'a key with a word of the one that all others have',
    ...reading('label', 'undefined'),
    files: {
      'data/shows.json': '[{ "id": 1, "hostId": "a" }, { "id": 2, "host": "b" }, { "id": 3, "hostId": "a" }]\n',
      'a.js': 'exports.list = (shows, hosts) => shows.map(({ hostId }) => hosts.get(hostId).label);\n',
    },
    at: [['a.js', 'hosts.get(hostId).‸label']],
    first: { 'data/shows.json': /"id": 2, "hostId": "b"/ },
  },
  {
    name: 'a key of its own that says another thing',
    ...reading('label', 'undefined'),
    files: {
      'data/shows.json': '[{ "id": 1, "hostId": "a" }, { "id": 2, "hostCount": 7 }, { "id": 3, "hostId": "a" }]\n',
      'a.js': 'exports.list = (shows, hosts) => shows.map(({ hostId }) => hosts.get(hostId).label);\n',
    },
    at: [['a.js', 'hosts.get(hostId).‸label']],
    first: null,
  },
  ...(
    [
      [
        'a word that no file beside it has, in place of the one that the failure speaks of',
        'No text of dear in en',
        'dear',
      ],
      ['a word that the failure does not speak of', 'No text of hello in en', 'deer'],
      ['another word is no slip', 'No text of greeting in en', 'deer', 'greeting'],
    ] as const
  ).map(([name, message, left, de = 'dear']) => ({
    name,
    class: 'unknown' as const,
    message,
    files: {
      'texts.js':
        'exports.text = (words, key, lang) => {\n  if (!(key in words)) throw new Error(`No text of ${key} in ${lang}`);\n  return words[key];\n};\n',
      'locales/en.json': '{ "deer": "Dear", "bye": "Yours" }\n',
      'locales/de.json': `{ "${de}": "Liebe", "bye": "Gruss" }\n`,
    },
    at: [['texts.js', '‸new Error']] as const,
    first: left === 'dear' ? { 'locales/en.json': '{ "dear": "Dear", "bye": "Yours" }\n' } : null,
  })),
  {
    name: 'a number of YAML with a comma for its point, where all others are numbers',
    class: 'type',
    message: 'value.toFixed is not a function',
    files: {
      'data/articles.yaml': '- sku: a\n  price: 4.2\n- sku: b\n  price: 54,9\n- sku: c\n  price: 119\n',
      'money.js':
        'exports.money = money;\nfunction money(value) {\n  return value.toFixed(2);\n}\nexports.row = ({ price }) => money(price);\n',
    },
    at: [['money.js', 'value.‸toFixed']],
    first: { 'data/articles.yaml': '- sku: a\n  price: 4.2\n- sku: b\n  price: 54.9\n- sku: c\n  price: 119\n' },
  },
  {
    name: 'a key of one record in a list of YAML',
    ...unfound,
    files: {
      'a.js': 'exports.price = (grams) => steps.find((step) => grams <= step.upTo).price;\n',
      'steps.yml': 'steps:\n  - name: a\n    upTo: 3\n  - name: b\n    upto: 9\n',
    },
    first: { 'steps.yml': 'steps:\n  - name: a\n    upTo: 3\n  - name: b\n    upTo: 9\n' },
  },
]);

const seed = (key: string, other = '') => ({
  'db/seed.json': `{ "stays": [{ "hutCode": "A", "guest": "Ida" }, { "${key}": "B", "guest": "Jon"${other} }] }\n`,
  'db.ts':
    "const put = db.prepare('INSERT INTO stays (hut_code, guest) VALUES (@hutCode, @guest)');\nfor (const one of seed.stays) put.run(one);\nexport const shown = ({ hutCode, hut, guest }) => [hutCode, hut, guest];\n",
});
const unbound = {
  class: 'database',
  message: 'SqliteError: NOT NULL constraint failed: stays.hut_code',
  at: [['db.ts', 'put.‸run(one)']],
} as const;

check(oddRecord, [
  {
    name: 'what a column was given nothing for, where one record has it by another key that is read of other things',
    ...unbound,
    files: seed('hut'),
    first: { 'db/seed.json': seed('hutCode')['db/seed.json'] },
  },
  {
    name: 'a parameter that a record lacks, by a slip',
    ...unbound,
    class: 'range',
    message: 'RangeError: Missing named parameter "hutCode"',
    files: seed('hutCod'),
    first: { 'db/seed.json': seed('hutCode')['db/seed.json'] },
  },
  {
    name: 'another column is missing',
    ...unbound,
    message: 'SqliteError: NOT NULL constraint failed: stays.guest',
    files: seed('hut'),
    first: null,
  },
]);

check(oddRecord, [
  {
    name: 'a part of one record has its key spelt otherwise than the same part of the others',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'trim')",
    named: { property: 'trim', nullish: 'undefined' },
    files: {
      'huts.json': '{"a":{"place":{"valley":"x","street":"s"}},"b":{"place":{"valey":"y","street":"t"}}}',
      'a.js': "const huts = require('./huts.json');\nexports.at = (hut) => huts[hut].place.valley.trim();\n",
    },
    at: [['a.js', 'valley.‸trim']],
    first: { 'huts.json': '{"a":{"place":{"valley":"x","street":"s"}},"b":{"place":{"valley":"y","street":"t"}}}' },
  },
]);
