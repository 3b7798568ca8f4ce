import { check } from '../cases.test-helper.ts';
import { resultShape } from './result-shape.ts';

check(
  resultShape,
  (
    [
      ['the parts of what a function gives', '[net, vat]', /const \{ net, vat \} = sums\(rows\);/],
      ['parts of which it has one', '[net, tip]', null],
      ['one name, which may be that of an item', '[net]', null],
    ] as const
  ).map(([name, taken, changed]) => ({
    name: `an object that is taken apart as a list: ${name}`,
    class: 'type' as const,
    message: 'sums(...) is not a function or its return value is not iterable',
    files: {
      'a.js': `const sums = (rows) => ({ net: rows.length, vat: 2 });\nexports.show = (rows) => {\n  const ${taken} = sums(rows);\n  return [${taken}];\n};\n`,
    },
    at: [['a.js', '= ‸sums(rows)']] as const,
    first: changed === null ? null : { 'a.js': changed },
  })),
);
