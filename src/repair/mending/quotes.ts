/** Quotes and backticks that were left out, or are of the wrong kind. */
import type { Lexeme } from '../code/lexer.ts';
import type { Change } from './change.ts';

/** The only quote of its kind on its line, at the end of a word. */
function isLone(text: string, at: number): boolean {
  const quote = text[at] ?? '';
  const [line = ''] = text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1);
  return /['"]/.test(quote) && /[),;\]}\s]/.test(text[at + 1] ?? '\n') && line.split(quote).length === 2;
}

/** Behind the last backtick of a line the first quote, at the end of a word, where one of its kind is over: `'x', `no ${id}'`. */
function loneBehind(line: string, tick: number): number | null {
  const rest = line.slice(tick + 1);
  const at = rest.search(/['"]/);
  const isOver = at >= 0 && rest.split(rest[at] ?? '').length % 2 === 0;
  return isOver && /(?<=[\w}.!?%])['"](?=[),;\]}])/.exec(line.slice(tick))?.index === at + 1 ? tick + 1 + at : null;
}

/** A quote that was left out or is of the wrong kind. */
export function quoteChanges(text: string, each: Lexeme): Change[] {
  const found: Change[] = [];
  if (each.open) {
    const quote = each.kind === 'template' ? '`' : (each.text[0] ?? "'");
    const end = text.indexOf('\n', each.start);
    // `${first} ${last}': a quote that nothing opened stands where the backtick belongs.
    for (let at = each.start + 1; quote === '`' && at < end; at++)
      if (isLone(text, at))
        return [{ start: at, end: at + 1, by: quote, what: `${text[at]} should be ${quote}`, prior: 0 }];
    const lone = quote === '`' ? loneBehind(text.slice(each.start, end < 0 ? text.length : end), 0) : null;
    if (lone !== null) {
      const at = each.start + lone;
      return [{ start: at, end: at + 1, by: quote, what: `${text[at]} should be ${quote}`, prior: 0 }];
    }
    for (let at = each.start + 1; at <= each.end; at++) {
      if (at < each.end && !/[),;\]}\s+:'"`]/.test(text[at] ?? '')) continue;
      const char = text[at] ?? '';
      // `'delivered";`: the other quote was meant to end it.
      const isBehindOther = /['"]/.test(text[at - 1] ?? '') && at - 1 > each.start && text[at - 1] !== quote;
      const prior = 0.3 + (at === each.end ? 0.2 : 0) + (isBehindOther ? 0.8 : 0);
      found.push({ start: at, end: at, by: quote, what: `missing ${quote}`, prior });
      if (char !== quote && /['"`]/.test(char))
        found.push({ start: at, end: at + 1, by: quote, what: `${char} should be ${quote}`, prior: 0.2 });
    }
    // `['code", 'seat']`: the only one of its kind.
    const next = text.indexOf('\n', each.start);
    const start = text.lastIndexOf('\n', each.start - 1) + 1;
    const line = text.slice(start, next < 0 ? text.length : next);
    for (const other of ["'", '"', '`'])
      if (other !== quote && line.split(other).length === 2) {
        const at = start + line.indexOf(other);
        found.push({ start: at, end: at + 1, by: quote, what: `${other} should be ${quote}`, prior: 0 });
      }
    // The quote that is missing may be one of any text before it on the line: those that follow are read inside out.
    const from = text.lastIndexOf('\n', each.start - 1) + 1;
    const edge = /(?<=[\s(,:=[+{])(?=[^\s(,:=[+{])|(?<=\S)(?=[),:;\]}+]| {1,2}\+ )/g;
    for (const { index } of text.slice(from, each.start).matchAll(edge)) {
      const at = from + index;
      found.push({ start: at, end: at, by: quote, what: `missing ${quote}`, prior: 0.4 });
    }
  }
  if (each.kind === 'word' || each.kind === 'sign') {
    for (const quote of ["'", '"', '`'])
      found.push({ start: each.start, end: each.start, by: quote, what: `missing ${quote}`, prior: 1.5 });
  }
  return found;
}

/** Places for a backtick on lines that have an odd number of them. */
export function backtickChanges(text: string, starts: readonly number[]): Change[] {
  const found: Change[] = [];
  for (let line = 0; line < starts.length && found.length < 600; line++) {
    const start = starts[line] ?? 0;
    const whole = text.slice(start, starts[line + 1] ?? text.length).trimEnd();
    if (whole.split('`').length % 2 === 1) continue;
    // `from \`./schema.ts'`: nothing in it needs a backtick.
    const quote = /^[^'"`]*`([^'"`]*)(['"])[^'"`]*$/.exec(whole);
    if (quote !== null && quote[1]?.includes('${') === false) {
      const at = start + whole.indexOf('`');
      found.push({ start: at, end: at + 1, by: quote[2] ?? "'", what: `\` should be ${quote[2]}`, prior: 0 });
      continue;
    }
    // `${id} is taken', { …`: so it reads where another text of the file closes what is open here, too.
    const lone = loneBehind(whole, whole.lastIndexOf('`'));
    if (lone !== null) {
      const at = start + lone;
      found.push({ start: at, end: at + 1, by: '`', what: `${text[at]} should be \``, prior: 0 });
      continue;
    }
    const opening = whole.search(/(?<=[\s(,:=[+{?])['"](?=[^'"`]*\$\{[^'"`]*`)/);
    if (opening >= 0) {
      const at = start + opening;
      found.push({ start: at, end: at + 1, by: '`', what: `${text[at]} should be \``, prior: 0 });
      continue;
    }
    for (const match of whole.matchAll(/(?<=[\s(,:=[+{?}])|(?=[\s),;:\]}])|$/g)) {
      const at = start + match.index;
      if (isLone(text, at) || isLone(text, at - 1)) continue;
      // What ends a statement is no part of its text.
      const isBehind = at === start + whole.length && text[at - 1] === ';';
      const prior = isBehind ? 1 : /[),;\]}\s]/.test(text[at] ?? '\n') ? 0.3 : 0.4;
      found.push({ start: at, end: at, by: '`', what: 'missing `', prior });
    }
  }
  return found;
}

/** `'no ${what('a')} here'`: of the quotes on a line, the two that parse as backticks; null where none do. */
export function asTemplate(
  text: string,
  line: { start: number; end: number },
  parses: (text: string) => boolean,
): string | null {
  const [before, whole] = [text.slice(0, line.start), text.slice(line.start, line.end)];
  if (whole.includes('`')) return null;
  const quotes = [...whole.matchAll(/['"]/g)].slice(0, 12);
  for (const open of quotes)
    for (const close of quotes.filter(({ 0: quote, index }) => quote === open[0] && index > open.index)) {
      const inner = whole.slice(open.index + 1, close.index);
      const put = `${before}${whole.slice(0, open.index)}\`${inner}\`${whole.slice(close.index + 1)}${text.slice(line.end)}`;
      if (inner.includes('${') && parses(put)) return put;
    }
  return null;
}
