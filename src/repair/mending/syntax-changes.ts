/** The single changes that may mend a text that does not parse: words, signs, quotes and brackets near the places of the error. */
import { isTypeScript } from '../../kit/typescript.ts';
import { lineIndex, lineStarts } from '../../kit/text.ts';
import { closing, lex } from '../code/lexer.ts';
import type { Lexeme } from '../code/lexer.ts';
import { distance } from '../code/names.ts';
import { globalNames } from '../code/scope.ts';
import { syntaxErrors } from '../code/syntax.ts';
import type { ModuleKind } from '../code/syntax.ts';
import { eolOf } from '../code/text.ts';
import type { Change } from './change.ts';
import { doubledLines, doubledSigns } from './doubled-signs.ts';
import { endingsLost } from './lost-endings.ts';
import { backtickChanges, quoteChanges } from './quotes.ts';
import { movedLines, transposed } from './transposed.ts';

export interface Broken {
  readonly path: string;
  readonly text: string;
  readonly kind: ModuleKind;
  /** Line that the loader named, 1-based; null where it named none. */
  readonly line: number | null;
  readonly lastGood: string | null;
  /** The project's other sources. */
  readonly beside?: readonly string[];
}

/** Offsets that the parser and the loader speak of. */
export function focus(broken: Broken): number[] {
  const starts = lineStarts(broken.text);
  const labels = syntaxErrors(broken.path, broken.text, broken.kind)
    .slice(0, 1)
    .flatMap((error) => error.labels.map((label) => label.start));
  const line = broken.line === null ? [] : [starts[broken.line - 1] ?? 0];
  return [...labels, ...line];
}

const keywords =
  'const let var function return async await import export from default class extends new if else for while switch case break throw try catch finally typeof instanceof continue from'.split(
    ' ',
  );

const typeWords =
  'interface enum namespace declare abstract implements readonly private protected public satisfies keyof'.split(' ');

/** Words of the language that are never a slip for another one. */
const meaningful =
  /^(?:of|in|as|get|set|do|is|static|true|false|null|this|super|void|delete|yield|with|type|interface|enum)$/;

/** All changes worth a try, those that people make first. */
export function changesFor(broken: Broken): Change[] {
  const { text } = broken;
  const lexemes = lex(text);
  const starts = lineStarts(text);
  const places = focus(broken);
  const errorLine = lineIndex(starts, places[0] ?? 0);
  const lines = new Set(places.map((offset) => lineIndex(starts, offset)));
  // What the error stands behind may be some lines above, where comments lie between.
  const behind = lexemes.findLast((each) => each.end <= (places[0] ?? 0));
  if (behind !== undefined) lines.add(lineIndex(starts, behind.start));
  for (const line of [...lines]) for (const near of [line - 1, line - 2, line + 1]) lines.add(near);
  const near = lexemes.filter(
    (each) =>
      lines.has(lineIndex(starts, each.start)) || lines.has(lineIndex(starts, Math.max(each.start, each.end - 1))),
  );
  return [
    ...doubledLines(text, starts, lines),
    ...doubledSigns(text, new Set([...lines].map((line) => starts[line] ?? 0))),
    ...near.flatMap((each) => wordChanges(lexemes, each, isTypeScript(broken.path))),
    ...near.flatMap((each) => joinedNames(lexemes, each)),
    ...near.flatMap((each) => replacements(lexemes, each)),
    ...near.flatMap((each) => deletions(lexemes, each)),
    ...near.flatMap((each) =>
      insertions(
        each,
        text.slice(starts[lineIndex(starts, each.start)], each.end),
        text.slice(each.end, starts[lineIndex(starts, each.end) + 1] ?? text.length),
      ),
    ),
    ...(/\.[cm]?tsx?$/.test(broken.path) ? near.flatMap((each) => angles(text, each)) : []),
    ...near.flatMap((each) => lostReturns(text, each)),
    ...near.flatMap((each) => quoteChanges(text, each)),
    ...bracketChanges(text, lexemes, { starts, errorLine }),
    ...endingsLost(text, lexemes),
    ...braceChanges(text, starts),
    ...backtickChanges(text, starts),
    ...transposed(text, near),
    ...movedLines(text, starts, lines),
  ];
}

/** `factorOfdates`: two names of the text that a sign stood between. */
function joinedNames(lexemes: readonly Lexeme[], each: Lexeme): Change[] {
  const others = lexemes.filter((other) => other.kind === 'word' && other !== each).map((other) => other.text);
  const words = new Set([...globalNames, ...others]);
  if (each.kind !== 'word' || each.text.length < 4 || words.has(each.text)) return [];
  const isMember = lexemes[lexemes.indexOf(each) - 1]?.text === '.';
  return [...each.text].flatMap((_, at) => {
    const isKnown = words.has(each.text.slice(0, at)) || (isMember && at > 2);
    const isPair = at > 1 && isKnown && words.has(each.text.slice(at)) && each.text.length - at > (isMember ? 2 : 1);
    const start = each.start + at;
    return isPair
      ? ['(', ', ', '.'].map((by) => ({ start, end: start, by, what: `missing \`${by.trim()}\``, prior: 0 }))
      : [];
  });
}

