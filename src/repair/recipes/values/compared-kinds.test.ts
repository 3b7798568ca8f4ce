import { check } from '../cases.test-helper.ts';
import { comparedKinds } from './compared-kinds.ts';

const missing = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'name')",
  named: { property: 'name', nullish: 'undefined' as const },
};

check(comparedKinds, [
  {
    name: 'a parameter of the route, where it is compared',
    ...missing,
    files: {
      'a.js':
        'app.get(path, (req, res) => {\n  const row = rows.find((one) => one.id === req.params.id);\n  res.json(row.name);\n});\n',
    },
    at: [['a.js', 'row.‸name']],
    first: { 'a.js': /one\.id === Number\(req\.params\.id\)/ },
  },
  {
    name: 'what a Map is asked for, by a name',
    ...missing,
    files: {
      'a.js':
        'app.get(path, (req, res) => {\n  const { id } = req.params;\n  const row = byId.get(id);\n  res.json(row.name);\n});\n',
    },
    at: [['a.js', 'row.‸name']],
    first: { 'a.js': /byId\.get\(Number\(id\)\)/ },
  },
  {
    name: 'a caller that hands over the text, where another hands over a number',
    ...missing,
    files: {
      'store.js': 'exports.find = (id) => rows.find((row) => row.id === id);\n',
      'a.js':
        "const store = require('./store');\nexports.show = (req) => store.find(req.params.id).name;\nexports.edit = (req) => store.find(Number(req.params.id)).name;\n",
    },
    at: [['a.js', 'store.find(req.params.id).‸name']],
    first: { 'a.js': /show = \(req\) => store\.find\(Number\(req\.params\.id\)\)/ },
  },
  {
    name: 'what no request gives is of the kind that it is',
    ...missing,
    files: { 'a.js': 'exports.f = (rows, own) => rows.find((row) => row.id === own.id).name;\n' },
    at: [['a.js', ').‸name']],
    first: null,
  },
  ...(
    [
      [
        'where others hand it over as it is',
        'String(visit.petId)',
        'visit.petId',
        /call = \(visit\) => pets\.find\(visit\.petId\)/,
      ],
      ['by a template', '`${visit.petId}`', 'visit.petId', /call = \(visit\) => pets\.find\(visit\.petId\)/],
      ['where the others convert it, too', 'String(visit.petId)', 'String(visit.petId)', null],
      ['to the case in which it is kept', 'visit.petId.toLowerCase()', 'visit.petId', null],
    ] as const
  ).map(([how, own, other, first]) => ({
    name: `the field of a record is converted, ${how}`,
    ...missing,
    files: {
      'pets.js': 'exports.find = (id) => rows.find((row) => row.id === id);\n',
      'a.js': `const pets = require('./pets');\nexports.show = (visit) => pets.find(${other});\nexports.call = (visit) => pets.find(${own}).name;\n`,
    },
    at: [['a.js', `pets.find(${own}).‸name`] as const],
    first: first === null ? null : { 'a.js': first },
  })),
  {
    name: 'a part of what is the key itself, as the debugger saw',
    ...missing,
    files: { 'a.js': 'exports.names = (plan) => plan.songs.map((song) => songs.get(song.id).name);\n' },
    at: [['a.js', 'songs.get(song.id).‸name']],
    facts: { song: { type: 'number', preview: '3' } },
    first: { 'a.js': /songs\.get\(song\)\.name/ },
  },
  {
    name: 'a part of an object that does not have it',
    ...missing,
    files: { 'a.js': 'exports.names = (plan) => plan.songs.map((song) => songs.get(song.id).name);\n' },
    at: [['a.js', 'songs.get(song.id).‸name']],
    facts: { song: { type: 'object', keys: ['key'] } },
    first: null,
  },
]);
