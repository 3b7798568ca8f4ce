/** Code of the same shape: equal but for names and literals. What was proven at one place is carried over to another (REP-0). */
import { diffArrays } from 'diff';
import type { Edit } from '../../incident/nouns.ts';
import { hashOf } from '../../kit/hash.ts';
import { lex, type Lexeme } from './lexer.ts';
import { allNames, commonNames, globalNames } from './scope.ts';
import { functionsAround, nodeAt, parseSource, statementOf, type Node, type Source } from './syntax.ts';
import { offsetAt } from './text.ts';

/** Where something failed. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

interface Unit {
  readonly node: Node;
  readonly tokens: readonly Lexeme[];
  readonly shape: string;
}

const keywords = new Set(
  (
    'async await break case catch class const continue debugger default delete do else export extends false finally for from function get if ' +
    'import in instanceof let new null of return set static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** The shapes around a place: of its statement and of the two innermost functions; [] where the text does not parse. */
export function shapesAt(text: string, place: Place): string[] {
  return unitsAt(parseSource(place.file, text), place).map(({ shape }) => shape);
}

/** The shape of the least code around the place that holds all of the change; null where none does. */
export function shapeOfChange(edit: Edit, place: Place): string | null {
  return changed(edit, place)?.unit.shape ?? null;
}

/** The change that `past` made at `from`, made at `to` with the names of that place; null where it does not fit there. */
export function transfer(past: { edit: Edit; from: Place }, to: { place: Place; text: string }): Edit | null {
  const made = changed(past.edit, past.from);
  const source = parseSource(to.place.file, to.text);
  if (made === null || source === null) return null;
  const unit = unitsAt(source, to.place).find(({ shape }) => shape === made.unit.shape);
  if (unit === undefined) return null;
  const body = rewritten(made, { source, unit });
  if (body === null) return null;
  const after = to.text.slice(0, unit.node.start) + body + to.text.slice(unit.node.end);
  return { path: to.place.file, before: to.text, after };
}

function unitsAt(source: Source | null, { line, column }: Place): Unit[] {
  const offset = source && offsetAt(source.text, line, column ?? 1);
  if (source === null || offset === null) return [];
  const indent = column === null ? (/^[ \t]*/.exec(source.text.slice(offset))?.[0].length ?? 0) : 0;
  const node = nodeAt(source, offset + indent);
  const statement = statementOf(node);
  const nodes = [...(statement === null ? [] : [statement]), ...functionsAround(node).slice(0, 2)];
  return nodes
    .sort((a, b) => a.end - a.start - (b.end - b.start))
    .map((each) => {
      const tokens = tokensOf(source.text.slice(each.start, each.end));
      return { node: each, tokens, shape: hashOf([each.type, numbered(tokens)]) };
    });
}

function tokensOf(text: string): Lexeme[] {
  return lex(text).filter(({ kind }) => kind !== 'comment');
}

const isName = ({ kind, text }: Lexeme): boolean => kind === 'word' && !keywords.has(text);

/** The tokens with every name as the number of its first appearance and every literal as its kind. */
function numbered(tokens: readonly Lexeme[]): (string | number)[] {
  const names = new Map<string, number>();
  return tokens.map((token) => {
    if (!isName(token)) return token.kind === 'word' || token.kind === 'sign' ? token.text : token.kind;
    const known = names.get(token.text) ?? names.size;
    names.set(token.text, known);
    return known;
  });
}

interface Changed {
  readonly unit: Unit;
  /** The text of the unit after the change. */
  readonly after: string;
}

function changed({ path, before, after }: Edit, place: Place): Changed | null {
  if (before === null || after === null || path !== place.file) return null;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = before.length;
  while (
    end > start &&
    end - before.length + after.length > start &&
    before[end - 1] === after[end - 1 - before.length + after.length]
  )
    end -= 1;
  const unit = unitsAt(parseSource(path, before), place).find(({ node }) => node.start <= start && end <= node.end);
  if (unit === undefined) return null;
  return { unit, after: after.slice(unit.node.start, unit.node.end + after.length - before.length) };
}

