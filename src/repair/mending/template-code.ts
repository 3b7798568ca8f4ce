/** The code of an EJS template, read as one program that stands place by place where it stood: what mends the one mends the other. */
import { syntaxErrors } from '../code/syntax.ts';
import { mend } from './syntax-repair.ts';
import type { Mended } from './syntax-repair.ts';

const tag = /<%(?!%)([#=_-]?)([^]*?)([-_]?)%>/g;
const path = 'template.js';

/** Blanks for what is no code; `<%= item.name %>` is kept in a variable. */
function codeOf(text: string): string {
  let [code, at] = ['', 0];
  for (const found of text.matchAll(tag)) {
    const [whole, sign = '', inside = '', trim = ''] = found;
    const isShown = sign === '=' || sign === '-';
    code += shown(text.slice(at, found.index), sign);
    if (sign === '#') code += blank(whole);
    else code += `${isShown ? ';_=' : blank(`<%${sign}`)}${inside}${blank(trim)}${isShown ? '; ' : '  '}`;
    at = found.index + whole.length;
  }
  return code + blank(text.slice(at));

  /** What stands between two tags is a statement: no `else` follows it. */
  function shown(between: string, next: string): string {
    const isTrimmed = between.trim() === '' && (next === '_' || /[-_]%>$/.test(text.slice(0, at)));
    return between === '' || isTrimmed ? blank(between) : `;${blank(between.slice(1))}`;
  }
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

export function isWhole(text: string): boolean {
  return syntaxErrors(path, codeOf(text), 'commonjs').length === 0;
}

/** The template with one sign of its code mended, likeliest first. */
export function mendTemplate(text: string): Mended[] {
  const code = codeOf(text);
  return mend({ path, text: code, kind: 'commonjs', line: null, lastGood: null }).flatMap((each) => {
    const [from, to] = differing(code, each.text);
    // What comes in behind a tag belongs to its end.
    const isBehind = from === to && !isInside(text, from, to);
    const start = isBehind ? code.slice(0, from).trimEnd().length : from;
    const end = isBehind ? start : to;
    const sign = each.text.slice(from, each.text.length - (code.length - to));
    const by = sign === '}' && /\w/.test(text[end] ?? '') ? '} ' : sign;
    // Which head of a block lacks its brace is not one sign's to tell; without the other one too, what it guards would be shown to all.
    const isOfHead = sign.trim() === '{' || code.slice(from, to).includes('}');
    return isInside(text, start, end) && !isOfHead
      ? [{ ...each, text: text.slice(0, start) + by + text.slice(end) }]
      : [];
  });
}

/** The part of a text that is another one in the next. */
function differing(before: string, after: string): readonly [number, number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return [start, before.length - same];
}

/** Within the code of one tag. */
function isInside(text: string, start: number, end: number): boolean {
  return [...text.matchAll(tag)].some(({ index, 0: whole, 1: sign = '', 3: trim = '' }) => {
    const first = index + 2 + sign.length;
    return sign !== '#' && first <= start && end <= index + whole.length - 2 - trim.length;
  });
}
