import type { Signal } from '../../../incident/nouns.ts';
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { bigNumber } from './big-number.ts';
import { eventName, nodeArgument, relativeUrl } from './node-values.ts';
import { nodeWord } from './node-word.ts';

const hang = (given: Omit<Case, 'class' | 'message'>): Case => {
  const each: Case = { class: 'timeout', message: 'a request was never answered', ...given };
  const signal: Signal = { ...contextOf(each).signal, kind: 'timeout', error: null };
  return { ...each, context: { signal } };
};

check(nodeWord, [
  {
    name: 'a time zone that another file keeps',
    class: 'range',
    message: 'Invalid time zone specified: Europe/Lisboa',
    files: {
      'env.js': "export const env = { timeZone: 'Europe/Lisboa' };\n",
      'a.js':
        "import { env } from './env.js';\nexport const day = new Intl.DateTimeFormat('en', { timeZone: env.timeZone });\n",
    },
    at: [['a.js', '‸new Intl']],
    first: { 'env.js': /timeZone: 'Europe\/Lisbon'/ },
  },
  {
    name: 'two digits that changed places',
    class: 'unknown',
    message: 'Digest method not supported',
    files: { 'a.js': "export const sum = (text) => createHash('sha265').update(text).digest('hex');\n" },
    at: [['a.js', '‸createHash']],
    first: { 'a.js': /createHash\('sha256'\)/ },
  },
  {
    name: 'an option that Intl does not know',
    class: 'range',
    message: 'Value curency out of range for Intl.NumberFormat options property style',
    files: { 'a.js': "export const f = new Intl.NumberFormat('en-US', { style: 'curency', currency: 'EUR' });\n" },
    at: [['a.js', '‸new Intl']],
    first: { 'a.js': /style: 'currency', currency: 'EUR'/ },
  },
  {
    name: 'a size by the word that people have for it',
    class: 'range',
    message: 'Value middle out of range for Intl.DateTimeFormat options property dateStyle',
    files: { 'a.js': "export const f = new Intl.DateTimeFormat('en-US', { dateStyle: 'middle' });\n" },
    at: [['a.js', '‸new Intl']],
    first: { 'a.js': /dateStyle: 'medium'/ },
  },
  {
    name: 'the name of a signature for that of its hash',
    class: 'type',
    message: 'Invalid digest: HS256',
    files: { 'a.js': "export const sign = (text) => createHmac('HS256', 'k').update(text).digest('hex');\n" },
    at: [['a.js', '‸createHmac']],
    first: { 'a.js': /createHmac\('sha256', 'k'\)/ },
  },
  {
    name: 'a locale as other systems write it',
    class: 'range',
    message: 'Incorrect locale information provided',
    files: { 'a.js': "export const day = (date) => date.toLocaleDateString('de_AT', { dateStyle: 'short' });\n" },
    at: [['a.js', 'date.‸toLocaleDateString']],
    first: { 'a.js': /'de-AT', \{ dateStyle: 'short' \}/ },
  },
  {
    name: 'an encoding with a mark',
    class: 'type',
    message: 'Unknown encoding: base-64',
    files: { 'a.js': "export const decode = (text) => Buffer.from(text, 'base-64');\n" },
    at: [['a.js', 'Buffer.‸from']],
    first: { 'a.js': /Buffer\.from\(text, 'base64'\)/ },
  },
  {
    name: 'a status in words',
    class: 'range',
    message: 'Invalid status code: created',
    files: { 'a.js': "export const add = (req, res) => res.status('created').json({ id: 1 });\n" },
    at: [['a.js', 'res.‸status']],
    first: { 'a.js': /res\.status\(201\)/ },
  },
  {
    name: 'words that are all right',
    class: 'type',
    message: 'Invalid digest: undefined',
    files: { 'a.js': "export const sign = (text, name) => createHmac(name, 'k').update(text).digest('hex');\n" },
    at: [['a.js', '‸createHmac']],
    first: null,
  },
]);

const invalid = { class: 'type' as const, message: 'Invalid URL' };

check(relativeUrl, [
  {
    ...invalid,
    name: 'the target of a request, with a default of its own',
    files: { 'a.ts': "export const query = (req: Req) => new URL(req.url ?? '/').searchParams;\n" },
    at: [['a.ts', 'new ‸URL']],
    first: { 'a.ts': /new URL\(req\.url \?\? '\/', 'http:\/\/localhost'\)/ },
  },
  {
    ...invalid,
    name: 'the target of a request',
    files: { 'a.js': 'export const query = (request) => new URL(request.url).searchParams;\n' },
    at: [['a.js', '‸new URL']],
    first: { 'a.js': /new URL\(request\.url, 'http:\/\/localhost'\)/ },
  },
  {
    ...invalid,
    name: 'the base that another call gives',
    files: {
      'a.js':
        'export const link = (slug, site) => new URL(`/a/${slug}`).href;\nexport const feed = (site) => new URL("/feed", site.root);\n',
    },
    at: [['a.js', '‸new URL(`']],
    first: { 'a.js': /new URL\(`\/a\/\$\{slug\}`, site\.root\)/ },
  },
  {
    ...invalid,
    name: 'a value that is called like one',
    files: { 'a.js': 'export const link = (slug, site) => new URL(`/a/${slug}`).href;\n' },
    at: [['a.js', '‸new URL(`']],
    facts: { site: { keys: ['title', 'baseUrl'] } },
    first: { 'a.js': /new URL\(`\/a\/\$\{slug\}`, site\.baseUrl\)/ },
  },
  {
    ...invalid,
    name: 'a URL of somebody else that is none',
    files: { 'a.js': 'export const host = (site) => new URL(site.link).host;\n' },
    at: [['a.js', '‸new URL']],
    facts: { 'site.link': { type: 'string', preview: '"nowhere"' } },
    first: null,
  },
]);

