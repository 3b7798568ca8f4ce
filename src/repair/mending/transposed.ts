/** Signs, words and lines that changed places with what stands beside them. */
import type { Lexeme } from '../code/lexer.ts';
import type { Change } from './change.ts';

/** Two neighbours of one line, of which at least one is a sign: as lexemes, and as characters where a quote is one of them. */
export function transposed(text: string, near: readonly Lexeme[]): Change[] {
  return near.flatMap((each, at): Change[] => {
    const next = near[at + 1];
    const swapped = next === undefined ? [] : pair(text, each, next);
    return [...swapped, ...edges(text, each)];
  });
}

function pair(text: string, one: Lexeme, other: Lexeme): Change[] {
  const gap = text.slice(one.end, other.start);
  const isPlain = [one, other].every(({ kind, open }) => kind !== 'comment' && kind !== 'template' && !open);
  if (!isPlain || gap.includes('\n') || one.text === other.text) return [];
  const isWords = one.kind !== 'sign' && other.kind !== 'sign';
  if ((isWords && gap === '') || glues(text, one, other)) return [];
  const what = `\`${one.text}\` and \`${other.text}\` changed places`.slice(0, 60);
  const by = other.text + gap + one.text;
  const isEnd = one.text === ';' && /^[)\]}]$/.test(other.text);
  const prior = isEnd ? 0 : isWords ? 1.2 : 0.9;
  // A call for a value in brackets, or the reverse.
  const guess = [one, other].some((each) => each.text === '(') && [one, other].some(({ kind }) => kind === 'word');
  return [{ start: one.start, end: other.end, by, what, prior, guess }];
}

/** `act this.stages` made `act .thisstages`. */
function glues(text: string, one: Lexeme, other: Lexeme): boolean {
  const isGlued = (left: string, right: string): boolean => /[\w$]$/.test(left) && /^[\w$]/.test(right);
  return isGlued(text.slice(0, one.start), other.text) || isGlued(one.text, text.slice(other.end, other.end + 1));
}

/** `')'.trim()` of `'').trim()`: a quote and the sign within it, or without. */
function edges(text: string, { kind, start, end, open }: Lexeme): Change[] {
  if (kind !== 'string' || !/['"]/.test(text[start] ?? '')) return [];
  const places = [start - 1, start, ...(open ? [] : [end - 2, end - 1])];
  return [...new Set(places)].flatMap((at) => {
    const [a, b] = [text[at] ?? '', text[at + 1] ?? ''];
    const isSwap = a !== b && /[(){}[\],;.]/.test(a + b) && /['"]/.test(a + b);
    return isSwap ? [{ start: at, end: at + 2, by: b + a, what: `${a} and ${b} changed places`, prior: 0.5 }] : [];
  });
}

/** A line near the error and the one below it. */
export function movedLines(text: string, starts: readonly number[], lines: ReadonlySet<number>): Change[] {
  return [...lines].flatMap((line) => {
    const [start, middle, end] = [starts[line], starts[line + 1], starts[line + 2] ?? text.length];
    if (start === undefined || middle === undefined || end <= middle) return [];
    const [upper, lower] = [text.slice(start, middle), text.slice(middle, end)];
    if (upper.trim() === '' || lower.trim() === '' || upper.trim() === lower.trim()) return [];
    const by = lower.endsWith('\n') ? lower + upper : `${lower}\n${upper.replace(/\r?\n$/, '')}`;
    // What goes on with a line stands behind it, and what is in a block behind what opens it: of other lines either may come first.
    const isOrdered = /^\s*(?:\??\.[\w$]|[?:)\]}]|&&|\|\|)/.test(upper) || /[([{]\s*$/.test(lower);
    return [{ start, end, by, what: 'two lines changed places', prior: 1, guess: !isOrdered }];
  });
}