/** Misspelt keywords and words that other languages use. */
function wordChanges(lexemes: readonly Lexeme[], each: Lexeme, isTyped: boolean): Change[] {
  if (each.kind !== 'word') return [];
  const { start, end, text } = each;
  const other: Readonly<Record<string, string>> = {
    elif: 'else if',
    elseif: 'else if',
    func: 'function',
    fn: 'function',
    def: 'function',
    foreach: 'for',
    except: 'catch',
    constant: 'const',
    and: '&&',
    or: '||',
    not: '!',
  };
  const to = Object.hasOwn(other, text) ? other[text] : undefined;
  if (to !== undefined) return [{ start, end, by: to, what: `\`${text}\` should be \`${to}\``, prior: 0 }];
  const behind = lexemes[lexemes.indexOf(each) + 1];
  const isHead = behind?.text === '(' && behind.start > end;
  if (/^(?:i|f)$/.test(text) && isHead)
    return [{ start, end, by: 'if', what: `\`${text}\` should be \`if\``, prior: 0 }];
  if (text.length < 2 || keywords.includes(text) || meaningful.test(text)) return [];
  const joined = keywords
    .filter((word) => text.startsWith(word) && text.length > word.length + 1)
    .map((word) => ({
      start,
      end,
      by: `${word} ${text.slice(word.length)}`,
      what: `a space behind \`${word}\``,
      prior: 1.2,
    }));
  const isLoop = /^(?:const|let|var)$/.test(lexemes[lexemes.indexOf(each) - 2]?.text ?? '');
  const near = [...keywords, ...(isLoop ? ['of'] : []), ...(isTyped ? typeWords : [])]
    .filter((word) => distance(text.toLowerCase(), word, 2) <= (word.length <= 3 ? 1 : 2))
    .map((word) => ({
      start,
      end,
      by: word,
      what: `\`${text}\` should be \`${word}\``,
      prior: 0.2 * distance(text.toLowerCase(), word, 2),
    }));
  near.push(...wordsAtHome(each, behind, isTyped));
  const before = lexemes[lexemes.indexOf(each) - 1];
  const member = before !== undefined && before.text === '.';
  return member ? [] : [...near, ...joined];
}

/** `asnyc load()`, `statc of()`, `typ Row =`: words that much is called nearly by, where nothing but they can stand. */
function wordsAtHome({ start, end, text }: Lexeme, behind: Lexeme | undefined, isTyped: boolean): Change[] {
  if (behind?.text === '{' && distance(text.toLowerCase(), 'type', 1) === 1 && isTyped)
    return [{ start, end, by: 'type', what: `\`${text}\` should be \`type\``, prior: 0.2 }];
  if (behind?.kind !== 'word' || text === 'sync') return [];
  return ['async', 'static', ...(isTyped ? ['type'] : [])]
    .filter((word) => distance(text.toLowerCase(), word, 1) === 1)
    .map((by) => ({ start, end, by, what: `\`${text}\` should be \`${by}\``, prior: 0.2 }));
}

const swaps: Readonly<Record<string, readonly string[]>> = {
  ';': [',', ':', ''],
  ',': [';', '.', ':', ''],
  ':': ['=', ',', ';'],
  '=': ['=>', ':', '==='],
  '-': ['='],
  '=>': ['=', '{'],
  '->': ['=>'],
  '.': [','],
  '>': ['=>'],
  '>=': ['=>'],
  '>>': ['>'],
  '>>>': ['>>'],
  '<': ['('],
  ')': ['}', ']'],
  ']': [')', '}'],
  '}': [')', ']'],
  '(': ['[', '{'],
  '[': ['(', '{'],
  '{': ['(', '['],
  '==': ['='],
  '&': ['&&'],
  '|': ['||'],
  '?.': ['.'],
  '@': [''],
  '\\': [''],
};

function replacements(lexemes: readonly Lexeme[], each: Lexeme): Change[] {
  if (each.kind !== 'sign' || !Object.hasOwn(swaps, each.text)) return [];
  const base = Object.hasOwn(closing, each.text) ? 1 : 0.8;
  const isTight = gluesWords(lexemes, each);
  const other = (swaps[each.text] ?? []).filter((by) => by !== '' || !isTight);
  return (each.text === ';' && isTight ? ['.', ...other] : other).map((by) => ({
    start: each.start,
    end: each.end,
    by,
    what: by === '' ? `no \`${each.text}\`` : `\`${each.text}\` should be \`${by}\``,
    prior: by === '' ? 0.7 : by === '.' ? (isTight ? 0.6 : 1.6) : base,
    // `paramsid.)`: a sign that leads on, and nothing behind it.
    guess: (by === '.' && !isTight) || (each.text === '.' && lexemes[lexemes.indexOf(each) + 1]?.kind !== 'word'),
  }));
}

