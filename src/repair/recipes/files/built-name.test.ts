import { check } from '../cases.test-helper.ts';
import { missingFile } from './missing-file.ts';

const read = (name: string): string => `exports.ofYear = (year) => readFile(path.join(folder, \`${name}\`), 'utf8');\n`;
const missing = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/app/data/prices/prices-2023.csv'",
  named: { code: 'ENOENT', path: 'data/prices/prices-2023.csv', syscall: 'open' },
  at: [['prices.js', '‸readFile']] as const,
};

check(missingFile, [
  {
    name: 'all files of a name that is put together are called by another pattern',
    ...missing,
    files: { 'prices.js': read('prices-${year}.csv'), 'data/prices/2022.csv': 'a\n', 'data/prices/2023.csv': 'b\n' },
    first: { 'prices.js': read('${year}.csv') },
  },
  {
    name: 'one file that fits what is written tells that the pattern is right: the odd one is read by its name',
    ...missing,
    files: {
      'prices.js': read('prices-${year}.csv'),
      'data/prices/prices-2022.csv': 'a\n',
      'data/prices/price-2023.csv': 'b\n',
    },
    first: { 'data/prices/prices-2023.csv': 'b\n' },
  },
  {
    name: 'of files that are called in two ways none tells the pattern',
    ...missing,
    files: {
      'prices.js': read('prices-${year}.csv'),
      'data/prices/2023.csv': 'a\n',
      'data/prices/2023-final.csv': 'b\n',
      'data/prices/total.csv': 'c\n',
    },
    first: null,
  },
]);
