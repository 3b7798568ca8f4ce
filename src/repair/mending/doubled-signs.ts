/** Signs that were struck twice. */
import type { Change } from './syntax-changes.ts';

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
