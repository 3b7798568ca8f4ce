import { check } from '../cases.test-helper.ts';
import { halfRenamed } from './half-renamed.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});
const stock =
  'exports.load = (rows) => rows.map(({ code, name, kind, value }) => ({ code, name, kind, value }));\nexports.worth = (items, code) => items.get(code).value;\n';
const set = 'exports.show = (set) => set.props.map((each) => each.title);\n';

check(halfRenamed, [
  {
    name: 'the one field that nobody takes, of a data file that only a person changes: who takes it follows',
    ...reading('name'),
    files: {
      'data/taps.yaml': '1: { beerId: helles, left: 22 }\n2: { beerId: night, left: 8 }\n',
      'a.js':
        'exports.list = (taps, beers) => Object.values(taps).map(({ beer, left }) => {\n  const found = beers.find(beer);\n  return { name: found.name, left };\n});\n',
    },
    at: [['a.js', 'found.‸name']],
    facts: { beer: { type: 'undefined' }, found: { type: 'undefined' } },
    first: { 'a.js': /\(\{ beerId: beer, left \}\)/ },
    ask: null,
  },
  ...(
    [
      ['is none of the words of that', '1: { drink: helles, left: 22 }\n', '', /nothing but that nobody reads it/],
      [
        'is taken elsewhere',
        '1: { beerId: helles, left: 22 }\n',
        'exports.of = ({ beerId, left }) => [beerId, left];\n',
      ],
      ['is one of two', '1: { beerId: helles, left: 22, place: bar }\n', ''],
    ] as const
  ).map(([what, taps, more, ask]) => ({
    name: `a field that a lone other one speaks for, and that ${what}`,
    ...reading('name'),
    files: {
      'data/taps.yaml': taps,
      'a.js': `exports.list = (taps, beers) => Object.values(taps).map(({ beer, left }) => {\n  const found = beers.find(beer);\n  return { name: found.name, left };\n});\n${more}`,
    },
    at: [['a.js', 'found.‸name']] as const,
    facts: { beer: { type: 'undefined' as const }, found: { type: 'undefined' as const } },
    first: ask === undefined ? null : { 'a.js': /\(\{ drink: beer, left \}\)/ },
    ...(ask === undefined ? {} : { ask }),
  })),
  ...(
    [
      ['that says the opposite, however many others speak for it', 'closesAt'],
      ['that is the prototype', '__proto__'],
    ] as const
  ).map(([what, field]) => ({
    name: `no field ${what}`,
    ...reading('slice'),
    files: {
      'data/shops.json': `[{ "id": 1, "name": "A", "${field}": "18:00" }]\n`,
      'a.js': 'exports.show = ({ id, name, opensAt }) => `${id} ${name} ${opensAt.slice(0, 2)}`;\n',
    },
    at: [['a.js', 'opensAt.‸slice'] as const],
    facts: { opensAt: { type: 'undefined' as const } },
    first: null,
  })),
  {
    name: 'a field of one file that all others of its kind have under the name that is read',
    ...reading('map'),
    files: {
      'data/sets/gaslight.json': '{ "title": "Gaslight", "opens": "May", "props": ["a"] }\n',
      'data/sets/hamlet.json': '{ "title": "Hamlet", "opens": "April", "items": ["b"] }\n',
      'a.js': set,
    },
    at: [['a.js', 'props.‸map']],
    facts: { set: { keys: ['title', 'opens', 'items'] }, 'set.props': { type: 'undefined' } },
    first: { 'data/sets/hamlet.json': '{ "title": "Hamlet", "opens": "April", "props": ["b"] }\n' },
    ask: null,
  },
  {
    name: 'a column, where the failure shows far from who takes it, and many others speak for it',
    ...reading('value'),
    files: { 'data/stock.csv': 'sku,name,kind,value\nP1,throne,seat,400\n', 'a.js': stock },
    at: [['a.js', 'items.get(code).‸value']],
    first: { 'a.js': /\(\{ sku: code, name, kind, value \}\)/ },
    ask: null,
  },
  {
    name: 'no column far from who takes it, where two are otherwise',
    ...reading('value'),
    files: { 'data/stock.csv': 'sku,name,sort,value\nP1,throne,seat,400\n', 'a.js': stock },
    at: [['a.js', 'items.get(code).‸value']],
    first: null,
  },
  {
    name: 'records that a type and all code call otherwise, by a name that another object has',
    ...reading('name'),
    files: {
      'data/climbs.json':
        '[{ "id": 1, "sector": "p", "name": "A", "metres": 4 }, { "id": 2, "sector": "b", "name": "B", "metres": 5 }]\n',
      'climb.ts':
        'export interface Climb {\n  id: number;\n  sectorId: string;\n  name: string;\n  metres: number;\n}\nexport type Card = { sector: string };\nexport const draft = { sectorId: text() };\n',
      'a.ts':
        "import type { Card, Climb } from './climb';\nexport const card = (climb: Climb, sectors: Sectors): Card => {\n  const { sectorId } = climb;\n  return { sector: sectors.find(sectorId)!.name };\n};\n",
    },
    at: [['a.ts', 'sectors.find(sectorId)!.‸name']],
    facts: { climb: { keys: ['id', 'sector', 'name', 'metres'] }, sectorId: { type: 'undefined' } },
    first: { 'data/climbs.json': /"sectorId": "p"[\s\S]*"sectorId": "b"/ },
    ask: null,
  },
]);