/** Token by token: what stayed is the other place's own text, what came has its names; what went must stand there too. */
function rewritten(
  { unit: from, after }: Changed,
  { source, unit: to }: { source: Source; unit: Unit },
): string | null {
  const own = source.text.slice(to.node.start, to.node.end);
  const came = tokensOf(after);
  const names = new Map(from.tokens.map((token, at) => [token.text, to.tokens[at]?.text ?? token.text]));
  const isKnown = visibleIn(source);
  let text = '';
  let copied = 0;
  let at = 0;
  let cameAt = 0;
  const parts = diffArrays(
    from.tokens.map((token) => token.text),
    came.map((token) => token.text),
  );
  for (let part = 0; part < parts.length; part += 1) {
    const here = parts[part];
    if (here === undefined) break;
    if (!here.added && !here.removed) {
      at += here.value.length;
      cameAt += here.value.length;
      continue;
    }
    const next = parts[part + 1];
    const both = next !== undefined && (next.added || next.removed) ? [here, next] : [here];
    if (both.length === 2) part += 1;
    const gone = both.find((each) => each.removed)?.value.length ?? 0;
    const added = both.find((each) => each.added)?.value.length ?? 0;
    const hole = gap(own, to.tokens, { at, length: gone });
    const fill = gap(after, came, { at: cameAt, length: added });
    const inserted = came.slice(cameAt, cameAt + added);
    if (!standsThere({ from: from.tokens, to: to.tokens, at, length: gone }, inserted)) return null;
    if (hasComment(own, to.tokens, { ...hole, at, length: gone })) return null;
    const written = renamed({ text: after, tokens: came, at: cameAt, length: added, fill }, { names, isKnown });
    if (written === null) return null;
    text += own.slice(copied, hole.start) + written;
    copied = hole.end;
    at += gone;
    cameAt += added;
  }
  return text + own.slice(copied);
}

interface Span {
  readonly at: number;
  readonly length: number;
}

/** From the end of the token before a stretch to the beginning of the one behind it. */
function gap(text: string, tokens: readonly Lexeme[], { at, length }: Span): { start: number; end: number } {
  return { start: tokens[at - 1]?.end ?? 0, end: tokens[at + length]?.start ?? text.length };
}

/** A name or literal that the change takes away is the same at the other place, unless it only moves. */
function standsThere(
  { from, to, at, length }: Span & { from: readonly Lexeme[]; to: readonly Lexeme[] },
  inserted: readonly Lexeme[],
): boolean {
  const kept = new Set(inserted.map((token) => token.text));
  return from
    .slice(at, at + length)
    .every((token, index) => to[at + index]?.text === token.text || kept.has(token.text));
}

function hasComment(
  text: string,
  tokens: readonly Lexeme[],
  { start, end, at, length }: Span & { start: number; end: number },
): boolean {
  let from = start;
  for (const token of tokens.slice(at, at + length)) {
    if (text.slice(from, token.start).trim() !== '') return true;
    from = token.end;
  }
  return text.slice(from, end).trim() !== '';
}

/** The text that came, with the other place's names; null where it uses a name that cannot be seen there. */
function renamed(
  {
    text,
    tokens,
    at,
    length,
    fill,
  }: Span & { text: string; tokens: readonly Lexeme[]; fill: { start: number; end: number } },
  { names, isKnown }: { names: ReadonlyMap<string, string>; isKnown(name: string): boolean },
): string | null {
  let made = '';
  let from = fill.start;
  for (let index = at; index < at + length; index += 1) {
    const token = tokens[index];
    if (token === undefined) return null;
    const isKey = /^\??\.$/.test(tokens[index - 1]?.text ?? '') || tokens[index + 1]?.text === ':';
    if (isName(token) && !names.has(token.text) && !isKey && !isKnown(token.text)) return null;
    made += text.slice(from, token.start) + (names.get(token.text) ?? token.text);
    from = token.end;
  }
  return made + text.slice(from, fill.end);
}

function visibleIn(source: Source): (name: string) => boolean {
  const names = new Set([...allNames(source), ...globalNames, ...commonNames]);
  return (name) => names.has(name);
}
