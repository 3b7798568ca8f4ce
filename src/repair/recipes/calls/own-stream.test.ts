import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { ownStream } from './own-stream.ts';

const hangs = { class: 'timeout' as const, message: 'GET /export: no answer' };
const bytes: Pick<Case, 'class' | 'message' | 'named'> = {
  class: 'type',
  message:
    'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object',
};
const stream = (lines: string, options = '{ writableObjectMode: true }'): string =>
  `const { Transform } = require('stream');\nclass Rows extends Transform {\n  constructor() {\n    super(${options});\n    this.count = 0;\n  }\n\n  _transform(row, encoding, done) {\n${lines}  }\n}\nmodule.exports = { Rows };\n`;

check(ownStream, [
  {
    name: 'a chunk for which nobody calls back',
    ...hangs,
    files: { 'a.js': stream('    this.count += 1;\n    this.push(`${row.name}\\n`);\n') },
    first: { 'a.js': stream('    this.count += 1;\n    this.push(`${row.name}\\n`);\n    done();\n') },
  },
  {
    name: 'a way out on which nobody calls back',
    ...hangs,
    files: { 'a.js': stream('    if (row.name === null) return;\n    this.push(row.name);\n    done();\n') },
    first: { 'a.js': stream('    if (row.name === null) return done();\n    this.push(row.name);\n    done();\n') },
  },
  {
    name: 'called back before it returns',
    ...hangs,
    files: {
      'a.js': stream('    if (row.name === null) {\n      done();\n      return;\n    }\n    done(null, row.name);\n'),
    },
    first: null,
  },
  {
    name: 'what goes on in a callback of its own is done later, nobody knows when',
    ...hangs,
    files: { 'a.js': stream('    look(row.name, (error, found) => {\n      this.push(found);\n    });\n') },
    first: null,
  },
  {
    name: 'options of a stream without a class',
    ...hangs,
    files: {
      'a.mjs':
        "import { Writable } from 'node:stream';\nexport const sink = new Writable({\n  write(chunk, encoding, back) {\n    kept.push(chunk);\n  },\n});\n",
    },
    first: { 'a.mjs': /kept\.push\(chunk\);\n {4}back\(\);\n {2}\},/ },
  },
  {
    name: 'a stream that takes objects apart and did not say so',
    ...bytes,
    files: { 'a.js': stream('    done(null, columns.map((each) => row[each]).join());\n', '') },
    first: {
      'a.js': stream('    done(null, columns.map((each) => row[each]).join());\n', '{ writableObjectMode: true }'),
    },
  },
  {
    name: 'a stream that gives objects, beside its other options',
    ...bytes,
    files: { 'a.js': stream('    this.push(JSON.parse(row.toString()));\n    done();\n', '{ highWaterMark: 8 }') },
    first: { 'a.js': /super\(\{ readableObjectMode: true, highWaterMark: 8 \}\);/ },
  },
  {
    name: 'both sides',
    ...bytes,
    files: { 'a.js': stream('    this.push({ name: row.name });\n    done();\n', '') },
    first: { 'a.js': /super\(\{ objectMode: true \}\);/ },
  },
  {
    name: 'a stream of bytes is written an object by mistake',
    ...bytes,
    files: { 'a.js': stream('    done(null, row.toString().toUpperCase());\n', '') },
    first: null,
  },
  {
    name: 'it said so',
    ...bytes,
    files: { 'a.js': stream('    done(null, row.name);\n') },
    first: null,
  },
]);
