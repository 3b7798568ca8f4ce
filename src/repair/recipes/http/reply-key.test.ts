import { check } from '../cases.test-helper.ts';
import { replyKey } from './reply-key.ts';

const refused = (key: string) => ({ class: 'unknown' as const, message: `Error: "${key}" is required!` });
const schema = (required: string, properties = "id: { type: 'integer' }, household: { type: 'string' }"): string =>
  `const reply = { type: 'object', required: [${required}], properties: { ${properties} } };\n`;
const route = (key: string): string =>
  `module.exports = async (app) => {\n  app.get('/', { schema: { response: { 200: reply } } }, async () => ({ id: 1, ${key} }));\n};\n`;
const both = "'id', 'household'";
const typed = (more: string): string =>
  `import { Type } from '@sinclair/typebox';\nexport const reply = Type.Object({ id: Type.Integer(), household: ${more} });\nexport const view = (row) => ({ id: row.id, houseName: row.label });\n`;

check(replyKey, [
  {
    name: 'the one name that the schema does not know is the one that it lacks',
    ...refused('household'),
    files: { 'a.js': schema(both) + route('householdLabel: label') },
    first: { 'a.js': schema(both) + route('household: label') },
    ask: null,
  },
  {
    name: 'a name that stands for its value as well',
    ...refused('household'),
    files: { 'a.js': schema(both) + route('label') },
    first: { 'a.js': schema(both) + route('household: label') },
    ask: null,
  },
  {
    name: 'a schema that TypeBox makes, in a module',
    ...refused('household'),
    files: { 'a.ts': typed('Type.String()') },
    first: { 'a.ts': typed('Type.String()').replace('houseName:', 'household:') },
    ask: null,
  },
  {
    name: 'the schema asks for what it does not describe, and not for one that it does',
    ...refused('home'),
    files: { 'a.js': schema("'id', 'home'") + route('household: label') },
    first: { 'a.js': schema(both) + route('household: label') },
    ask: null,
  },
  {
    name: 'a name that somebody else reads of the object',
    ...refused('household'),
    files: { 'a.js': schema(both) + route('label'), 'b.js': 'exports.of = (parcel) => parcel.label;\n' },
    first: { 'a.js': /household: label/ },
    ask: /read elsewhere/,
  },
  {
    name: 'two names that the schema does not know',
    ...refused('household'),
    files: { 'a.js': schema(both) + route('label, place') },
    first: null,
  },
  {
    name: 'two objects that lack it: either may be the answer',
    ...refused('household'),
    files: { 'a.js': schema(both) + route('label'), 'b.js': 'exports.log = (id, size) => ({ id, size });\n' },
    first: null,
  },
  {
    name: 'nothing is there by another name',
    ...refused('household'),
    files: { 'a.js': schema(both) + route('...row') },
    first: null,
  },
  {
    name: 'a schema that asks for two that it does not describe',
    ...refused('home'),
    files: { 'a.js': schema("'id', 'home', 'street'") + route('household: label') },
    first: null,
  },
  {
    name: 'more than one that the schema describes and does not ask for',
    ...refused('home'),
    files: {
      'a.js': schema("'home'") + route('household: label'),
    },
    first: null,
  },
]);
