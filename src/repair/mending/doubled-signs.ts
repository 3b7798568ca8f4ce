/** Signs and lines that are there twice. */
import type { Change } from './change.ts';

/** Quotes and commas near the error, brackets anywhere. */
export function doubledSigns(text: string, lines: ReadonlySet<number>): Change[] {
  return [...text.matchAll(/(['"`,([{}\])])\1/g)].slice(0, 200).flatMap(({ index, 1: sign = '' }) => {
    if (/['"`,]/.test(sign) && !lines.has(text.lastIndexOf('\n', index) + 1)) return [];
    const isSure = isNeverTwice(text, index, sign);
    return [{ start: index, end: index + 1, by: '', what: `no second \`${sign}\``, prior: isSure ? -0.9 : 0 }];
  });
}

/** A block in a block, a list as a key, one empty list in a list, brackets around one thing that is no sum: nobody writes that. */
function isNeverTwice(text: string, index: number, sign: string): boolean {
  if (sign === '[') return text[index + 2] === ']' || /[\w$)\]]$/.test(text.slice(0, index));
  if (sign !== '(') return sign === '{';
  const inner = /^(?:[\w$.[\]]+|'[^'\n]*'|"[^"\n]*")(?:\([^()\n]*\))?\)(?!\s*=>)/;
  return inner.test(text.slice(index + 2, index + 200));
}

/** A line that opens something, and the same line again; of other lines those near the error, and those that open a text in backticks. */
export function doubledLines(text: string, starts: readonly number[], lines: ReadonlySet<number>): Change[] {
  return starts.slice(0, -1).flatMap((start, at) => {
    const [next = 0, end = text.length] = [starts[at + 1], starts[at + 2]];
    const line = text.slice(start, next);
    if (line.trim() === '' || line.trimEnd() !== text.slice(next, end).trimEnd()) return [];
    const isOpener = /[([{,]\s*$/.test(line) && /\w/.test(line);
    const isNear = lines.has(at) || lines.has(at + 1) || line.split('`').length % 2 === 0;
    if (!isOpener && !isNear) return [];
    const prior = isOpener ? -0.5 : -0.2;
    return [
      { start: next, end: end - (text[end - 1] === '\n' ? 1 : 0), by: '', what: 'no second line like it', prior },
    ];
  });
}
