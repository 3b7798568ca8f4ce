/** Slips that the parser or the text itself names: each has its own mending, and nothing needs to be searched for. */
import { endedComments, markedComments } from './comments.ts';
import { withoutForeign } from './foreign.ts';
import { mergeSides } from './merges.ts';
import { lineIndex, lineStarts } from '../../kit/text.ts';
import { closing, lex } from '../code/lexer.ts';
import type { Lexeme } from '../code/lexer.ts';
import { didYouMean } from '../code/names.ts';
import { brokenPattern, mendedPattern } from './patterns.ts';
import { all, keyName, parseSource, syntaxErrors } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import { focus } from './syntax-changes.ts';
import type { Broken } from './syntax-changes.ts';
import { print } from './print.ts';
import { asTemplate } from './quotes.ts';
import { lineOf, lineStart, nextLine, splice } from '../code/text.ts';
import { withoutTypes } from '../code/untyped.ts';
import { declaredWord, defaultConst } from './reserved-words.ts';
import { plain, plainCode } from './unseen.ts';
import { wordings } from './wordings.ts';

export interface Slip {
  readonly text: string;
  readonly what: string;
  /** True where another text could have been meant as well: a person is asked. */
  readonly guess?: boolean;
}

interface Seen extends Broken {
  /** The parser's first word, and where it points. */
  readonly says: string;
  readonly at: number;
  readonly lexemes: readonly Lexeme[];
  /** The lexemes on the lines that the parser and the loader speak of, and one above. */
  readonly near: readonly Lexeme[];
}

/** Texts that parse, in the order in which people mean them; [] where no slip of these was made. */
export function slips(broken: Broken): Slip[] {
  const seen = look(broken);
  for (const find of finders) {
    const found = find(seen).filter(({ text }) => text !== broken.text && parses(broken, text));
    if (found.length > 0) return found;
  }
  return [];
}

const finders: readonly ((seen: Seen) => readonly Slip[])[] = [
  conflicts,
  leftovers,
  editorWords,
  foreign,
  twins,
  plainSigns,
  openComment,
  lostMark,
  types,
  optionalTarget,
  exportsWord,
  declaredWord,
  defaultConst,
  reservedName,
  octal,
  emptyConst,
  privateName,
  patterns,
  methodKeyword,
  lostStar,
  returnedObject,
  quotedTemplate,
  apostrophe,
  longString,
  lineSlips,
];

function look(broken: Broken): Seen {
  const error = syntaxErrors(broken.path, broken.text, broken.kind)[0];
  const lexemes = lex(broken.text);
  const starts = lineStarts(broken.text);
  const lines = new Set(focus(broken).flatMap((at) => [lineIndex(starts, at), lineIndex(starts, at) - 1]));
  const near = lexemes.filter((each) => lines.has(lineIndex(starts, each.start)));
  return { ...broken, says: error?.message ?? '', at: error?.labels[0]?.start ?? 0, lexemes, near };
}

function parses({ path, kind }: Broken, text: string): boolean {
  return syntaxErrors(path, text, kind).length === 0 && brokenPattern(path, text) === null;
}

function one(what: string, text: string | null): Slip[] {
  return text === null ? [] : [{ what, text }];
}

function conflicts({ path, text, lastGood }: Seen): Slip[] {
  return mergeSides(path, text, lastGood);
}

/** A line that a merge left behind. */
function leftovers({ text }: Seen): Slip[] {
  return one('a marker of a merge was left behind', text.replace(/^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?\r?\n/gm, ''));
}

/** `;:wq`: what was meant for an editor. */
function editorWords({ text }: Seen): Slip[] {
  const without = text.replace(/(?<=[;{}])[^\S\n]*:(?:wq?a?|qa?|x)!?[^\S\n]*$/gm, '');
  return one('a command of an editor was left behind', without);
}

function foreign(seen: Seen): Slip[] {
  return withoutForeign(seen.text, seen.at).filter(({ text }) => parses(seen, text));
}

/** Statements that say once more what another one of the same block has said. */
function twins({ path, text, says }: Seen): Slip[] {
  const source = /already been declared/.test(says) ? parseSource(path, text) : null;
  if (source === null) return [];
  const said = new Map<Node | null | undefined, Set<string>>();
  const again = [source.program, ...all(source.program, 'BlockStatement')].flatMap((block) =>
    (block.body as Node[]).filter((each) => {
      if (!/^(?:Import|Variable|Function|Class)Declaration$/.test(each.type)) return false;
      const known = said.get(block) ?? new Set<string>();
      said.set(block, known);
      const printed = print(each, text);
      return known.has(printed) || !known.add(printed);
    }),
  );
  const lines = again.map((each) => ({
    start: lineStart(text, each.start),
    end: nextLine(text, each.end - 1),
    text: '',
  }));
  return one('it declares the same twice', splice(text, ...lines));
}

