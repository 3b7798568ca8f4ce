import { check } from '../cases.test-helper.ts';
import { property } from './property.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

/** A part of the settings by another number. */
const settings = (given: string, more = '') => ({
  ...reading('child'),
  files: {
    'settings.js': `exports.settings = { ${given}, currency: 'CHF' };\n${more}`,
    'a.js':
      "const { settings } = require('./settings');\nexports.price = (base) => {\n  const { discounts, currency } = settings;\n  return currency + base * discounts.child;\n};\n",
  },
  at: [['a.js', 'discounts.‸child']] as const,
  facts: { settings: { keys: ['discount', 'currency'] } },
});

/** Stores that are made under one name and read under the other. */
const stores = (types: string) => ({
  ...reading('add'),
  files: {
    'stores.ts': `${types}class LessonStore {\n  add(one) {}\n}\nexport const createStores = () => ({ guests: new Map(), lesson: new LessonStore() });\n`,
    'seed.ts': 'export function seed({ guests, lessons }) {\n  guests.set(1, 1);\n  lessons.add(1);\n}\n',
    'tell.ts': 'export const tell = (lesson) => ({ lesson: lesson.title });\n',
    'a.ts':
      "import { createStores } from './stores.ts';\nimport { seed } from './seed.ts';\nconst stores = createStores();\nseed(stores);\nexport const add = (one) => stores.lessons.add(one);\n",
  },
  at: [
    ['seed.ts', 'lessons.‸add'],
    ['a.ts', '‸seed(stores)'],
  ] as const,
});

check(property, [
  {
    name: 'another number of what holds the part that is read, and nothing else does',
    ...settings('discount: { child: 0.4, early: 0.1 }'),
    first: { 'settings.js': /discounts: \{ child/ },
  },
  {
    name: 'another number of what may have such a part: asked',
    ...settings('discount: rebates()'),
    first: { 'a.js': /\{ discount: discounts, currency \}/ },
    ask: /may be two different things/,
  },
  {
    name: 'another number, where something else gets the one that is read: asked',
    ...settings('discount: { child: 0.4 }', 'exports.none = { discounts: null };\n'),
    first: { 'settings.js': /discounts: \{ child/ },
    ask: /may be two different things/,
  },
  {
    name: 'the one that is made has the name that the types tell',
    ...stores('interface Stores {\n  guests: Map<number, number>;\n  lessons: LessonStore;\n}\n'),
    first: { 'stores.ts': /lessons: new LessonStore/ },
  },
]);
