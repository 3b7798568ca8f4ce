import { check } from '../cases.test-helper.ts';
import { syncPart } from './sync-part.ts';

const outside = {
  'node_modules/csv-parse/package.json': '{"exports":{".":"./index.js","./sync":"./sync.js"}}',
  'node_modules/csv-parse/index.js': 'export const parse = () => {};\nexport class CsvError extends Error {}\n',
  'node_modules/csv-parse/sync.js': 'export const parse = () => {};\n',
  'node_modules/other/package.json': '{"exports":{".":"./index.js"}}',
  'node_modules/other/index.js': 'export const parse = () => {};\n',
};
const reader = (taken: string, from: string, made: string): string =>
  `import { ${taken} } from '${from}';\nexport const table = (text) => {\n  const rows = ${made};\n  return new Map(rows.map((row) => [row.id, row]));\n};\n`;
const rows = { keys: ['_events', '_readableState'], className: 'Parser' };

check(
  syncPart,
  (
    [
      ['a stream that is read as a list', 'parse', 'csv-parse', 'parse(text, { columns: true })', rows, true],
      ['no stream at all', 'parse', 'csv-parse', 'parse(text)', { keys: ['records'], className: 'Object' }, false],
      ['a package without that part', 'parse', 'other', 'parse(text)', rows, false],
      ['something else is taken that the part has not', 'parse, CsvError', 'csv-parse', 'parse(text)', rows, false],
      ['it is told by a function', 'parse', 'csv-parse', 'parse(text, (error, all) => keep(all))', rows, false],
    ] as const
  )

    .map(([name, taken, from, made, fact, isMeant]) => ({
      name,
      class: 'type' as const,
      message: 'object is not iterable (cannot read property Symbol(Symbol.iterator))',
      files: {
        'package.json': '{"type":"module","dependencies":{"csv-parse":"5","other":"1"}}',
        'a.js': reader(taken, from, made),
      },
      outside,
      at: [['a.js', '‸new Map']] as const,
      facts: { rows: { ...fact, keys: [...fact.keys] } },
      first: isMeant ? { 'a.js': reader(taken, 'csv-parse/sync', made) } : null,
    })),
);
