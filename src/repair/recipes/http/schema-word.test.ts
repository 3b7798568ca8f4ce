import { check } from '../cases.test-helper.ts';
import { schemaWord } from './schema-word.ts';

const refused = (what: string) => ({
  class: 'config' as const,
  message: `Failed building the validation schema for POST: /wines, due to error schema is invalid: ${what}`,
});
const wine = (name: string, more = '') =>
  `exports.wine = {\n  type: 'object',\n${more}  properties: {\n    name: { ${name} },\n    year: { type: 'integer' },\n  },\n};\n`;

check(schemaWord, [
  {
    name: 'the very keyword that makes a schema of it',
    class: 'config',
    message:
      'Failed building the validation schema for POST: /wines, due to error strict mode: unknown keyword: "Type"',
    files: { 'a.js': `${wine("Type: 'string'")}exports.other = { Type: 'wine' };\n` },
    first: { 'a.js': `${wine("type: 'string'")}exports.other = { Type: 'wine' };\n` },
  },
  {
    name: "another language's words for types, all of them at once",
    ...refused('data/properties/name/type must be equal to one of the allowed values'),
    files: { 'a.js': wine("type: 'str'").replace("'integer'", "'int'") },
    first: { 'a.js': wine("type: 'string'") },
  },
  {
    name: 'the constructor of the type',
    ...refused('data/properties/name/type must be equal to one of the allowed values'),
    files: { 'a.js': wine('type: String') },
    first: { 'a.js': wine("type: 'string'") },
  },
  {
    name: 'a word that is no type anywhere',
    ...refused('data/properties/name/type must be equal to one of the allowed values'),
    files: { 'a.js': wine("type: 'bottle'") },
    first: null,
  },
  {
    name: 'required names as one text',
    ...refused('data/required must be array'),
    files: { 'a.js': wine("type: 'string'", "  required: 'name, year',\n") },
    first: { 'a.js': wine("type: 'string'", "  required: ['name', 'year'],\n") },
  },
  {
    name: 'a text that names no property',
    ...refused('data/required must be array'),
    files: { 'a.js': wine("type: 'string'", "  required: 'yes',\n") },
    first: null,
  },
  {
    name: 'a property that says of itself that it is required',
    ...refused('data/properties/name/required must be array'),
    files: { 'a.js': wine("type: 'string', required: true") },
    first: { 'a.js': /required: \['name'\], properties: \{\n {4}name: \{ type: 'string' \},/ },
  },
  {
    name: 'and one that joins those which the schema names',
    ...refused('data/properties/name/required must be array'),
    files: { 'a.js': wine("type: 'string', required: true", "  required: ['year'],\n") },
    first: { 'a.js': wine("type: 'string'", "  required: ['year', 'name'],\n") },
  },
  {
    name: 'a keyword misspelt',
    class: 'config',
    message:
      'Failed building the validation schema for POST: /wines, due to error strict mode: unknown keyword: "minlength"',
    files: { 'a.js': wine("type: 'string', minlength: 2") },
    first: { 'a.js': wine("type: 'string', minLength: 2") },
  },
]);