/** Curly quotes and invisible characters: in code alone, where that is enough. */
function plainSigns(seen: Seen): Slip[] {
  const found = [plainCode(seen.text), plain(seen.text)].find((text) => parses(seen, text));
  return one('plain quotes and spaces', found ?? null);
}

/** `export.list = …` for `exports.list = …`. */
function exportsWord({ text }: Seen): Slip[] {
  return one('`exports` is called `export`', text.replace(/^([ \t]*)export(?=\.\w)/gm, '$1exports'));
}

/** A comment that nothing ends, or the next one's end: it ends where the rest is code. */
function openComment(seen: Seen): Slip[] {
  const { text, says, at, lexemes } = seen;
  const swallowing = lexemes.filter(({ kind, text: own }) => kind === 'comment' && own.lastIndexOf('/*') > 0);
  const open = /Unterminated multiline comment/.test(says) ? [{ start: at, end: text.length }] : swallowing;
  return open.flatMap(({ start, end }) => {
    for (const ended of endedComments(text, start, end))
      if (parses(seen, ended)) return one(`the comment of line ${lineOf(text, start)} is not ended`, ended);
    return [];
  });
}

/** Words that are no code, and lost the mark of a comment. */
function lostMark(seen: Seen): Slip[] {
  const { text, near } = seen;
  return [...new Set(near.map(({ start }) => lineStart(text, start)))].flatMap((start) => {
    const marked = markedComments(text, start).find((each) => parses(seen, each)) ?? null;
    return one(`a comment lost its mark on line ${lineOf(text, start)}`, marked);
  });
}

/** Types in a file that is run as JavaScript. */
function types({ path, text, kind }: Seen): Slip[] {
  const plain = withoutTypes({ path, text, kind });
  // `one!.late` of `!one.late`
  const isMark = plain !== null && plain === text.replace(/(?<=[\w$)\]])!(?=[.)\];,[])/g, '');
  return one('JavaScript has no types', plain).map((each) => ({ ...each, guess: isMark }));
}

/** `a?.b = 1` */
function optionalTarget({ text, says, at, lexemes }: Seen): Slip[] {
  if (!/Cannot assign to this expression/.test(says)) return [];
  const until = lexemes.find(({ start, text: sign }) => start > at && /^(?:[^=!<>]?=|\+\+|--|[;{}])$/.test(sign));
  const links = lexemes.filter(({ start, text: sign }) => start > at && start < (until?.start ?? 0) && sign === '?.');
  const plain = splice(text, ...links.map(({ start, end }) => ({ start, end, text: '.' })));
  return one(`what is assigned to cannot be optional on line ${lineOf(text, at)}`, plain);
}

const otherWords: Readonly<Record<string, string>> = { package: 'pkg', interface: 'face', static: 'fixed' };

/** A word that strict code keeps for itself, as a name. */
function reservedName({ path, text, says, lexemes }: Seen): Slip[] {
  const word = /^The keyword '(\w+)' is reserved/.exec(says)?.[1];
  if (word === undefined) return [];
  const taken = new Set(lexemes.map((each) => each.text));
  const name = [otherWords[word] ?? `${word}Value`, `${word}_`].find((each) => !taken.has(each));
  if (name === undefined) return [];
  const around: Lexeme[] = [];
  const edits = lexemes.flatMap((each, index) => {
    if (each.kind === 'sign' && Object.hasOwn(closing, each.text)) around.push(each);
    else if (each.kind === 'sign' && /^[)\]}]$/.test(each.text)) around.pop();
    const [before, behind] = [lexemes[index - 1]?.text ?? '', lexemes[index + 1]?.text ?? ''];
    if (each.text !== word || each.kind !== 'word' || /^\??\.$/.test(before)) return [];
    const inBraces = around.at(-1)?.text === '{' && /^[{,]$/.test(before);
    if (inBraces && behind === ':') return [];
    const isShort = inBraces && /^[,}=]$/.test(behind);
    return [{ start: each.start, end: each.end, text: isShort ? `${word}: ${name}` : name }];
  });
  return one(`\`${word}\` cannot be a name in ${path}: \`${name}\``, splice(text, ...edits));
}

