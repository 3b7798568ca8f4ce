import { check, value } from '../cases.test-helper.ts';
import { misreadField } from './misread-field.ts';

const refused = { class: 'database', message: 'NOT NULL constraint failed: boats.length_m' } as const;
const add = (read: string): string =>
  `exports.add = (rows, dto) => rows.add({ name: dto.name, lengthM: dto.${read}, berth: 3 });\n`;
const seen = (keys: readonly string[]) => ({ dto: value({ className: 'BoatDto', keys }) });

check(misreadField, [
  {
    name: 'an object that has the field under the name by which it is handed on',
    ...refused,
    files: { 'a.js': add('length') },
    at: [['a.js', 'rows.‸add']],
    facts: seen(['name', 'lengthM']),
    first: { 'a.js': add('lengthM') },
  },
  {
    name: 'an object that has what is read of it',
    ...refused,
    files: { 'a.js': add('length') },
    at: [['a.js', 'rows.‸add']],
    facts: seen(['name', 'length', 'lengthM']),
    first: null,
  },
  {
    name: 'an object that has neither',
    ...refused,
    files: { 'a.js': add('length') },
    at: [['a.js', 'rows.‸add']],
    facts: seen(['name']),
    first: null,
  },
]);

const nothing = (property: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${property}')`,
  named: { property, nullish: 'undefined' as const },
});
const asked = 'export const open = ({ id, text, choices }) => ({ id, text, options: choices.map(String) });\n';
const questions = (field: string): string =>
  JSON.stringify([{ id: 'g1', text: 'Which river?', [field]: ['Elbe'], answer: 0, points: 5 }]);
const bikes = (taken: string): string =>
  `exports.of = (rows) => rows.map(({ bike, status, ${taken} }) => ({ bike, status, since: received.slice(0, 7) }));\n`;
const jobs = (more = ''): string =>
  `const columns = 'j.id, j.bike, j.status, j.received_on AS "receivedOn"${more}';\nexports.jobs = (db) => db.query(\`SELECT \${columns} FROM jobs j\`);\n`;
const means = (taken: string): string =>
  `import { summarize } from './b.js';\nexport const results = (all) => {\n  const { ${taken}, ...rest } = summarize(all);\n  return { ...rest, average: mean.toFixed(1) };\n};\n`;
const summary = (more = ''): string =>
  `export function summarize(all) {\n  return { players: all.length, average: all.length / 2${more} };\n}\n`;

check(misreadField, [
  {
    name: 'records that have all the rest, and what is answered instead of what is taken',
    ...nothing('map'),
    files: { 'a.js': asked, 'data/questions.json': questions('options') },
    at: [['a.js', 'choices.‸map']],
    first: { 'a.js': asked.replace('{ id, text, choices }', '{ id, text, options: choices }') },
    ask: null,
  },
  {
    name: 'some records have what is taken: the others may lack it for a reason',
    ...nothing('map'),
    files: { 'a.js': asked, 'data/questions.json': questions('options'), 'data/more.json': questions('choices') },
    at: [['a.js', 'choices.‸map']],
    first: null,
  },
  {
    name: 'records that have nothing of what is answered',
    ...nothing('map'),
    files: { 'a.js': asked, 'data/questions.json': questions('answers') },
    at: [['a.js', 'choices.‸map']],
    first: null,
  },
  {
    name: 'rows whose only other column says the same',
    ...nothing('slice'),
    files: {
      'a.js': bikes('received'),
      'db.js': jobs(),
      'a.sql': 'CREATE TABLE jobs (id int, bike text, status text, received_on date);',
    },
    at: [['a.js', 'received.‸slice']],
    first: { 'a.js': bikes('receivedOn: received') },
    ask: null,
  },
  {
    name: 'rows with two columns that say the same',
    ...nothing('slice'),
    files: { 'a.js': bikes('received'), 'db.js': jobs(', j.received_by AS "receivedBy"') },
    at: [['a.js', 'received.‸slice']],
    first: null,
  },
  {
    name: 'what a function gives, under the name that it is answered by',
    ...nothing('toFixed'),
    files: { 'a.js': means('mean'), 'b.js': summary() },
    at: [['a.js', 'mean.‸toFixed']],
    first: { 'a.js': means('average: mean') },
    ask: null,
  },
  {
    name: 'a function that gives what is taken, and nothing in it',
    ...nothing('toFixed'),
    files: { 'a.js': means('mean'), 'b.js': summary(', mean: undefined') },
    at: [['a.js', 'mean.‸toFixed']],
    first: null,
  },
]);

const mapped = (read: string): string =>
  `export const toGame = (hash) => ({\n  code: hash.code,\n  topic: hash.topic,\n  round: Number(hash.round),\n  hostName: hash.${read},\n});\n`;
const made = (more = ''): string =>
  `export const create = (redis, code, topic, hostName) => redis.hset(code, { code, topic, hostName, round: 0${more} });\n`;
const shown = 'export const show = ({ hostName }) => ({ host: hostName, initial: hostName.charAt(0) });\n';
const lost = { ...nothing('charAt'), at: [['c.js', 'hostName.‸charAt']] as const };
const table = (more = ''): string =>
  `CREATE TABLE games (code text, topic text, round integer, host_name text, created_at text${more});\n`;
const whole = "export const all = (db) => db.all('SELECT * FROM games');\n";
const rowed = (read: string): string =>
  `export const toGame = (row) => ({ code: row.code, topic: row.topic, createdAt: row.created_at, hostName: row.${read} });\n`;

check(misreadField, [
  {
    name: 'the one field of a mapper that is read by another name, where what is stored has it by its own',
    ...lost,
    files: { 'a.js': mapped('host'), 'b.js': made(), 'c.js': shown },
    first: { 'a.js': mapped('hostName') },
    ask: null,
  },
  {
    name: 'columns as the others are read',
    ...lost,
    files: { 'a.js': rowed('host') + whole, 'schema.sql': table(), 'c.js': shown },
    first: { 'a.js': rowed('host_name') + whole },
    ask: null,
  },
  {
    name: 'a column of the other name, which may hold nothing',
    ...lost,
    files: { 'a.js': rowed('host') + whole, 'schema.sql': table(', host text'), 'c.js': shown },
    first: null,
  },
  {
    name: 'nothing that is stored has it by its own name',
    ...lost,
    files: {
      'a.js': mapped('host'),
      'b.js': made().replace('hostName, round', 'leader: hostName, round'),
      'c.js': shown,
    },
    first: null,
  },
  {
    name: 'columns of which more than one gets another name',
    ...lost,
    files: {
      'a.js': rowed('host').replace('row.host }', 'row.host, over: row.ended_at }') + whole,
      'schema.sql': table(', ended_at text'),
      'c.js': shown,
    },
    first: null,
  },
  {
    name: 'a mapper that calls more than one field otherwise does so on purpose',
    ...lost,
    files: {
      'a.js': mapped('host').replace('hash.host,', 'hash.host,\n  over: hash.ended,'),
      'b.js': made(', ended: 0'),
      'c.js': shown,
    },
    first: null,
  },
]);
