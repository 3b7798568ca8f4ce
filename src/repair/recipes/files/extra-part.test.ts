/** A folder too many in a path that is put together. */
import { check } from '../cases.test-helper.ts';
import { saidPath } from './said-path.ts';

const gone = (file: string, code: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '/srv/project/${file}'`,
  named: { code: 'ENOENT', path: `/srv/project/${file}`, syscall: 'open' },
  at: [['src/info.js', '‸readFile(']] as const,
  files: { 'src/info.js': code, 'public/terms.txt': 'Any weather.\n' },
});
const code = (parts: string): string => `exports.terms = ({ root }) => readFile(path.join(root, ${parts}), 'utf8');\n`;
const wrong = gone('src/public/terms.txt', code("'src', 'public', 'terms.txt'"));

check(saidPath, [
  { ...wrong, name: 'the first of them', first: { 'src/info.js': code("'public', 'terms.txt'") } },
  {
    ...gone('public/text/terms.txt', code("'public', 'text', 'terms.txt'")),
    name: 'one in the middle',
    first: { 'src/info.js': code("'public', 'terms.txt'") },
  },
  {
    ...gone('src/public/terms.txt', code("'src', 'public', `${name}.txt`")),
    name: 'before a name that is put together',
    first: { 'src/info.js': code("'public', `${name}.txt`") },
  },
  {
    ...wrong,
    name: 'the folder is there, and others read of it: the file is what is missing',
    files: { ...wrong.files, 'src/public/rules.txt': 'Be on time.\n' },
    first: null,
  },
  {
    ...wrong,
    name: 'two files are called so',
    files: { ...wrong.files, 'web/terms.txt': 'Other ones.\n' },
    first: null,
  },
  {
    ...wrong,
    name: 'a file of that name which is more than a folder away',
    files: { 'src/info.js': wrong.files['src/info.js'], 'docs/old/terms.txt': 'Other ones.\n' },
    first: null,
  },
]);
