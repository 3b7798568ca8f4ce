/** grep_code: lines of the sources that match. A pattern runs in a thread of its own, which ends when it takes too long. */
import { Worker } from 'node:worker_threads';
import { globTest } from './glob.ts';
import { declare, flag, optional, word } from './tool.ts';
import { escapeRegExp } from '../kit/text.ts';

const searchMs = 3_000;
const hitsMax = 60;
const lineCharsMax = 1_000;
const shownCharsMax = 160;
const bytesMax = 32 * 1024 * 1024;

/** Plain JavaScript: it is handed to the thread as text. */
const worker = `
const { workerData, parentPort } = require('node:worker_threads');
const { pattern, flags, files, hitsMax, lineCharsMax } = workerData;
const wanted = new RegExp(pattern, flags);
const hits = [];
let total = 0;
for (const [file, text] of files) {
  for (const [index, line] of text.split('\\n').entries()) {
    if (!wanted.test(line.slice(0, lineCharsMax))) continue;
    total += 1;
    if (hits.length < hitsMax) hits.push([file, index + 1, line]);
  }
}
parentPort.postMessage({ hits, total });
`;

interface Hits {
  readonly hits: readonly (readonly [string, number, string])[];
  readonly total: number;
}

export const grepCode = declare({
  name: 'grep_code',
  description: 'Lines of source and config files that match a regular expression, as path:line: text.',
  input: {
    pattern: word('JavaScript regular expression'),
    glob: optional(word('only files that match, such as `src/**`')),
    literal: optional(flag('take the pattern as plain text')),
    ignore_case: optional(flag('fold case')),
  },
  touches: ['reads'],
  more: 'narrow pattern or glob',
  run: async ({ pattern, glob, literal, ignore_case: fold }, { draft, signal }) => {
    const source = literal === true ? escapeRegExp(pattern) : pattern;
    const flags = fold === true ? 'i' : '';
    const wrong = regexProblem(source, flags);
    if (wrong !== null) return wrong;
    const isWanted = glob === undefined ? () => true : globTest(glob);
    const files: [string, string][] = [];
    let bytes = 0;
    for (const file of draft.tree.files) {
      if (!isWanted(file) || !draft.shows(file)) continue;
      const text = draft.tree.read(file);
      bytes += text?.length ?? 0;
      if (text !== null && bytes <= bytesMax) files.push([file, text]);
    }
    const found = await search({ pattern: source, flags, files, hitsMax, lineCharsMax }, signal);
    if (found === null)
      return `the search took longer than ${searchMs / 1000} s; use a simpler pattern or a narrower glob`;
    const lines = found.hits.map(([file, line, text]) => `${file}:${line}: ${text.trim().slice(0, shownCharsMax)}`);
    const rest = found.total - lines.length;
    return lines.length === 0
      ? `nothing matches in ${files.length} files`
      : `${lines.join('\n')}${rest > 0 ? `\n… and ${rest} more` : ''}`;
  },
});

/** What is wrong with a pattern; null where nothing is. */
function regexProblem(pattern: string, flags: string): string | null {
  try {
    ''.search(new RegExp(pattern, flags));
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return `${error.message}; set literal to search for plain text`;
    throw error;
  }
}

/** Null where it took too long. */
function search(workerData: object, signal: AbortSignal): Promise<Hits | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      env: {},
    });
    const end = (result: Hits | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      void thread.terminate();
      resolve(result);
    };
    const stop = (): void => end(null);
    const timer = setTimeout(stop, searchMs);
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', (found: Hits) => end(found));
    thread.once('error', (error) => {
      end(null);
      reject(error);
    });
  });
}
