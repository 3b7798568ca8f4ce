/** Which lines of a file a change touches, counted as a person would read the diff. */
import { linesOf } from './text.ts';

export interface LineChange {
  readonly added: readonly string[];
  /** What stands after it from the first changed line to the last one. */
  readonly span: readonly string[];
  /** Added and removed lines together. */
  readonly count: number;
  /** Characters of the added and removed lines. */
  readonly bytes: number;
}

/** Above this many cells the middle counts as wholly rewritten, which is the strict side. */
const cellsMax = 4_000_000;

export function changedLines(before: string | null, after: string | null): LineChange {
  const [old, next] = [linesOf(before ?? ''), linesOf(after ?? '')];
  const [head, tail] = commonEnds(old, next);
  const [a, b] = [old.slice(head, old.length - tail), next.slice(head, next.length - tail)];
  const kept = a.length * b.length > cellsMax ? { a: new Set<number>(), b: new Set<number>() } : common(a, b);
  const removed = a.filter((_, index) => !kept.a.has(index));
  const added = b.filter((_, index) => !kept.b.has(index));
  const bytes = [...removed, ...added].reduce((sum, line) => sum + line.length, 0);
  return { added, span: b, count: removed.length + added.length, bytes };
}

/**
 * All that goes is one declaration at the left margin that stands in the text word by word as well: it says nothing more. Or it is
 * lines that stand right above as well, a statement each: done once it is still done.
 */
export function dropsCopy(before: string, after: string): boolean {
  const [old, next] = [linesOf(before), linesOf(after)];
  const [head, tail] = commonEnds(old, next);
  if (head + tail < next.length) return false;
  const lines = old.slice(head, old.length - tail);
  const gone = lines.join('');
  const isAbove = old.slice(Math.max(0, head - lines.length), head).join('') === gone;
  if (isAbove && lines.length > 0 && lines.every((line) => /^\s*(?:await )?[\w$.]+\(.*\);?\s*$/.test(line)))
    return true;
  const block = gone.replace(/^\s*(?:\/\*\*[^]*?\*\/\s*|\/\/.*\n)*/, '').trimEnd();
  const [first = '', ...rest] = block.split('\n');
  const isOne = rest.slice(0, -1).every((line) => !/^\S/.test(line)) && /^(?:[)\]}]+;?)?$/.test(rest.at(-1) ?? '');
  const isDeclared = /^(?:export )?(?:default )?(?:async )?(?:function\b|class\b|(?:const|let|var) )/.test(first);
  return isDeclared && isOne && `\n${after}\n`.includes(`\n${block}\n`);
}

/** One line is gone, which was a word of one or two letters that the failure says is not defined: a key that was hit, and no check that somebody wrote. */
export function dropsStray(before: string, after: string, absent: string | null): boolean {
  const [old, next] = [linesOf(before), linesOf(after)];
  const [head, tail] = commonEnds(old, next);
  const gone = old
    .slice(head, old.length - tail)
    .join('')
    .trim()
    .replace(/;$/, '');
  return old.length === next.length + 1 && head + tail === next.length && gone === absent && gone.length <= 2;
}

function commonEnds(a: readonly string[], b: readonly string[]): [number, number] {
  const max = Math.min(a.length, b.length);
  let head = 0;
  while (head < max && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < max - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [head, tail];
}

/** Longest common subsequence; the indexes that stay. */
function common(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [down, right] = [table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0];
      table[i * width + j] = a[i] === b[j] ? (table[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(down, right);
    }
  }
  const kept = { a: new Set<number>(), b: new Set<number>() };
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      kept.a.add(i++);
      kept.b.add(j++);
    } else if ((table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return kept;
}