/** `0644` and `08`, which strict code has no more. */
function octal({ text, says, at }: Seen): Slip[] {
  const digits = /^'0'-prefixed octal|^Decimals with leading zeros/.test(says)
    ? /^0+(\d+)/.exec(text.slice(at))?.[0]
    : undefined;
  if (digits === undefined) return [];
  const written = (by: string): string => splice(text, { start: at, end: at + digits.length, text: by });
  const decimal = String(Number(digits));
  if (/[89]/.test(digits) || Number(`0o${digits}`) === Number(digits))
    return one(`${digits} is ${decimal}`, written(decimal));
  const what = `${digits} is an octal number`;
  return [{ what, text: written(`0o${digits.slice(1)}`), guess: !/^0[0-7]{3}$/.test(digits) }];
}

/** `const total;` that gets its value later. */
function emptyConst({ text, says, at, lexemes }: Seen): Slip[] {
  const declared = lexemes.findLast(({ start, text: word }) => start < at && word === 'const');
  if (!/Missing initializer in const/.test(says) || declared === undefined) return [];
  const { start, end } = declared;
  return one(
    `what is given no value must be \`let\` on line ${lineOf(text, at)}`,
    splice(text, { start, end, text: 'let' }),
  );
}

/** `#cout` of a class that has `#count`, `#total` of one that has `total`; else the only private member that nobody reads. */
function privateName({ path, text, says }: Seen): Slip[] {
  const name = /Private (?:field|identifier|name) '#([\w$]+)'/.exec(says)?.[1];
  const source = name === undefined ? null : parseSource(path, text);
  if (source === null || name === undefined) return [];
  const members = [...all(source.program, 'PropertyDefinition'), ...all(source.program, 'MethodDefinition')];
  const named = (isPrivate: boolean): string[] =>
    members.flatMap(({ key }) => ((key.type === 'PrivateIdentifier') === isPrivate ? [keyName(key) ?? ''] : []));
  const written = all(source.program, 'PrivateIdentifier');
  const uses = written.filter((each) => each.name === name);
  const isRead = ({ name: own, parent }: (typeof written)[number]): boolean =>
    own !== name && parent?.type === 'MemberExpression' && !isSet(parent);
  const [unused, more] = named(true).filter((each) => !written.some((one) => one.name === each && isRead(one)));
  const near = didYouMean(name, named(true)) ?? (more === undefined ? unused : undefined) ?? null;
  const right = named(false).includes(name) ? name : near === null ? null : `#${near}`;
  const edits = uses.map(({ start, end }) => ({ start, end, text: right ?? '' }));
  return right === null ? [] : one(`\`#${name}\` should be \`${right}\``, splice(text, ...edits));
}

function isSet(node: Node): boolean {
  const { parent } = node;
  return parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.left === node;
}

/** A regular expression that is not ended, or is none. */
function patterns({ path, text, says, at }: Seen): Slip[] {
  const isOpen = /^Unterminated regular expression/.test(says) || (text[at] === '/' && says === 'Unexpected token');
  return mendedPattern({ path, text, at: isOpen ? at : null }).map((mended) => ({
    what: `the regular expression on line ${lineOf(text, mended.at)} is not complete`,
    ...mended,
  }));
}

/** `function find() {` or `const size = 3` inside a class or an object. */
function methodKeyword(seen: Seen): Slip[] {
  const { text, near, lexemes } = seen;
  const words = near.filter(({ text: word, end }) => {
    const next = lexemes.find((each) => each.start >= end);
    return /^(?:function|const|let|var)$/.test(word) && next?.kind === 'word';
  });
  return words.flatMap(({ start, end, text: word }) => {
    const blanks = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
    const without = splice(text, { start, end: end + blanks, text: '' });
    const source = parses(seen, without) ? parseSource(seen.path, without) : null;
    const isMember =
      source !== null &&
      [
        ...all(source.program, 'MethodDefinition'),
        ...all(source.program, 'PropertyDefinition'),
        ...all(source.program, 'Property'),
      ].some((each) => each.start === start || each.key.start === start);
    return isMember ? one(`a member has no \`${word}\` on line ${lineOf(text, start)}`, without) : [];
  });
}

/** `yield` in a function that is no generator. */
function lostStar({ text, lexemes }: Seen): Slip[] {
  const stars = lexemes.flatMap(({ text: word }, at) => (word === 'yield' ? (starFor(lexemes, at) ?? []) : []));
  return one(
    'a function that yields is a generator',
    splice(text, ...[...new Set(stars)].map((start) => ({ start, end: start, text: '*' }))),
  );
}

