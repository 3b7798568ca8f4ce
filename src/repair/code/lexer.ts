/** Words and signs of a text that need not parse, and how well brackets agree with indentation. */
import { lineIndex, lineStarts } from '../../kit/text.ts';

export interface Lexeme {
  readonly kind: 'word' | 'number' | 'string' | 'template' | 'comment' | 'sign';
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** True for a string or template that its line, or the file, does not close. */
  readonly open: boolean;
}

const signs = [
  '->',
  '>>>=',
  '...',
  '===',
  '!==',
  '**=',
  '<<=',
  '>>=',
  '>>>',
  '&&=',
  '||=',
  '??=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**',
  '<<',
  '>>',
];

/** The lexemes of a text, as far as they can be told without a grammar. What stands in `${…}` counts as code; the text around it as `template`. */
export function lex(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  /** Braces open inside each template hole that is open. */
  const holes: number[] = [];
  let at = 0;
  const push = (kind: Lexeme['kind'], end: number, open = false): void => {
    found.push({ kind, start: at, end, text: text.slice(at, end), open });
    at = end;
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    const rest = text.slice(at, at + 200);
    if (/\s/.test(char)) at++;
    else if (rest.startsWith('//') || (at === 0 && rest.startsWith('#!'))) push('comment', lineEnd(text, at));
    else if (rest.startsWith('/*'))
      push('comment', text.indexOf('*/', at) < 0 ? text.length : text.indexOf('*/', at) + 2);
    else if (char === '"' || char === "'") pushString(text, at, push);
    else if (char === '`' || (char === '}' && holes.at(-1) === 0)) {
      if (char === '}') holes.pop();
      const end = templateEnd(text, at);
      push('template', end ?? lineEnd(text, at), end === null);
      if (end !== null && text[end - 1] === '{') holes.push(0);
    } else if (char === '/' && startsRegex(found.at(-1)) && regexEnd(text, at) !== null)
      push('string', regexEnd(text, at) ?? at + 1);
    else if (/[A-Za-z_$\u0080-\uffff]/.test(char))
      push('word', at + (/^[\w$\u0080-\uffff]+/.exec(text.slice(at, at + 500))?.[0].length ?? 1));
    else if (/\d/.test(char))
      push('number', at + (/^(?:0[box]\w+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?n?)/i.exec(rest)?.[0].length ?? 1));
    else {
      const inner = holes.length - 1;
      if (inner >= 0 && char === '{') holes[inner] = (holes[inner] ?? 0) + 1;
      if (inner >= 0 && char === '}') holes[inner] = (holes[inner] ?? 0) - 1;
      push('sign', at + (signs.find((sign) => rest.startsWith(sign))?.length ?? 1));
    }
  }
  return found;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function pushString(text: string, at: number, push: (kind: Lexeme['kind'], end: number, open?: boolean) => void): void {
  const line = lineEnd(text, at);
  for (let index = at + 1; index < line; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === text[at]) return push('string', index + 1);
  }
  push('string', line, true);
}

/** Behind the next `${` or backtick; null where the file ends first. */
function templateEnd(text: string, at: number): number | null {
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '`') return index + 1;
    else if (text.startsWith('${', index)) return index + 2;
  }
  return null;
}

function startsRegex(before: Lexeme | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'word') return /^(?:return|typeof|case|in|of|await|yield|void|delete)$/.test(before.text);
  return before.kind === 'sign' && !/^(?:\)|\]|\}|\+\+|--)$/.test(before.text);
}

function regexEnd(text: string, at: number): number | null {
  let inClass = false;
  for (let index = at + 1; index < lineEnd(text, at); index++) {
    const char = text[index];
    if (char === '\\') index++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass)
      return index + 1 + (/^[a-z]*/.exec(text.slice(index + 1, index + 9))?.[0].length ?? 0);
  }
  return null;
}

export const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** How badly brackets and indentation disagree; 0 = as a person would lay it out. Blank and template lines do not count. */
export function disorder(text: string, lexemes: readonly Lexeme[] = lex(text)): number {
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => lineIndex(starts, offset);
  const indents = starts.map((start, index) => indentOf(text.slice(start, starts[index + 1] ?? text.length)));
  const first = new Map<number, number>();
  const inTemplate = new Set<number>();
  for (const each of lexemes) {
    const line = lineAt(each.start);
    if (!first.has(line)) first.set(line, each.start);
    if (each.kind === 'template' || each.kind === 'comment')
      for (let at = line + 1; at <= lineAt(each.end - 1); at++) inTemplate.add(at);
  }
  let cost = 0;
  const open: { sign: string; line: number }[] = [];
  const depthIndent: (number | null)[] = [null];
  for (const each of lexemes) {
    const line = lineAt(each.start);
    const starter = first.get(line) === each.start && !inTemplate.has(line);
    const isClose = each.kind === 'sign' && /^[)\]}]$/.test(each.text);
    if (starter && each.kind !== 'comment' && !isClose)
      cost += bodyCost(indents, { line, open, depthIndent, text: each.text });
    if (each.kind !== 'sign') continue;
    if (Object.hasOwn(closing, each.text)) {
      open.push({ sign: each.text, line });
      depthIndent.push(null);
    } else if (isClose) {
      const opener = open.pop();
      depthIndent.pop();
      if (opener === undefined || closing[opener.sign] !== each.text) cost += 5;
      else if (starter && indents[line] !== indents[opener.line]) cost += 3;
      else if (!starter && opener.line !== line && each.text === '}' && opener.sign === '{') cost += 1.5;
    }
  }
  return cost + open.length * 5;
}

/** Lines inside braces stand deeper than the line that opens them, and level with their siblings. */
function bodyCost(
  indents: readonly number[],
  at: { line: number; open: readonly { sign: string; line: number }[]; depthIndent: (number | null)[]; text: string },
): number {
  const opener = at.open.at(-1);
  const indent = indents[at.line] ?? 0;
  if (opener === undefined) return indent > 0 && !/^[.?:&|+]/.test(at.text) ? 2 : 0;
  const base = indents[opener.line] ?? 0;
  if (indent <= base && opener.line !== at.line) return 2;
  const siblings = at.depthIndent.at(-1) ?? null;
  if (siblings === null) at.depthIndent[at.depthIndent.length - 1] = indent;
  else if (opener.sign === '{' && indent !== siblings && !/^[.?:&|+]/.test(at.text)) return indent < siblings ? 2 : 1;
  return 0;
}

function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns++;
    else if (char === '\t') columns += 4;
    else break;
  }
  return columns;
}

/** Blanks that a sign may have stood beside, behind the indentation. */
export function gaps(text: string): number {
  return text.match(/(?<=[^\s*/]) {2}(?=[^\s/*=:])|(?<=[\w'"`]) (?=[)\],;])/g)?.length ?? 0;
}