check(bigNumber, [
  {
    name: 'the id of a new row',
    class: 'type',
    message: 'Do not know how to serialize a BigInt',
    files: {
      'a.js':
        'export const add = (db) => {\n  const { id } = db;\n  return { id, row: db.run(id).lastInsertRowid };\n};\n',
    },
    first: { 'a.js': /row: Number\(db\.run\(id\)\.lastInsertRowid\)/ },
  },
  {
    name: 'a number that was made big',
    class: 'type',
    message: 'Cannot mix BigInt and other types, use explicit conversions',
    files: { 'a.js': 'export const sum = (a, b) => BigInt(a) + b;\n' },
    at: [['a.js', '‸BigInt']],
    first: { 'a.js': /=> Number\(a\) \+ b;/ },
  },
  {
    name: 'another failure',
    class: 'type',
    message: 'x is not a function',
    files: { 'a.js': 'export const sum = (a, b) => BigInt(a) + b;\n' },
    first: null,
  },
]);

check(eventName, [
  hang({
    name: 'the end of a request',
    files: {
      'a.js':
        "export const read = (request) => new Promise((resolve) => request.on('data', () => {}).on('finish', resolve));\n",
    },
    first: { 'a.js': /\.on\('end', resolve\)/ },
  }),
  hang({
    name: 'events that there are, and those of something else',
    files: {
      'a.js':
        "export const read = (request, bus) => {\n  request.on('end', () => {});\n  bus.on('finish', () => {});\n};\n",
    },
    first: null,
  }),
]);

check(nodeArgument, [
  {
    name: 'a locale as other systems write it',
    class: 'range',
    message: 'Incorrect locale information provided',
    files: {
      'house.json': '{ "locale": "de_DE" }\n',
      'a.js': "exports.money = new Intl.NumberFormat(house.locale, { style: 'currency', currency: 'EUR' });\n",
    },
    at: [['a.js', '‸new Intl']],
    first: { 'house.json': '{ "locale": "de-DE" }\n' },
  },
  {
    name: 'a text that is formatted as a date',
    class: 'range',
    message: 'Invalid time value',
    files: { 'a.js': "const day = new Intl.DateTimeFormat('en');\nexports.show = (row) => day.format(row.since);\n" },
    at: [['a.js', 'day.‸format']],
    facts: { 'row.since': { type: 'string', preview: '"2025-02-01"' } },
    first: { 'a.js': /day\.format\(new Date\(row\.since\)\)/ },
  },
  {
    name: 'a text that is no date',
    class: 'range',
    message: 'Invalid time value',
    files: { 'a.js': "const day = new Intl.DateTimeFormat('en');\nexports.show = (row) => day.format(row.since);\n" },
    at: [['a.js', 'day.‸format']],
    facts: { 'row.since': { type: 'string', preview: '"soon"' } },
    first: null,
  },
  {
    name: 'one header, by the method for many',
    class: 'type',
    message: 'The "headers" argument must be an instance of Headers or Map. Received type string (\'x-id\')',
    files: { 'a.js': "exports.mark = (res, id) => res.setHeaders('x-id', id);\n" },
    at: [['a.js', 'res.‸setHeaders']],
    first: { 'a.js': /res\.setHeader\('x-id', id\)/ },
  },
  {
    name: 'a function that is called too early',
    class: 'type',
    message: 'The "callback" argument must be of type function. Received undefined',
    files: { 'a.js': 'export const later = () => setTimeout(run(), 10);\n' },
    at: [['a.js', '‸setTimeout']],
    first: { 'a.js': /setTimeout\(run, 10\)/ },
  },
  {
    name: 'an encoding where a length is wanted',
    class: 'type',
    message: 'The "length" argument must be of type number. Received type string (\'utf8\')',
    files: { 'a.js': "export const text = (chunks) => Buffer.concat(chunks, 'utf8').toString();\n" },
    at: [['a.js', 'Buffer.‸concat']],
    first: { 'a.js': /Buffer\.concat\(chunks\)\.toString\(\)/ },
  },
  {
    name: 'a list that is none',
    class: 'type',
    message: 'The "list" argument must be an instance of Array. Received undefined',
    files: { 'a.js': 'export const text = (chunks) => Buffer.concat(chunks).toString();\n' },
    at: [['a.js', 'Buffer.‸concat']],
    first: null,
  },
]);
