/** A method with private parts that lost its object: V8 names the class, not what is read. */
import { check } from '../cases.test-helper.ts';
import { lostThis } from './lost-this.ts';

const rows = (keyword: string) =>
  `${keyword}class Shelf {\n  #rows = new Map();\n\n  constructor(name) {\n    this.name = name;\n  }\n\n  #load() {\n    return this.#rows;\n  }\n\n  all() {\n    return [...this.#load().values()];\n  }\n}\n`;
const ofClass = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'Shelf')",
  named: { property: 'Shelf', nullish: 'undefined' as const },
};

check(lostThis, [
  {
    name: 'a private method of what was taken out',
    ...ofClass,
    files: {
      'shelf.ts': rows('export '),
      'a.ts':
        'export const list = async (store: Store) => {\n  const { all } = store.shelves;\n  return await all();\n};\n',
    },
    at: [
      ['shelf.ts', 'this.‸#load().values'],
      ['a.ts', 'await ‸all()'],
    ],
    first: { 'a.ts': 'export const list = async (store: Store) => {\n  return await store.shelves.all();\n};\n' },
  },
  {
    name: 'one that was given a name, in a script',
    ...ofClass,
    files: {
      'shelf.js': `${rows('')}exports.Shelf = Shelf;\n`,
      'a.js': 'exports.list = (store) => {\n  const load = store.shelves.all;\n  return load();\n};\n',
    },
    at: [
      ['shelf.js', 'this.‸#load().values'],
      ['a.js', 'return ‸load()'],
    ],
    first: {
      'a.js':
        'exports.list = (store) => {\n  const load = store.shelves.all.bind(store.shelves);\n  return load();\n};\n',
    },
  },
  {
    name: 'one that is a callback and is called on something else',
    class: 'type',
    message: 'Receiver must be an instance of class Shelf',
    files: {
      'shelf.mjs': rows('export '),
      'a.mjs': "export const routes = (app, shelf) => app.get('/', shelf.all);\n",
    },
    at: [['shelf.mjs', 'this.‸#load().values']],
    first: { 'a.mjs': "export const routes = (app, shelf) => app.get('/', shelf.all.bind(shelf));\n" },
  },
  {
    name: 'one that an object of handlers holds',
    class: 'type',
    message: 'Cannot read private member #rows from an object whose class did not declare it',
    files: {
      'shelf.js': rows('export '),
      'a.js': 'export const handlers = (shelf) => ({ list: shelf.all });\n',
    },
    at: [['shelf.js', 'this.‸#load().values']],
    first: { 'a.js': 'export const handlers = (shelf) => ({ list: shelf.all.bind(shelf) });\n' },
  },
  {
    name: 'a method that others call on its object, and that nobody passed on',
    ...ofClass,
    files: { 'shelf.js': rows('export '), 'a.js': 'export const list = (store) => store.shelves.all();\n' },
    at: [['shelf.js', 'this.‸#load().values']],
    first: null,
  },
  {
    name: 'a function of that name that was taken out of something and is never called',
    ...ofClass,
    files: { 'shelf.js': rows('export '), 'a.js': 'export const list = (store) => {\n  const { all } = store;\n};\n' },
    at: [['shelf.js', 'this.‸#load().values']],
    first: null,
  },
  {
    name: 'a name that means the function of another module',
    ...ofClass,
    files: {
      'shelf.js': rows('export '),
      'a.js': "import { all } from './other.js';\nexport const list = (shelf) => shelf.pick(() => all());\n",
    },
    at: [['shelf.js', 'this.‸#load().values']],
    first: null,
  },
]);