/** Where the innermost function around a lexeme takes its `*`; null where it has one, and for arrows. */
function starFor(lexemes: readonly Lexeme[], from: number): number | null {
  let depth = 0;
  for (let at = from - 1; at > 0; at -= 1) {
    const word = lexemes[at]?.text ?? '';
    if (word === '}') depth += 1;
    if (word !== '{' || depth-- > 0) continue;
    depth = 0;
    if (lexemes[at - 1]?.text === '=>') return null;
    const open = lexemes[at - 1]?.text === ')' ? openerOf(lexemes, at - 1) : null;
    const [before, named] = [lexemes[(open ?? 0) - 2], lexemes[(open ?? 0) - 1]];
    if (open === null || named?.kind !== 'word' || /^(?:if|for|while|switch|catch|with|await)$/.test(named.text))
      continue;
    if (before?.text === '*' || named.text === 'function') return before?.text === '*' ? null : named.end;
    return before?.text === 'function' ? before.end : named.start;
  }
  return null;
}

function openerOf(lexemes: readonly Lexeme[], from: number): number | null {
  let depth = 0;
  for (let at = from; at >= 0; at -= 1) {
    if (lexemes[at]?.text === ')') depth += 1;
    if (lexemes[at]?.text === '(' && (depth -= 1) === 0) return at;
  }
  return null;
}

/** `=> { id: 1, name: 2 }`: an object, where an arrow takes it for its body. */
function returnedObject({ text, near, lexemes }: Seen): Slip[] {
  return near.flatMap((arrow) => {
    const at = lexemes.indexOf(arrow);
    const [open, key, colon] = [lexemes[at + 1], lexemes[at + 2], lexemes[at + 3]];
    if (arrow.text !== '=>' || open?.text !== '{' || key === undefined) return [];
    if (!/^[:,]$/.test(colon?.text ?? '') && key.text !== '...') return [];
    const close = closerOf(lexemes, at + 1);
    if (close === null) return [];
    const wrapped = splice(
      text,
      { start: open.start, end: open.start, text: '(' },
      { start: close.end, end: close.end, text: ')' },
    );
    return one(`the arrow gives an object back on line ${lineOf(text, open.start)}`, wrapped);
  });
}

function closerOf(lexemes: readonly Lexeme[], from: number): Lexeme | null {
  let depth = 0;
  for (const each of lexemes.slice(from)) {
    if (each.kind !== 'sign') continue;
    if (Object.hasOwn(closing, each.text)) depth++;
    else if (/^[)\]}]$/.test(each.text) && --depth === 0) return each;
  }
  return null;
}

/** A text with `${…}` in quotes, and quotes in that. */
function quotedTemplate(seen: Seen): Slip[] {
  const { text, near } = seen;
  return [...new Set(near.map(({ start }) => lineStart(text, start)))].flatMap((start) => {
    const mended = asTemplate(text, { start, end: nextLine(text, start) }, (each) => parses(seen, each));
    return one(`a text with values in it stands in backticks on line ${lineOf(text, start)}`, mended);
  });
}

/** `'it's late'` */
function apostrophe(seen: Seen): Slip[] {
  const open = seen.near.find((each) => each.kind === 'string' && each.open);
  if (open?.text[0] !== "'") return [];
  const from = lineStart(seen.text, open.start);
  const line = seen.text.slice(from, open.end);
  return [...line.matchAll(/(?<=[A-Za-z])'(?=[a-z]{1,2}\b)/g)].flatMap(({ index }) =>
    one(
      `an apostrophe ends the text too early on line ${lineOf(seen.text, from)}`,
      splice(seen.text, { start: from + index, end: from + index, text: '\\' }),
    ),
  );
}

/** A text in quotes over more than one line. */
function longString({ text, near }: Seen): Slip[] {
  const open = near.find((each) => each.kind === 'string' && each.open);
  const quote = open?.text[0] ?? '';
  const end = open === undefined ? -1 : text.indexOf(quote, open.end);
  if (open === undefined || end < 0) return [];
  const inner = text.slice(open.start + 1, end);
  if (/`|\$\{/.test(inner) || inner.split('\n').length > 40) return [];
  return one(
    `a text over several lines stands in backticks from line ${lineOf(text, open.start)}`,
    splice(text, { start: open.start, end: open.start + 1, text: '`' }, { start: end, end: end + 1, text: '`' }),
  );
}

function lineSlips(seen: Seen): Slip[] {
  const starts = lineStarts(seen.text);
  const lines = new Set(seen.near.map((each) => lineIndex(starts, each.start)));
  return [...lines].flatMap((line) => {
    const start = starts[line] ?? 0;
    const end = nextLine(seen.text, start);
    const before = seen.text.slice(start, end);
    return wordings.flatMap(([what, pattern, by]) =>
      one(`${what} on line ${line + 1}`, splice(seen.text, { start, end, text: before.replace(pattern, by) })),
    );
  });
}
