import { check } from '../cases.test-helper.ts';
import { parsedNothing } from './parsed-nothing.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of null (reading '${name}')`,
  named: { property: name, nullish: 'null' as const },
});
const row = 'const toPlot = (row) => ({ id: row.id, features: JSON.parse(row.features) });\n';

check(parsedNothing, [
  {
    name: 'a list, as all take it that read the field; of the request another thing is called so',
    ...reading('join'),
    files: {
      'a.js': `${row}exports.show = (db) => {\n  const plot = toPlot(db.one());\n  return { ...plot, features: plot.features.join(', ') };\n};\nexports.has = (plot, name) => plot.features.includes(name);\nexports.list = (req) => {\n  const { features } = req.query;\n  return features.split(',');\n};\n`,
    },
    at: [['a.js', 'plot.features.‸join']],
    first: { 'a.js': /features: row\.features \? JSON\.parse\(row\.features\) : \[\] \}\)/ },
  },
  {
    name: 'an object, of which each part that is read has a fallback or is only asked for',
    ...reading('minArea'),
    files: {
      'a.js':
        "const toOne = ({ id, wanted }) => ({ id, wanted: JSON.parse(wanted) });\nexports.list = (rows) => rows.map(toOne).map(({ id, wanted }) => ({ id, min: wanted.minArea ?? 'any' }));\nexports.fits = (one, plot) => {\n  const { minArea = 0, tap = false } = one.wanted;\n  return plot.area >= minArea && (!one.wanted.tap || tap);\n};\n",
    },
    at: [['a.js', 'min: wanted.‸minArea']],
    first: { 'a.js': /wanted: wanted \? JSON\.parse\(wanted\) : \{\} \}\)/ },
  },
  {
    name: 'what a function gives, from an empty text',
    class: 'syntax',
    message: 'Unexpected end of JSON input',
    files: {
      'a.js':
        "function settingsOf(member) {\n  return JSON.parse(member.settings);\n}\nexports.show = (member) => {\n  const { language = 'en' } = settingsOf(member);\n  return { language };\n};\n",
    },
    at: [['a.js', 'return ‸JSON.parse(member']],
    first: { 'a.js': /return member\.settings \? JSON\.parse\(member\.settings\) : \{\};/ },
  },
  {
    name: 'one part of it has no fallback',
    ...reading('minArea'),
    files: {
      'a.js':
        "const toOne = ({ id, wanted }) => ({ id, wanted: JSON.parse(wanted) });\nexports.list = (rows) => rows.map(toOne).map(({ id, wanted }) => ({ id, min: wanted.minArea ?? 'any' }));\nexports.tap = (one) => one.wanted.tap.kind;\n",
    },
    at: [['a.js', 'min: wanted.‸minArea']],
    first: null,
  },
  {
    name: 'another place says what stands for the whole',
    ...reading('join'),
    files: {
      'a.js': `${row}exports.show = (db) => {\n  const plot = toPlot(db.one());\n  return { features: plot.features.join(', ') };\n};\nexports.most = (plot) => plot.features ?? ['none'];\n`,
    },
    at: [['a.js', 'plot.features.‸join']],
    first: null,
  },
  {
    name: 'a name, of which every part that is read has a fallback',
    ...reading('cc'),
    files: {
      'a.js':
        'exports.show = (row) => {\n  const set = JSON.parse(row.set);\n  return { cc: (set.cc ?? []).join(), on: set.on ?? true };\n};\n',
    },
    at: [['a.js', 'set.‸cc']],
    first: { 'a.js': /const set = row\.set \? JSON\.parse\(row\.set\) : \{\};/ },
  },
  {
    name: 'what is taken apart at once, each part with a fallback',
    class: 'type',
    message: 'SyntaxError: Unexpected end of JSON input',
    files: {
      'a.js':
        'exports.toItem = (row) => {\n  const { color = null } = JSON.parse(row.attributes);\n  return { sku: row.sku, color };\n};\n',
    },
    at: [['a.js', '= ‸JSON.parse(row']],
    first: { 'a.js': /color = null \} = row\.attributes \? JSON\.parse\(row\.attributes\) : \{\};/ },
  },
  {
    name: 'what stands for nothing is said, behind what does not parse',
    class: 'type',
    message: 'SyntaxError: Unexpected end of JSON input',
    files: { 'a.js': 'exports.settingsOf = (member) => JSON.parse(member.settings) ?? {};\n' },
    at: [['a.js', '=> ‸JSON.parse(member']],
    first: { 'a.js': 'exports.settingsOf = (member) => member.settings ? JSON.parse(member.settings) : {};\n' },
  },
  {
    name: 'a part without a fallback',
    class: 'type',
    message: 'SyntaxError: Unexpected end of JSON input',
    files: {
      'a.js':
        'exports.toItem = (row) => {\n  const { color } = JSON.parse(row.attributes);\n  return { sku: row.sku, color };\n};\n',
    },
    at: [['a.js', '= ‸JSON.parse(row']],
    first: null,
  },
]);
