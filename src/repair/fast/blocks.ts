/** A model's answer, read line by line: free text, then search/replace blocks and lines that propose commands (MOD-6). Pure. */

export interface Block {
  /** As written; not judged yet. */
  readonly path: string;
  /** [] makes a new file. */
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

export interface Answer {
  /** What stands before the first block or command. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** What follows `RUN:`, a line each. */
  readonly commands: readonly string[];
}

/** Why it cannot be read, as one sentence to its writer. */
export interface Unreadable {
  readonly wrong: string;
}

export const answerLimits = { charsMax: 150_000, blocksMax: 20, commandsMax: 5 } as const;

/** Reads the whole answer or nothing of it: what is left open or ambiguous is never guessed at. */
export function parseAnswer(answer: string): Answer | Unreadable {
  const { charsMax, blocksMax, commandsMax } = answerLimits;
  if (answer.length > charsMax) return { wrong: `The answer is longer than ${charsMax} characters.` };
  const lines = answer.split(/\r?\n/);
  const [blocks, commands, text]: [Block[], string[], string[]] = [[], [], []];
  let named: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const number = blocks.length + 1;
    if (closing.test(line)) return { wrong: `A block ends before block ${number} begins.` };
    const mark = opening.exec(line)?.[1];
    if (mark === undefined) {
      const command = /^\s*`?RUN:\s*(.*?)`?\s*$/.exec(line)?.[1];
      if (command !== undefined) commands.push(command);
      else if (blocks.length + commands.length === 0) text.push(line);
      named = pathOn(line) ?? named;
      continue;
    }
    const read = readBlock(lines, { at, width: mark.length, number });
    if ('wrong' in read) return read;
    const path = named ?? blocks.at(-1)?.path;
    if (path === undefined) return { wrong: `Block ${number} names no file: its path stands on the line before it.` };
    blocks.push({ path, search: read.search, replace: read.replace });
    at = read.end;
    named = null;
  }
  if (blocks.length > blocksMax) return { wrong: `The answer has more than ${blocksMax} blocks.` };
  if (commands.length > commandsMax) return { wrong: `The answer has more than ${commandsMax} commands.` };
  return { text: withoutPath(text).join('\n').trim(), blocks, commands };
}

const opening = /^(<{5,}) ?SEARCH\s*$/;
const closing = /^>{5,} ?REPLACE\s*$/;

interface Read {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** The line that ends it. */
  readonly end: number;
}

/** All marks of a block are equally long, so that a shorter one inside it is text. */
function readBlock(
  lines: readonly string[],
  { at, width, number }: { at: number; width: number; number: number },
): Read | Unreadable {
  const middle = '='.repeat(width);
  const isEnd = (line: string): boolean => closing.test(line) && /^>*/.exec(line)?.[0].length === width;
  let divider: number | null = null;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (opening.exec(line)?.[1]?.length === width)
      return { wrong: `Block ${number} is begun twice; where a line of the file looks like a mark, use longer marks.` };
    if (line.trimEnd() === middle) {
      if (divider !== null)
        return {
          wrong: `Block ${number} has two lines \`${middle}\`; where one is a line of the file, use longer marks.`,
        };
      divider = next;
    }
    if (!isEnd(line)) continue;
    if (divider === null) return { wrong: `Block ${number} has no line \`${middle}\` between its two halves.` };
    const search = lines.slice(at + 1, divider);
    return {
      search: search.every((one) => one.trim() === '') ? [] : search,
      replace: lines.slice(divider + 1, next),
      end: next,
    };
  }
  return { wrong: `Block ${number} is never closed by \`${'>'.repeat(width)} REPLACE\`.` };
}

/** `src/a.js`, also as a heading, in quotes, bold, with `File:` before it or the shown lines behind it; null for prose. */
function pathOn(line: string): string | null {
  const fence = /^\s*`{3,}\s*(\S*)\s*$/.exec(line)?.[1];
  const bare = (fence ?? line)
    .trim()
    .replace(/^(?:[#>*-]+\s+)?(?:\*\*)?(?:(?:file|path):\s*)?/i, '')
    .replace(/\s*\(lines? [\d\s,-]+\)/i, '')
    .replace(/^[`"'*]+|[`"'*:]+$/g, '')
    .replace(/^(?:\.\/)+/, '');
  const isPath = /^[^\s`*"'<>|;(){}=,]+$/.test(bare) && /[./]/.test(bare) && !/[.:]$/.test(bare);
  return isPath && bare.length <= 500 ? bare : null;
}

/** The path of the first block, and the fence around it, are no part of the free text. */
function withoutPath(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !/^\s*`{3,}/.test(line));
  while (kept.length > 0 && (kept.at(-1)?.trim() === '' || pathOn(kept.at(-1) ?? '') !== null)) kept.pop();
  return kept;
}
