/** Names inside JSON schemas: of other schemas, of parts of one, of properties. */
import { check } from '../cases.test-helper.ts';
import { schemaReference } from './schema-reference.ts';
import { schemaWord } from './schema-word.ts';

const unbuilt = (why: string) => ({
  class: 'config' as const,
  message: `Failed building the serialization schema for GET: /, due to error ${why}`,
});
const lost = unbuilt('Cannot resolve ref "stations#". Schema with id "stations" is not found.');
const schemas = (id: string) =>
  `exports.all = [\n  { $id: '${id}', type: 'object', properties: { code: { type: 'string' } } },\n  { $id: 'ride', type: 'object', properties: { id: { type: 'integer' } } },\n];\n`;

check(schemaReference, [
  {
    name: 'a plural of the name that a schema has',
    ...lost,
    files: {
      'schemas.js': schemas('station'),
      'routes.js': "exports.list = { type: 'array', items: { $ref: 'stations#' } };\n",
    },
    first: { 'routes.js': "exports.list = { type: 'array', items: { $ref: 'station#' } };\n" },
  },
  {
    name: 'a schema that all others call otherwise, and nobody by its own name',
    class: 'config',
    message: "due to error can't resolve reference stationCode# from id #",
    files: {
      'schemas.js': schemas('code'),
      'routes.js':
        "exports.start = { properties: { at: { $ref: 'stationCode#' } } };\nexports.end = { properties: { at: { $ref: 'stationCode#' } } };\n",
    },
    first: { 'schemas.js': schemas('stationCode') },
  },
  {
    name: 'nothing of a schema that is there, and only not added',
    ...lost,
    files: {
      'schemas.js': schemas('stations'),
      'routes.js': "exports.list = { type: 'array', items: { $ref: 'stations#' } };\n",
    },
    first: null,
  },
  {
    name: 'nothing of a name that is like none',
    ...unbuilt('Cannot resolve ref "quay#". Schema with id "quay" is not found.'),
    files: { 'schemas.js': schemas('station'), 'routes.js': "exports.list = { items: { $ref: 'quay#' } };\n" },
    first: null,
  },
  {
    name: 'a part of a schema in a JSON file',
    ...unbuilt('Cannot find reference "#/definitions/adress"'),
    files: {
      'guest.json':
        '{\n  "definitions": { "address": { "type": "object" } },\n  "properties": { "home": { "$ref": "#/definitions/adress" } }\n}\n',
    },
    first: {
      'guest.json':
        '{\n  "definitions": { "address": { "type": "object" } },\n  "properties": { "home": { "$ref": "#/definitions/address" } }\n}\n',
    },
  },
  {
    name: 'a required property that is called otherwise',
    class: 'unknown',
    message: '"bikes" is required!',
    files: {
      'a.js':
        "exports.ride = { type: 'object', required: ['id', 'bikes'], properties: { id: {}, bike: {} } };\nexports.station = { required: ['bikes'], properties: { bikes: {} } };\n",
    },
    first: { 'a.js': /^exports\.ride = \{ type: 'object', required: \['id', 'bike'\][^]*required: \['bikes'\]/ },
  },
  {
    name: 'nothing of a required property that the answer lacks',
    class: 'unknown',
    message: '"bike" is required!',
    files: { 'a.js': "exports.ride = { type: 'object', required: ['bike'], properties: { bikes: {}, bike: {} } };\n" },
    first: null,
  },
]);

check(schemaWord, [
  {
    name: 'a type of another language in a schema that is a JSON file',
    ...unbuilt('schema is invalid: data/properties/mites/type must be equal to one of the allowed values'),
    files: { 'schemas/visit.json': '{\n  "type": "object",\n  "properties": { "mites": { "type": "int" } }\n}\n' },
    first: {
      'schemas/visit.json': '{\n  "type": "object",\n  "properties": { "mites": { "type": "integer" } }\n}\n',
    },
  },
  {
    name: 'a keyword that is misspelt in a JSON file',
    ...unbuilt('strict mode: unknown keyword: "propertes"'),
    files: { 'schemas/visit.json': '{ "type": "object", "propertes": { "mites": { "type": "integer" } } }\n' },
    first: { 'schemas/visit.json': '{ "type": "object", "properties": { "mites": { "type": "integer" } } }\n' },
  },
  {
    name: 'required names as one text in a JSON file',
    ...unbuilt('schema is invalid: data/required must be array'),
    files: {
      'a.json': '{ "type": "object", "required": "mites", "properties": { "mites": { "type": "integer" } } }\n',
    },
    first: {
      'a.json': '{ "type": "object", "required": ["mites"], "properties": { "mites": { "type": "integer" } } }\n',
    },
  },
  {
    name: 'a format that is none',
    ...unbuilt('unknown format "day" ignored in schema at path "#/properties/date"'),
    files: { 'a.json': '{ "properties": { "date": { "type": "string", "format": "day" } } }\n' },
    first: { 'a.json': '{ "properties": { "date": { "type": "string", "format": "date" } } }\n' },
  },
  {
    name: 'nothing of a format that only lacks its package',
    ...unbuilt('unknown format "date" ignored in schema at path "#/properties/date"'),
    files: { 'a.json': '{ "properties": { "date": { "type": "string", "format": "date" } } }\n' },
    first: null,
  },
]);

const answered = (key: string) => ({
  'schemas.js':
    "export const reply = { $id: 'reply', type: 'object', properties: { id: {}, total: {} }, required: ['id', 'total'] };\n",
  'routes.js': `export const show = (order) => {\n  return { id: order.id, ${key}: order.sum };\n};\n`,
});

check(schemaReference, [
  {
    name: 'a key of the answer that is said nowhere else, a slip away from what the schema requires',
    class: 'unknown',
    message: 'Error: "total" is required!',
    files: answered('totl'),
    first: { 'routes.js': answered('total')['routes.js'] },
  },
  {
    name: 'a key that others say as well',
    class: 'unknown',
    message: 'Error: "total" is required!',
    files: { ...answered('totl'), 'log.js': 'export const log = ({ totl }) => totl;\n' },
    first: null,
  },
  ...(
    [
      ['is no key of that schema, said once, and of its type', 'place: `${row.lat}`', '', /, position: `/],
      ['is said elsewhere', 'place: `${row.lat}`', 'export const at = (row) => row.place;\n', null],
      ['is of another type', 'place: [row.lat]', '', null],
      ['is of a type that cannot be seen', 'place: row.lat', '', null],
      ['is one of two', 'place: `${row.lat}`, spot: `${row.lon}`', '', null],
    ] as const
  ).map(([what, key, more, first]) => ({
    name: `a key of the answer, by quite another name than what the schema requires, that ${what}`,
    class: 'unknown' as const,
    message: 'Error: "position" is required!',
    files: {
      'buoy.js':
        "module.exports = { $id: 'buoy', type: 'object', properties: { id: {}, position: { type: 'string' } }, required: ['id', 'position'] };\n",
      'routes.mjs': `export const present = (row) => ({ ...row, ${key} });\n${more}`,
    },
    first: first === null ? null : { 'routes.mjs': first },
    ask: null,
  })),
]);