/** `store,get`: without it, two words would be one. */
function gluesWords(lexemes: readonly Lexeme[], each: Lexeme): boolean {
  const at = lexemes.indexOf(each);
  const [before, behind] = [lexemes[at - 1], lexemes[at + 1]];
  const isWord = (one: Lexeme | undefined): boolean => one?.kind === 'word';
  return isWord(before) && isWord(behind) && before?.end === each.start && behind?.start === each.end;
}

/** Only a punctuator or a doubled keyword may go: names and values are what the author meant. */
function deletions(lexemes: readonly Lexeme[], each: Lexeme): Change[] {
  const at = lexemes.indexOf(each);
  const before = lexemes[at - 1];
  const doubled = before?.text === each.text && (each.kind === 'sign' || keywords.includes(each.text));
  const isColon = each.text === ':' && lexemes[at + 1]?.text === '=';
  const stray = isColon || /^[)\]},;]$/.test(each.text) || (/^[([{]$/.test(each.text) && before?.end !== each.start);
  if ((!doubled && !(each.kind === 'sign' && stray)) || gluesWords(lexemes, each)) return [];
  // `express);`: as likely the opening bracket was lost.
  const lone = /^[)\]}]$/.test(each.text) && before?.end === each.start && before.kind !== 'sign';
  const prior = /^[)\]}]$/.test(each.text) ? 0.3 : /^[([{]$/.test(each.text) ? 1 : 0.7;
  return [{ start: each.start, end: each.end, by: '', what: `no \`${each.text.slice(0, 30)}\``, prior, guess: lone }];
}

/** Signs and keywords that may have been left out before or behind a lexeme. */
function insertions(each: Lexeme, line: string, rest: string): Change[] {
  const added = [
    ')',
    ']',
    '}',
    '(',
    '[',
    '{',
    ',',
    ':',
    ' =>',
    ' =',
    ' {',
    ';',
    '.',
    ' +',
    ' ?',
    ' async',
    ' async ',
    'function ',
  ];
  const priors: Readonly<Record<string, number>> = {
    '.': 2,
    ' +': 2,
    ' ?': 3,
    ';': 1.2,
    ' =': 1,
    'function ': 2,
    ' async': 2,
    ' async ': 2,
    '[': 1,
    '(': 0.8,
    ' {': 0.5,
    '{': 0.8,
  };
  const declares =
    /\b(?:const|let|var)\s+(?:[\w$]+|[[{][^=;]*[\]}])$|^(?:module\.)?exports(?:\.\w+)?$/.test(line) ||
    // `list({ tag } {}) {`: what is given where nothing is.
    (/^(?!.*\b(?:if|while|for|switch|catch)\b).*[\w$}\]]$/.test(line) &&
      /^ *(?:\{\}|\[\]|-?\d+|'[^']*'|true|false|null)[^()]*\) *(?:=>|\{|:)/.test(rest));
  return added.flatMap((by) => {
    const guess =
      / [+?]|\.|async|function/.test(by) || (by === ' =>' && each.text !== ')') || (by === ' =' && !declares);
    const prior = by === ' =>' && each.text === ')' ? 0.3 : (priors[by] ?? 0.4);
    const what = `missing \`${by.trim()}\``;
    const behind = { start: each.end, end: each.end, by, what, prior, guess };
    const before = {
      start: each.start,
      end: each.start,
      by: by.trim() + (/[a-z]$/.test(by.trim()) ? ' ' : ''),
      what,
      prior: prior + 0.1,
      guess: guess || by === ' =>' || by === ' =',
    };
    // `= (a || b)`: what opens stands beside what it holds.
    return /^[([{]$/.test(by) && /^(?:=|=>|[-+*/<>?:&|!]+)$/.test(each.text) ? [before] : [behind, before];
  });
}

/** An object that stands as a statement was to be given back. */
function lostReturns(text: string, each: Lexeme): Change[] {
  const isFirst = text.slice(text.lastIndexOf('\n', each.start - 1) + 1, each.start).trim() === '';
  if (each.text !== '{' || !isFirst) return [];
  return [{ start: each.start, end: each.start, by: 'return ', what: 'missing `return`', prior: 0.3 }];
}

/** `Promise<Order {`, `= K extends Row>(row)`; of two values that a sign is missing between, `<` and `>` are two of many. */
function angles(text: string, { kind, start, end, text: sign }: Lexeme): Change[] {
  const [from, to] = [text.lastIndexOf('\n', end - 1) + 1, (text.indexOf('\n', end) + 1 || text.length + 1) - 1];
  const opens =
    (kind === 'word' || kind === 'string' || /^(?:[\])}]|>+)$/.test(sign)) && unclosed(text.slice(from, end)) > 0;
  const what = (by: string): Pick<Change, 'by' | 'what' | 'prior'> => ({ by, what: `missing \`${by}\``, prior: 0.4 });
  return [
    ...(opens || kind === 'word' ? [{ ...what('>'), start: end, end, guess: !opens }] : []),
    ...(kind === 'word' && unclosed(text.slice(start, to)) < 0 ? [{ ...what('<'), start, end: start }] : []),
  ];
}

/** How many angles behind a name or a keyword nothing closes; of what is closed and was not opened, less than none. */
function unclosed(line: string): number {
  const count = (pattern: RegExp): number => line.match(pattern)?.length ?? 0;
  return count(/(?<=[\w$])<(?![\s=])|(?<=[=(,] ?)<(?=[A-Z])/g) - count(/(?<![=\s])>/g);
}

/** Closing brackets at the ends of lines, and on lines of their own, for openers that the error is far away from. */
function bracketChanges(
  text: string,
  lexemes: readonly Lexeme[],
  at: { starts: readonly number[]; errorLine: number },
): Change[] {
  const found: Change[] = [];
  const eol = eolOf(text);
  const open: Lexeme[] = [];
  const suspects = new Set<Lexeme>();
  for (const each of lexemes) {
    if (each.kind !== 'sign') continue;
    if (Object.hasOwn(closing, each.text)) open.push(each);
    else if (/^[)\]}]$/.test(each.text)) {
      const opener = open.pop();
      const indentOpen = opener === undefined ? -1 : columnOf(text, at.starts, opener);
      const doubled =
        opener !== undefined &&
        each.text === '}' &&
        !isFirst(text, at.starts, each) &&
        lineIndex(at.starts, opener.start) !== lineIndex(at.starts, each.start);
      if (
        doubled ||
        opener === undefined ||
        closing[opener.text] !== each.text ||
        (isFirst(text, at.starts, each) && indentOpen !== columnOf(text, at.starts, each))
      ) {
        if (each.text === '}' && opener?.end !== each.start)
          found.push({ start: each.start, end: each.end, by: '', what: `no \`${each.text}\``, prior: 0.4 });
        if (opener !== undefined) suspects.add(opener);
      }
    }
  }
  for (const each of [...open, ...suspects].slice(0, 12)) {
    const from = lineIndex(at.starts, each.start);
    const indent = /^[ \t]*/.exec(text.slice(at.starts[from] ?? 0))?.[0] ?? '';
    const close = closing[each.text] ?? '}';
    for (let line = from; line < at.starts.length; line++) {
      const end = contentEnd(text, at.starts, line);
      for (const by of close === '}' ? [`${eol}${indent}}`, `${eol}${indent}});`] : [close]) {
        found.push({ start: end, end, by, what: `missing \`${by.trim()}\``, prior: by.endsWith(');') ? 1.2 : 0.4 });
      }
      const tail = text[end - 1];
      if (close !== '}' && (tail === ';' || tail === ','))
        found.push({ start: end - 1, end: end - 1, by: close, what: `missing \`${close}\``, prior: 0.3 });
    }
  }
  return found;
}

