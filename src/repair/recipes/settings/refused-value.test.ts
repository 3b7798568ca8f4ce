import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf } from '../cases.test-helper.ts';
import { configPlaces } from './config-places.ts';
import { envKey } from './elsewhere.ts';

const settings = {
  '.env': 'LEVEL=verbose\nPORT=30OO\n',
  'config.js': "exports.config = { level: process.env.LEVEL ?? 'info', port: process.env.PORT ?? '3000' };\n",
  'server.js':
    "const { config } = require('./config');\nif (!/^\\d+$/.test(config.port)) throw new Error(`port must be a number`);\nif (!levels.includes(config.level)) {\n  throw new RangeError(`unknown level ${config.level}`);\n}\n",
};

function told(message: string, snippet: string, beforeReady = true, envKeys: readonly string[] = ['LEVEL', 'PORT']) {
  const at = [['server.js', snippet]] as const;
  const context = contextOf({
    name: '',
    class: 'range',
    message,
    at,
    files: settings,
    first: null,
    context: { envKeys },
  });
  return envKey.action?.({ ...context, signal: { ...context.signal, beforeReady } })?.why ?? null;
}

test('REP-1 a value of .env that the own check refuses is told with its place, named by the message or not', () => {
  assert.match(
    told('PORT must be a number', '‸new Error') ?? '',
    /^the value of PORT is refused \(.*correct it in \.env:2$/,
  );
  assert.match(told('port must be a number', '‸new Error') ?? '', /^the value of PORT is refused .* in \.env:2$/);
  assert.match(told('unknown level verbose', '‸new RangeError') ?? '', /^the value of LEVEL .* in \.env:1$/);
});

test('REP-1 what is not set, or fails while it serves, is no refused value', () => {
  assert.equal(told('unknown level verbose', '‸new RangeError', true, ['PORT']), null);
  assert.equal(told('port must be a number', '‸new Error', false), null);
  assert.equal(told("Named export '_' not found", '‸new Error', true, ['_']), null, "the shell's own");
});

test('REP-1 a path of .env that leads to no file is told with its place', () => {
  const context = contextOf({
    name: '',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/config/shop.yaml'",
    named: { code: 'ENOENT', path: '/app/config/shop.yaml' },
    files: { '.env': 'LEVEL=info\nSETTINGS=./config/shop.yaml\n', 'config/shop.yml': '', 'server.js': 'load();\n' },
    at: [['server.js', '‸load()']],
    first: null,
    context: { envKeys: ['LEVEL', 'SETTINGS'] },
  });
  const starting = { ...context, signal: { ...context.signal, beforeReady: true } };
  assert.match(envKey.action?.(starting)?.why ?? '', /^the value of SETTINGS .* correct it in \.env:2$/);
});

const starting = (files: Readonly<Record<string, string>>, envKeys: readonly string[]): string | null => {
  const message = 'The "path" argument must be of type string. Received undefined';
  const at = [['config.js', '‸path.resolve']] as const;
  const context = contextOf({ name: '', class: 'type', message, at, files, first: null, context: { envKeys } });
  return envKey.action?.({ ...context, signal: { ...context.signal, beforeReady: true } })?.why ?? null;
};
const reading = {
  'config.js':
    'const { STATION, DATA, TOKEN } = process.env;\nexports.station = file.stations[STATION];\nexports.data = path.resolve(DATA);\n',
  'station.yaml': 'stations:\n  north:\n    title: a\n  south:\n    title: b\n',
};

test('REP-1 where no .env was made of its template a person is told what is not set', () => {
  const template = { ...reading, '.env.example': 'STATION=north\nDATA=./data\nLATER=1\n' };
  assert.match(starting(template, []) ?? '', /^\.env is not there.*not set: `STATION`, `DATA`; only you know/);
  assert.match(starting(template, ['STATION']) ?? '', /not set: `DATA`;/);
  assert.equal(starting(template, ['STATION', 'DATA']), null);
});

test('REP-1 a value of .env that is nearly a key of the data is told with its place, and not said', () => {
  const set = (line: string): string | null => starting({ ...reading, '.env': line }, ['STATION']);
  assert.equal(set('STATION=nroth\n'), 'station.yaml has `north`, and STATION nearly says so: correct it in .env');
  assert.doesNotMatch(set('STATION=north\n') ?? '', /nearly/);
  assert.doesNotMatch(set('OTHER=nroth\n') ?? '', /nearly/);
});

test('REP-1 a value of .env that the runtime refuses by its own words is told with its place', () => {
  const failing = (files: Readonly<Record<string, string>>): string | null => {
    const context = contextOf({
      name: '',
      class: 'range',
      message: 'Invalid currency code : EURO',
      files: { 'a.js': "new Intl.NumberFormat('en', { style: 'currency', currency: config.currency });\n", ...files },
      at: [['a.js', '‸new Intl']],
      first: null,
      context: { envKeys: ['TITLE', 'CURRENCY'] },
    });
    return envKey.action?.({ ...context, signal: { ...context.signal, beforeReady: true } })?.why ?? null;
  };
  assert.match(
    failing({ '.env': 'TITLE=x\nCURRENCY=EURO\n' }) ?? '',
    /^the value of CURRENCY .* correct it in \.env:2$/,
  );
  assert.equal(failing({ '.env': 'TITLE=EURO\nCURRENCY=EURO\n' }), null, 'either may be meant');
});

test('POL-3 a folder of .env that is not there is told with its place, where one file alone could be meant', async () => {
  const failing = async (files: Readonly<Record<string, string>>): Promise<string | null> => {
    const context = contextOf({
      name: '',
      class: 'missing_file',
      message: "ENOENT: no such file or directory, open '/app/date/rooms.json'",
      named: { code: 'ENOENT', path: 'date/rooms.json' },
      files: { '.env': 'TITLE=x\nDATA_DIR=./date\n', 'a.js': 'load();\n', ...files },
      at: [['a.js', '‸load()']],
      first: null,
      context: { envKeys: ['TITLE', 'DATA_DIR'] },
    });
    return (await configPlaces.outside?.(context))?.why ?? null;
  };
  assert.match((await failing({ 'data/rooms.json': '[]' })) ?? '', /^\.env:2: DATA_DIR leads to date/);
  assert.equal(await failing({ 'data/rooms.json': '[]', 'old/rooms.json': '[]' }), null, 'either may be meant');
  assert.equal(await failing({ 'data/rooms.json': '[]', 'date/beds.json': '[]' }), null, 'the folder is there');
});

test('POL-3 a variable that the last change took out of .env is told by its file; one that was never there only its owner knows', () => {
  const told = (was: string, now: string, file = '.env') =>
    envKey.action?.(
      contextOf({
        ...{ name: '', class: 'env_missing', message: 'Error: DB_FILE is not set', named: { envKey: 'DB_FILE' } },
        files: { 'a.js': 'open(process.env.DB_FILE);\n' },
        outside: { [file]: now },
        lastGood: { 'a.js': 'open(process.env.DB_FILE);\n', [file]: was },
        ...{ context: { envKeys: [] }, first: null },
      }),
    )?.why;
  assert.equal(told('A=1\nDB_FILE=:memory:\n', 'A=2\n'), 'the last change took DB_FILE out of .env: put its line back');
  assert.match(told('A=1\n', 'A=2\n') ?? '', /only you know its value/);
  assert.match(told('DB_FILE=\n', 'A=2\n', '.env.example') ?? '', /only you know its value/);
});
