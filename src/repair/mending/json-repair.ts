/** Makes strict JSON out of text that people wrote as JSON, changing as few characters as can be. */
import { slip } from '../code/names.ts';
import { splice } from '../code/text.ts';
import { conflictsIn, resolved } from './conflicts.ts';
import type { Splice } from '../code/text.ts';

interface Token {
  readonly kind: 'open' | 'close' | 'comma' | 'colon' | 'string' | 'word' | 'comment' | 'end';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '”': '”', '‘': '’' };

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text[at] ?? '';
    const start = at;
    const push = (kind: Token['kind'], end: number): void => {
      found.push({ kind, start, end, text: text.slice(start, end) });
      at = end;
    };
    if (/\s|\uFEFF|\u200B/.test(rest)) at++;
    else if (text.startsWith('//', at) || rest === '#') push('comment', endOfLine(text, at));
    else if (text.startsWith('/*', at))
      push('comment', text.indexOf('*/', at) < 0 ? text.length : text.indexOf('*/', at) + 2);
    else if (rest === '{' || rest === '[') push('open', at + 1);
    else if (rest === '}' || rest === ']') push('close', at + 1);
    else if (rest === ',' || rest === ';') push('comma', at + 1);
    else if (rest === ':' || rest === '=') push('colon', text.startsWith('=>', at) ? at + 2 : at + 1);
    else if (Object.hasOwn(quotes, rest)) push('string', endOfString(text, at));
    else push('word', at + wordLength(text.slice(at, at + 300)));
  }
  found.push({ kind: 'end', start: text.length, end: text.length, text: '' });
  return found;
}

/** A bare word, with the quote that closes it where only the opening one is missing. */
function wordLength(rest: string): number {
  const unopened = /^[^\s{}[\],;:="'`“”]+"(?=\s*(?:[,}\]:]|$))/m.exec(rest)?.[0];
  return Math.max(1, (unopened ?? /^[^\s{}[\],;:="'`“”]+/.exec(rest)?.[0] ?? '').length);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : text[end - 1] === '\r' ? end - 1 : end;
}

/** Behind the closing quote; an unclosed string ends before the comma or bracket that ends its line. */
function endOfString(text: string, at: number): number {
  const close = quotes[text[at] ?? ''] ?? '"';
  const line = endOfLine(text, at);
  for (let index = at + 1; index < line; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === close || (close !== "'" && close !== '"' && text[index] === '"')) return index + 1;
  }
  const tail = /[,\]}\s]*$/.exec(text.slice(at, line));
  return line - (tail?.[0].length ?? 0);
}

/** The repaired text, or null where it cannot be made JSON without guessing at values. */
export function repairJson(text: string): string | null {
  if (isCutOff(text)) return null;
  const side = withoutMarkers(text);
  for (const each of [...(side === null ? [] : [side]), text, withPoints(text), withQuotedWords(text)]) {
    const repaired = splice(each, ...splicesOf(each));
    if (isJson(repaired)) return repaired;
  }
  return side !== null && isJson(side) ? side : null;
}

/** It ends within a text, or within a list or object of others and without the end of its line: what followed is lost, and no bracket brings it back. */
function isCutOff(text: string): boolean {
  const found = tokens(text).filter(({ kind }) => kind !== 'comment');
  const last = found.at(-2);
  const open = found.reduce((sum, { kind }) => sum + (kind === 'open' ? 1 : kind === 'close' ? -1 : 0), 0);
  const isOpenText =
    last?.kind === 'string' && (last.text.length < 2 || !last.text.endsWith(quotes[last.text[0] ?? ''] ?? '"'));
  return open > 0 && (isOpenText || (open > 1 && text.includes('\n') && !/\n\s*$/.test(text)));
}

const notText = /^(?:true|false|null|undefined|nan|infinity|none|nil|yes|no|on|off)$/i;

