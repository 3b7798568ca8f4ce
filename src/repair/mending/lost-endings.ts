/** The last lines of a statement that are gone, `}),` and `);`: the next one begins where that one began, by their layout. */
import { lineIndex, lineStarts } from '../../kit/text.ts';
import { closing } from '../code/lexer.ts';
import type { Lexeme } from '../code/lexer.ts';
import { eolOf, semicolonOf } from '../code/text.ts';
import type { Change } from './change.ts';

const foundMax = 4;

interface Opener {
  readonly sign: string;
  readonly line: number;
  readonly indent: string;
}

/** Two brackets and more that are open where a line begins as far left as the one that opened the first of them. */
export function endingsLost(text: string, lexemes: readonly Lexeme[]): Change[] {
  const starts = lineStarts(text);
  const found: Change[] = [];
  const open: Opener[] = [];
  let [last, end] = [-1, 0];
  for (const each of lexemes) {
    if (each.kind === 'comment') continue;
    const line = lineIndex(starts, each.start);
    const indent = /^[ \t]*/.exec(text.slice(starts[line]))?.[0] ?? '';
    const isClosing = /^[)\]}]$/.test(each.text);
    if (line !== last && !isClosing) {
      const from = open.findIndex((one) => one.indent.length >= indent.length);
      const over = from < 0 ? [] : open.slice(from);
      if (over.length > 1 && over[0]?.indent === indent && found.length < foundMax) {
        const by = eolOf(text) + endingOf(text, over, open[from - 1]);
        found.push({ start: end, end, by, what: `missing \`${by.trim().replaceAll(/\s+/g, ' ')}\``, prior: 0.5 });
      }
      if (over.length > 0) open.length = from;
    }
    if (each.kind === 'sign' && Object.hasOwn(closing, each.text)) open.push({ sign: each.text, line, indent });
    else if (each.kind === 'sign' && isClosing) open.pop();
    [last, end] = [lineIndex(starts, each.end), each.end];
  }
  return found;
}

/** A line for each line that opened some, the innermost first. */
function endingOf(text: string, over: readonly Opener[], around: Opener | undefined): string {
  const isListed = /[)\]}],\r?\n\s*[)\]}]/.test(text);
  return over
    .reduceRight<{ readonly at: Opener; readonly signs: string }[]>((lines, one) => {
      const line = lines.at(-1);
      const sign = closing[one.sign] ?? '';
      return line?.at.line === one.line
        ? [...lines.slice(0, -1), { at: one, signs: line.signs + sign }]
        : [...lines, { at: one, signs: sign }];
    }, [])
    .map(({ at, signs }, index, lines) => {
      const outer = lines[index + 1] === undefined ? around : over[over.indexOf(at) - 1];
      const isPart = outer !== undefined && outer.sign !== '{';
      const tail = isPart ? (isListed ? ',' : '') : signs.endsWith(')') ? semicolonOf(text) : '';
      return at.indent + signs + tail;
    })
    .join(eolOf(text));
}
