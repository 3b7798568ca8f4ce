/** Tools that look at the files of the trial copy: read_file, list_dir, glob_files. */
import { globTest } from './glob.ts';
import { declare, integer, optional, word } from './tool.ts';
import { outputCharsMax } from './call.ts';

const linesDefault = 200;
const linesMax = 400;
const lineCharsMax = 500;
const listedMax = 200;

export const readFile = declare({
  name: 'read_file',
  description: 'Read lines of a file of the project (or of a package in node_modules), with line numbers.',
  input: {
    path: word('path from the project folder'),
    start_line: optional(integer('first line, from 1', [1, 1_000_000])),
    num_lines: optional(integer(`how many, default ${linesDefault}`, [1, linesMax])),
  },
  touches: ['reads'],
  run: ({ path, start_line: first = 1, num_lines: count = linesDefault }, { draft }) => {
    const at = draft.place(path);
    const text = draft.tree.read(at);
    if (text === null) return missing(at, draft.tree.exists(at), nearby(draft.tree.files, at));
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    if (first > Math.max(1, lines.length)) return `${path} has only ${lines.length} lines`;
    return numbered(lines, first, count);
  },
});

export const listDir = declare({
  name: 'list_dir',
  description: 'List a folder of the project; folders end in a slash.',
  input: { path: optional(word('folder, default the project folder')) },
  touches: ['reads'],
  run: ({ path = '.' }, { draft }) => {
    const names = draft.tree.list(draft.place(path));
    if (names.length > listedMax)
      return `${names.slice(0, listedMax).join('\n')}\n… and ${names.length - listedMax} more; use glob_files`;
    return names.join('\n') || `there is no folder ${path}, or it is empty`;
  },
});

export const globFiles = declare({
  name: 'glob_files',
  description: 'Names of source and config files that match a pattern such as `src/**/*.ts` or `*.json`.',
  input: { pattern: word('`*`, `**`, `?`, `{a,b}`; without a slash: that name in any folder') },
  touches: ['reads'],
  run: ({ pattern }, { draft }) => {
    const found = draft.tree.files.filter(globTest(pattern)).filter((file) => draft.shows(file));
    const rest = found.length - listedMax;
    return found.length === 0
      ? 'no file matches'
      : `${found.slice(0, listedMax).join('\n')}${rest > 0 ? `\n… and ${rest} more` : ''}`;
  },
});

/** As many whole lines as one answer holds, and where to read on. */
export function numbered(lines: readonly string[], first: number, count: number): string {
  const room = outputCharsMax - 120;
  const shown: string[] = [];
  let chars = 0;
  for (const [index, line] of lines.slice(first - 1, first - 1 + count).entries()) {
    const text = `${first + index}| ${line.length > lineCharsMax ? `${line.slice(0, lineCharsMax)}… (${line.length} characters)` : line}`;
    if (chars + text.length + 1 > room) break;
    chars += text.length + 1;
    shown.push(text);
  }
  const next = first + shown.length;
  return next > lines.length
    ? shown.join('\n')
    : `${shown.join('\n')}\n[line ${next} of ${lines.length} is next: start_line=${next}]`;
}

function missing(path: string, exists: boolean, near: readonly string[]): string {
  if (exists) return `${path} is a folder, too large, or no text`;
  return near.length === 0 ? `there is no file ${path}` : `there is no file ${path}; there is: ${near.join(', ')}`;
}

/** Files of the same name, whatever their folder or extension. */
function nearby(files: readonly string[], path: string): string[] {
  const stem = (file: string): string => (file.split('/').at(-1) ?? '').replace(/\.\w+$/, '').toLowerCase();
  return files.filter((file) => stem(file) === stem(path)).slice(0, 5);
}