/** `"surcharge": 0,25`: in an object no number stands behind a comma; `1,800` may be either. */
function withPoints(text: string): string {
  return text.replace(
    /(":[ \t]*-?)(\d+),(\d+)(?=\s*(?:[,}]|\r?$))/gm,
    (all, key: string, whole: string, part: string) =>
      part.length === 3 && whole !== '0' ? all : `${key}${whole}.${part}`,
  );
}

/** `"title": Finishing` among values that are all texts. */
function withQuotedWords(text: string): string {
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"/g, (said) => `"${'_'.repeat(said.length - 2)}"`);
  return text.replace(
    /(:[ \t]*)([A-Za-z][\w-]*)(?=[ \t]*(?:[,}]|\r?$))/gm,
    (whole, colon: string, word: string, at: number) => {
      const around = bare.slice(bare.lastIndexOf('{', at) + 1, at) + bare.slice(at + whole.length).split('}', 1)[0];
      const others = [...around.matchAll(/":\s*(\S)/g)].map((found) => found[1]);
      const isText = others.length > 0 && others.every((sign) => sign === '"');
      return isText && !notText.test(word) ? `${colon}"${word}"` : whole;
    },
  );
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // the question is whether it parses
  }
}

/** One side of all conflicts of a merge; null where there are none. */
export function withoutMarkers(text: string, side: 'ours' | 'theirs' = 'ours'): string | null {
  const parts = conflictsIn(text);
  return parts === null
    ? null
    : resolved(
        parts,
        parts.map(() => side),
      );
}

function splicesOf(text: string): Splice[] {
  const edits: Splice[] = [];
  const open: string[] = [];
  let previous: Token | null = null;
  // True where a key stands next in an object.
  let key = false;
  if (text.startsWith('\uFEFF')) edits.push({ start: 0, end: 1, text: '' });
  for (const token of tokens(text)) {
    const replace = (by: string): number => edits.push({ start: token.start, end: token.end, text: by });
    const insert = (by: string): number => edits.push({ start: previous?.end ?? 0, end: previous?.end ?? 0, text: by });
    const isValue = token.kind === 'string' || token.kind === 'word' || token.kind === 'open';
    if (token.kind === 'comment') {
      const whole = wholeLine(text, token);
      const from = whole ?? tailStart(text, token);
      edits.push({ start: from, end: token.end + (whole !== null && text[token.end] === '\n' ? 1 : 0), text: '' });
      continue;
    }
    if (isValue && previous !== null && endsValue(previous) && open.length > 0) {
      const inObject = open.at(-1) === '{';
      if (inObject && key && previous.kind !== 'close') {
        insert(':');
        key = false;
      } else {
        insert(',');
        key = inObject;
      }
    }
    if (token.kind === 'comma') {
      if (previous === null || previous.kind === 'comma' || previous.kind === 'open') {
        replace('');
        continue;
      }
      if (token.text !== ',') replace(',');
      key = open.at(-1) === '{';
    }
    if (token.kind === 'colon') {
      if (token.text !== ':') replace(':');
      key = false;
    }
    if (token.kind === 'string') stringSplices(edits, token);
    if (token.kind === 'word') replaceWord(edits, token, key && open.at(-1) === '{');
    if (token.kind === 'close' || token.kind === 'end') {
      if (previous?.kind === 'comma') edits.push({ start: previous.start, end: previous.end, text: '' });
      if (token.kind === 'end') {
        const missing = open
          .toReversed()
          .map((each) => (each === '{' ? '}' : ']'))
          .join('');
        if (missing !== '') insert(missing.length === 1 && text.includes('\n') ? `\n${missing}` : missing);
        break;
      }
      const expected = open.pop();
      if (expected === undefined) {
        replace('');
        continue;
      }
      if ((expected === '{') !== (token.text === '}')) replace(expected === '{' ? '}' : ']');
      key = false;
    }
    if (token.kind === 'open') {
      open.push(token.text);
      key = token.text === '{';
    }
    previous = token;
  }
  return withoutDoubles(edits);
}

function withoutDoubles(edits: readonly Splice[]): Splice[] {
  const kept: Splice[] = [];
  for (const edit of edits) {
    const same = kept.findIndex((each) => each.start === edit.start && each.end === edit.end && each.end > each.start);
    if (same >= 0) kept[same] = edit;
    else kept.push(edit);
  }
  return kept;
}

function endsValue(token: Token): boolean {
  return token.kind === 'string' || token.kind === 'word' || token.kind === 'close';
}

/** With the blanks before it, where the comment ends its line. */
function tailStart(text: string, token: Token): number {
  if (text.slice(token.end, endOfLine(text, token.end)).trim() !== '') return token.start;
  let at = token.start;
  while (at > 0 && /[ \t]/.test(text[at - 1] ?? '')) at--;
  return at;
}

/** Start of the line where nothing but the comment stands on it. */
function wholeLine(text: string, token: Token): number | null {
  const start = text.lastIndexOf('\n', token.start - 1) + 1;
  const behind = text.slice(token.end, endOfLine(text, token.end));
  return /^\s*$/.test(text.slice(start, token.start)) && behind.trim() === '' ? start : null;
}

function stringSplices(edits: Splice[], token: Token): void {
  const opener = token.text[0] ?? '"';
  const closed =
    token.text.length > 1 &&
    (token.text.endsWith(quotes[opener] ?? '"') || (opener !== "'" && token.text.endsWith('"')));
  if (opener === '"' && closed && token.text.endsWith('"')) return;
  const inner = token.text.slice(1, closed ? -1 : undefined);
  const body = opener === '"' ? inner : inner.replaceAll("\\'", "'").replaceAll(/\\?"/g, '\\"');
  edits.push({ start: token.start, end: token.end, text: `"${body}"` });
}

/** Unquoted keys get quotes; a literal that is almost `true`, `false` or `null` becomes it; numbers stay. */
function replaceWord(edits: Splice[], token: Token, isKey: boolean): void {
  const { text } = token;
  if (!isKey && /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text)) return;
  if (/^[\w$.-]+"$/.test(text)) {
    edits.push({ start: token.start, end: token.end, text: `"${text}` });
    return;
  }
  const to = isKey
    ? JSON.stringify(text)
    : ['true', 'false', 'null'].find((word) => slip(text, word) !== null && (slip(text, word) ?? 9) <= 1);
  if (to !== undefined) edits.push({ start: token.start, end: token.end, text: to });
  else if (/^[+]?\.?\d+$/.test(text)) edits.push({ start: token.start, end: token.end, text: String(Number(text)) });
}

/** All key paths of a JSON text, for `nothing was lost`. */
export function keyPaths(text: string): Set<string> | null {
  try {
    const found = new Set<string>();
    collect(JSON.parse(text.replace(/^\uFEFF/, '')), '', found);
    return found;
  } catch {
    return null; // a last good copy that is no JSON itself says nothing
  }
}

function collect(value: unknown, at: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    found.add(`${at}/${key}`);
    collect(inner, `${at}/${key}`, found);
  }
}