/** Lines that open a block by their layout but have no brace. */
function braceChanges(text: string, starts: readonly number[]): Change[] {
  const found: Change[] = [];
  for (let line = 0; line + 1 < starts.length && found.length < 400; line++) {
    const end = contentEnd(text, starts, line);
    const head = text.slice(starts[line], end);
    const next = text.slice(starts[line + 1]).match(/^\s*?([ \t]*)\S/)?.[1] ?? '';
    const indent = /^[ \t]*/.exec(head)?.[0] ?? '';
    if (!/(?:\)|=>|\belse|\btry|\bdo|\bfinally|\bclass [\w$ ]+)$/.test(head) || next.length <= indent.length) continue;
    const blanks = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    found.push({ start: end, end: end + blanks, by: ' {', what: 'missing `{`', prior: 0.4 });
  }
  return found;
}

function contentEnd(text: string, starts: readonly number[], line: number): number {
  const start = starts[line] ?? 0;
  return start + text.slice(start, starts[line + 1] ?? text.length).trimEnd().length;
}

function columnOf(text: string, starts: readonly number[], each: Lexeme): number {
  const start = starts[lineIndex(starts, each.start)] ?? 0;
  return /^[ \t]*/.exec(text.slice(start, each.start + 1))?.[0].length ?? 0;
}

function isFirst(text: string, starts: readonly number[], each: Lexeme): boolean {
  const start = starts[lineIndex(starts, each.start)] ?? 0;
  return text.slice(start, each.start).trim() === '';
}
