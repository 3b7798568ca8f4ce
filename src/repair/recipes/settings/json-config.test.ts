import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairJson } from '../../mending/json-repair.ts';
import { oneSign } from '../../mending/json-signs.ts';
import { check, contextOf, treeOf } from '../cases.test-helper.ts';
import { jsonConfig } from './json-config.ts';
import { yamlFile } from './yaml-file.ts';
import type { Action } from '../../../incident/nouns.ts';
import type { Recipe } from '../../recipe.ts';

const texts: readonly (readonly [name: string, broken: string, mended: string | null])[] = [
  ['trailing comma', '{\n  "a": 1,\n}\n', '{\n  "a": 1\n}\n'],
  ['trailing comma in a list', '{"a": [1, 2,]}', '{"a": [1, 2]}'],
  [
    'comments',
    '{\n  // the port\n  "port": 1, /* two */\n  "b": "http://x"\n}\n',
    '{\n  "port": 1,\n  "b": "http://x"\n}\n',
  ],
  ['single quotes', "{'a': 'it\\'s \"x\"'}", '{"a": "it\'s \\"x\\""}'],
  ['curly quotes', '{“a”: “b”}', '{"a": "b"}'],
  ['unquoted key', '{ port: 3000, "host": "x" }', '{ "port": 3000, "host": "x" }'],
  [
    'missing comma between lines',
    '{\n  "a": 1\n  "b": { "c": 2 }\n  "d": 3\n}',
    '{\n  "a": 1,\n  "b": { "c": 2 },\n  "d": 3\n}',
  ],
  ['missing brace at the end', '{\n  "a": {\n    "b": 1\n  }\n', '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ['wrong closing bracket', '{"a": [1, 2}}', '{"a": [1, 2]}'],
  ['extra brace', '{"a": 1}}', '{"a": 1}'],
  ['equals for colon', '{"a" = 1}', '{"a" : 1}'],
  ['missing colon', '{"a" 1}', '{"a": 1}'],
  ['doubled comma', '{"a": 1,, "b": 2}', '{"a": 1, "b": 2}'],
  ['semicolon for comma', '{"a": 1; "b": 2}', '{"a": 1, "b": 2}'],
  ['unclosed string', '{\n  "a": "x,\n  "b": 2\n}', '{\n  "a": "x",\n  "b": 2\n}'],
  ['unopened string', '{"a": x"}', '{"a": "x"}'],
  ['python words', '{"a": True, "b": False}', '{"a": true, "b": false}'],
  ['byte order mark', '\uFEFF{"a": 1}', '{"a": 1}'],
  ['merge conflict', '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> x\n}\n', '{\n  "a": 1\n}\n'],
  ['a comma for the point of a number', '{\n  "rate": 0,25,\n  "b": 2\n}', '{\n  "rate": 0.25,\n  "b": 2\n}'],
  ['a comma that may part thousands', '{"rent": 1,800}', null],
  ['a value is missing', '{"a": , "b": 2}', null],
  ['a bare word as value', '{"a": yesterday}', null],
  ['a bare word among texts', '{"a": "due {x}", "b": Finishing }', '{"a": "due {x}", "b": "Finishing" }'],
  ['a bare word among texts that is a flag', '{"a": "x", "b": off }', null],
  ['a bare word beside a number', '{"a": 1, "b": Finishing }', null],
  ['cut off within a text', '[\n  { "id": 1, "tags": ["sea"] },\n  { "id": 2, "tags": ["la', null],
  ['cut off within an object', '{\n  "a": {\n    "b": 1,\n    "c": 2', null],
  ['a text that is not closed at the end', '{\n  "a": "x\n}\n', '{\n  "a": "x"\n}\n'],
  ['no JSON at all', 'PORT=3000\nHOST=x y\n', null],
];

for (const [name, broken, mended] of texts) {
  test(`REP-2 json: ${name}`, () => {
    const result = repairJson(broken);
    assert.equal(result, mended);
  });
}

test('REP-2 json: a url and escapes inside strings stay as they are', () => {
  assert.deepEqual(JSON.parse(repairJson('{"u": "http://a/b//c", "q": "say \\"hi\\"", "p": "a,b}c",}') ?? ''), {
    u: 'http://a/b//c',
    q: 'say "hi"',
    p: 'a,b}c',
  });
});

/** [name, what stood there, what was written]: the rest of the file tells where the sign belongs. */
const signs: readonly (readonly [name: string, good: string, broken: string])[] = [
  [
    'a list that stays open',
    '[{ "id": 1, "tags": ["air"] }, { "id": 2, "tags": [] }]',
    '[{ "id": 1, "tags": ["air" }, { "id": 2, "tags": [] }]',
  ],
  ['a key without its first quote', '{ "code": "HOY", "name": "Lyness" }', '{ "code": "HOY", name": "Lyness" }'],
  ['a text struck twice', '{ "a": "x", "b": "y" }', '{ "a": "x"", "b": "y" }'],
  [
    'an object on one line, whose brace stood behind the last of its values',
    '{ "tax": { "rate": 0.2, "country": "AT" },\n  "hold": 6 }',
    '{ "tax": { "rate": 0.2, "country": "AT" ,\n  "hold": 6 }',
  ],
  ['two texts, not one', '["bio", "art"]', '["bio, "art"]'],
  [
    'an object of a list without its brace',
    '[\n  { "id": 1 },\n  { "id": 2 }\n]',
    '[\n  { "id": 1 ,\n  { "id": 2 }\n]',
  ],
];

for (const [name, good, broken] of signs) {
  test(`REP-2 json: ${name}`, () => {
    assert.deepEqual(
      oneSign(broken).map((text) => JSON.parse(text)),
      [JSON.parse(good)],
    );
  });
}

test('REP-2 json: where two places are as good, both are named', () => {
  const both = oneSign('{ "a": { "b": 1, "c": 2 }').map((text) => JSON.parse(text));
  assert.deepEqual(both, [{ a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }]);
});

test('REP-2 TRY-7 json-config: two ways to mend one line are a question', async () => {
  const files = { 'config.json': '{ "a": { "b": 1, "c": 2 }', 'app.js': "require('./config.json');\n" };
  const made = await jsonConfig.ideas(
    contextOf({ name: '', ...boot, files, at: [['app.js', '‸require']], first: null }),
  );
  assert.deepEqual([made.length, new Set(made.map(({ title }) => title)).size], [2, 2]);
});

const boot = { class: 'config' as const, message: 'Expected double-quoted property name in JSON at position 14' };
test('REP-2 json-config: a broken package.json is told to a person, with its line', async () => {
  const broken = contextOf({
    name: 'package.json',
    class: 'config',
    message: 'Error parsing /srv/project/package.json: Expected double-quoted property name in JSON',
    files: { 'package.json': '{\n  "name": "a",\n  "type": "module",\n}\n', 'app.js': 'export {};\n' },
    first: null,
  });
  assert.match(
    (await jsonConfig.outside?.(broken))?.why ?? '',
    /package\.json is not valid JSON, which shows on line 3/,
  );
  const sound = { ...broken, tree: treeOf({ 'package.json': '{}', 'app.js': 'export {};\n' }) };
  assert.equal(await jsonConfig.outside?.(sound), null);
});

check(jsonConfig, [
  {
    name: 'the file that the failing code reads',
    ...boot,
    files: {
      'config.json': '{"port": 3000,}',
      'data/x.json': '{broken',
      'app.js': "const c = JSON.parse(fs.readFileSync('config.json', 'utf8'));\n",
    },
    at: [['app.js', 'c = ‸JSON.parse']],
    first: { 'config.json': '{"port": 3000}' },
  },
  {
    name: 'nothing is left but a bracket: what was in it is not made up',
    ...boot,
    files: { 'config.json': '{', 'app.js': "const c = JSON.parse(fs.readFileSync('config.json', 'utf8'));\n" },
    at: [['app.js', 'c = ‸JSON.parse']],
    first: null,
  },
  {
    name: 'nothing is left but a bracket, and a copy was set aside',
    ...boot,
    files: {
      'config.json': '{',
      'config.json.bak': '{"port": 1}',
      'app.js': "const c = JSON.parse(fs.readFileSync('config.json', 'utf8'));\n",
    },
    at: [['app.js', 'c = ‸JSON.parse']],
    first: { 'config.json': '{"port": 1}' },
  },
  {
    name: 'a required file that the message names',
    class: 'syntax',
    message: '/srv/app/config/db.json: Expected double-quoted property name in JSON at position 14',
    files: { 'config/db.json': '{"port": 3000,}', 'app.js': '' },
    first: { 'config/db.json': '{"port": 3000}' },
  },
  {
    name: 'keys of the last good release that would be lost are asked about',
    ...boot,
    files: { 'config.json': '{"port": 3000,}', 'app.js': "require('./config.json');\n" },
    lastGood: { 'config.json': '{"port": 3000, "host": "a"}' },
    at: [['app.js', '‸require']],
    first: { 'config.json': '{"port": 3000}' },
    ask: /lacks \/host/,
  },
  {
    name: 'tsconfig may have comments',
    ...boot,
    files: { 'tsconfig.json': '{ // x\n "a": 1, }' },
    first: null,
  },
  {
    name: 'input of a client is no file of ours',
    class: 'type',
    message: `Unexpected token '<', "<html>" is not valid JSON`,
    files: { 'config.json': '{"ok": true}', 'app.js': 'JSON.parse(body);\n' },
    at: [['app.js', '‸JSON.parse']],
    first: null,
  },
  {
    name: 'two sides of a merge of data that are laid out otherwise and say the same',
    class: 'config',
    message: 'Unexpected token < in JSON at position 2',
    files: {
      'a.js': "const rows = JSON.parse(require('fs').readFileSync('data/rows.json', 'utf8'));\n",
      'data/rows.json': '[\n<<<<<<< HEAD\n  { "a": 1 }\n=======\n  {"a": 1}\n>>>>>>> x\n]\n',
    },
    at: [['a.js', '‸JSON']],
    first: { 'data/rows.json': '[\n  { "a": 1 }\n]\n' },
  },
]);

test('POL-3 json-config and yaml-file tell which file of data is broken that is no part of the release', () => {
  const told = (recipe: Recipe, message: string, data: Record<string, string>) =>
    recipe.outside?.(
      contextOf({
        ...{ name: '', class: 'config', message, first: null },
        files: { 'a.js': 'load();\n' },
        outside: data,
        at: [['a.js', '‸load']],
      }),
    );
  const said = 'SyntaxError: Expected double-quoted property name in JSON at position 22';
  const data = { 'data/hosts.json': '[\n  { "id": "a", },\n  { "id": "b" }\n]\n', 'data/shows.json': '[]\n' };
  assert.match(
    (told(jsonConfig, said, data) as Action).why,
    /^data\/hosts\.json is not valid JSON, which shows on line 2/,
  );
  assert.equal(told(jsonConfig, said, { ...data, 'data/shows.json': '[,\n' }), null);
  const days = { 'data/days.yaml': 'days:\n  - date: 1\n    name: a\n  - date:2\n    name: b\n' };
  assert.match(
    (told(yamlFile, 'YAMLParseError: Implicit keys need to be on a single line', days) as Action).why,
    /^data\/days\.yaml: line 4/,
  );
});

test('REP-8 json-config: a value that is lost, or broken in two, is asked for by its line', async () => {
  const asked = (data: Record<string, string>, beforeReady = true): Promise<string | null> => {
    const files = { 'load.js': 'exports.load = (name) => JSON.parse(read(`data/${name}.json`));\n', ...data };
    const given = contextOf({ name: '', ...boot, files, at: [['load.js', '‸JSON.parse']], first: null });
    return jsonConfig.question?.({ ...given, signal: { ...given.signal, beforeReady } }) ?? Promise.resolve(null);
  };
  const lost = { 'data/tariffs.json': '{\n  "day": ,\n  "week": 2\n}\n', 'data/halls.json': '[]\n' };
  assert.match((await asked(lost)) ?? '', /^data\/tariffs\.json:2 is not valid JSON/);
  assert.match((await asked({ 'data/halls.json': '[\n  { "seats": 2 20 }\n]\n' })) ?? '', /^data\/halls\.json:2 /);
  // A client's text, two files of which either may be it, and signs that can be mended.
  assert.equal(await asked(lost, false), null);
  assert.equal(await asked({ ...lost, 'data/halls.json': '[{ "seats": }]\n' }), null);
  assert.equal(await asked({ 'data/halls.json': '[{ "seats": 1, }]\n' }), null);
});
