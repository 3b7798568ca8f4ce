import { check } from '../cases.test-helper.ts';
import { unlistedClass } from './unlisted-class.ts';

const entity = (name: string, decorator = "Entity('x')"): string =>
  `import { Entity } from 'orm';\n@${decorator}\nexport class ${name} {}\n`;
const source = (list: string, more = ''): string =>
  `import { Source } from 'orm';\nimport { Author } from './author';\n${more}export const source = new Source({ entities: [${list}] });\n`;
const failed = {
  class: 'unknown',
  message: 'Entity metadata for Author#books was not found.',
  outside: { 'node_modules/orm/index.js': 'throw new Error(text);\n' },
  at: [['node_modules/orm/index.js', '‸throw']],
} as const;
const book = "import { Book } from './book';\n";

check(unlistedClass, [
  {
    name: 'the one entity that is not in the list',
    ...failed,
    files: { 'author.ts': entity('Author'), 'book.ts': entity('Book'), 'source.ts': source('Author', book) },
    first: { 'source.ts': source('Author, Book', book) },
  },
  {
    name: 'with its import',
    ...failed,
    files: { 'author.ts': entity('Author'), 'book.ts': entity('Book'), 'source.ts': source('Author') },
    first: { 'source.ts': source('Author, Book', book) },
  },
  {
    name: 'of two that are not there the one that the message names',
    ...failed,
    message: 'No metadata for "Book" was found.',
    files: {
      'author.ts': entity('Author'),
      'book.ts': entity('Book'),
      'loan.ts': entity('Loan'),
      'source.ts': source('Author', book),
    },
    first: { 'source.ts': source('Author, Book', book) },
  },
  {
    name: 'of two that are not there none where the message names neither',
    ...failed,
    files: {
      'author.ts': entity('Author'),
      'book.ts': entity('Book'),
      'loan.ts': entity('Loan'),
      'source.ts': source('Author', book),
    },
    first: null,
  },
  {
    name: 'a class of another kind, or what a container is given, is none',
    ...failed,
    files: {
      'author.ts': entity('Author', 'Injectable()'),
      'book.ts': entity('Book', 'Injectable()'),
      'loan.ts': entity('Loan'),
      'source.ts': source('Author', book),
    },
    first: null,
  },
  {
    name: 'of what the message does not speak of',
    ...failed,
    message: 'No metadata was found.',
    files: { 'author.ts': entity('Author'), 'book.ts': entity('Book'), 'source.ts': source('Author', book) },
    first: null,
  },
]);
