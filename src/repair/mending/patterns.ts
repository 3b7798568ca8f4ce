/** Regular expressions that Node's own engine refuses, and what was meant by them. */
import { all, parseSource } from '../code/syntax.ts';
import type { Of } from '../code/syntax.ts';
import { nextLine, splice } from '../code/text.ts';

interface Pattern {
  readonly node: Of<'Literal'>;
  readonly body: string;
  readonly flags: string;
  readonly why: string;
}

/** The first literal of a text that parses otherwise which is no regular expression; null where there is none. */
export function brokenPattern(path: string, text: string): Pattern | null {
  const source = /\/\S/.test(text) ? parseSource(path, text) : null;
  for (const node of source === null ? [] : all(source.program, 'Literal')) {
    if (!('regex' in node) || node.regex === null) continue;
    const { pattern: body, flags } = node.regex;
    const why = refusal(body, flags);
    if (why !== null) return { node, body, flags, why };
  }
  return null;
}

function refusal(body: string, flags: string): string | null {
  try {
    RegExp(body, flags);
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

export interface MendedPattern {
  readonly text: string;
  readonly at: number;
  /** Other places are as good: what the pattern takes in is then another thing. */
  readonly guess?: boolean;
}

/** `at`: where one begins that nothing ends; null where all of them end. */
export function mendedPattern(given: { path: string; text: string; at: number | null }): MendedPattern[] {
  const { path, text, at } = given;
  if (at !== null) return ended(path, text, at);
  const pattern = brokenPattern(path, text);
  if (pattern === null) return flagged(text);
  const { start, end } = pattern.node;
  return completed(pattern)
    .filter(({ body }) => refusal(body, pattern.flags) === null)
    .slice(0, 1)
    .map(({ body, guess }) => ({
      text: splice(text, { start, end, text: `/${body}/${pattern.flags}` }),
      at: start,
      guess,
    }));
}

/** `/\w+/gx`: flags that JavaScript does not have, or has twice, go. */
function flagged(text: string): MendedPattern[] {
  return [...text.matchAll(literal)].flatMap(({ 0: whole, 1: body = '', 2: flags = '', index }) => {
    if (!/flags/.test(refusal('', flags) ?? '')) return [];
    const kept = [...new Set(flags)].filter((flag) => refusal('', flag) === null).join('');
    const end = index + whole.length;
    return refusal(body, kept) === null
      ? [{ text: splice(text, { start: end - flags.length, end, text: kept }), at: index }]
      : [];
  });
}

const literal =
  /(?<![\w$)\]<])\/((?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/(\w{1,8})(?![\w$])/g;

/** Where the slash that ends a pattern may have stood, likeliest first: before flags, before a method of patterns, before what ends an argument. */
const ends = [/(?<=\W)[dgimsuvy]+(?=\s*[,;)\]])/g, /\.(?:test|exec|source)\b/g, /(?<!\\)[,;)]/g];

/** `/[a-z/g`: the class is closed; `/abc,` gets its slash where that leaves a pattern. */
function ended(path: string, text: string, at: number): MendedPattern[] {
  const line = text.slice(at, nextLine(text, at));
  const put = (index: number, by: string): MendedPattern => ({
    text: splice(text, { start: at + index, end: at + index, text: by }),
    at,
  });
  const isWhole = (each: MendedPattern): boolean => parseSource(path, each.text)?.errors.length === 0;
  // A slash that stands there already ends nothing, since a class before it is open.
  const closed = [...line.matchAll(/\/[dgimsuvy]*(?=[\s,;).])/g)]
    .filter(({ index }) => /\[(?:[^\]\\]|\\.)*$/.test(line.slice(1, index)))
    .map(({ index }) => put(index, ']'))
    .filter(isWhole);
  for (const end of closed.length > 0 ? [] : ends) {
    const found = [...line.matchAll(end)]
      .filter(
        ({ 0: flags, index }) => index > 1 && refusal(line.slice(1, index), /^\w/.test(flags) ? flags : '') === null,
      )
      .map(({ index }) => put(index, '/'))
      .filter(isWhole);
    if (found.length > 0) return found;
  }
  return closed;
}

interface Completed {
  readonly body: string;
  readonly guess: boolean;
}

/** Bodies that may have been meant, likeliest first. */
function completed({ body, why }: Pattern): Completed[] {
  const sure = (bodies: readonly string[]): Completed[] => bodies.map((each) => ({ body: each, guess: false }));
  if (!/Unterminated group/.test(why)) return sure(rewritten(body, why));
  return body.endsWith('(') ? sure(escaped(body, '(').toReversed()) : [closed(body), ...sure(escaped(body, '('))];
}

const classes = /\\.|\[(?:[^\]\\]|\\.)*\]/g;
/** One class or sign with its count, or words to choose from: nothing of it would stand outside. */
const oneThing =
  /^(?:\?(?::|<?[=!]|<\w+>))?(?:(?:\\[dDwWsS]|\[(?:[^\]\\]|\\.)*\]|\.)(?:[*+?]|\{\d+(?:,\d*)?\})?\??|[\w-]+(?:\|[\w-]+)*)$/;
/** The first thing of a group that a separator follows. */
const upToSign =
  /^(?:\?(?::|<\w+>))?(?:\\[dDwWsS]|\[(?:[^\]\\]|\\.)*\]|\w+)(?:[*+?]|\{\d+(?:,\d*)?\})?(?=[-:,;_ /]|\\[./-])/;

/** The group that is open ends at the end, before a `$`; where it holds several things any of them may be its last. */
function closed(body: string): Completed {
  const open: number[] = [];
  for (const { 0: sign, index } of body.replaceAll(classes, (all) => 'x'.repeat(all.length)).matchAll(/[()]/g))
    if (sign === '(') open.push(index);
    else open.pop();
  const from = (open.at(-1) ?? 0) + 1;
  const held = body.slice(from).replace(/(?<!\\)\$$/, '');
  const isAnchored = from + held.length < body.length;
  const isSure =
    open.length === 1 && oneThing.test(held) && (!isAnchored || !held.includes('|') || body.startsWith('^('));
  const length = isSure ? held.length : (upToSign.exec(held)?.[0].length ?? held.length);
  return { body: `${body.slice(0, from + length)})${body.slice(from + length)}`, guess: !isSure };
}

/** `(?<year\d{4})`, of which the sign that ends the name is lost: where no name could go on. */
export const openName = /\(\?<(?:[A-Za-z_$][\w$]*)(?![\w$>=!])/;

function rewritten(body: string, why: string): string[] {
  if (/Invalid capture group name/.test(why)) return [body.replace(openName, '$&>')];
  if (/Unmatched '\)'/.test(why)) return escaped(body, ')');
  if (/Nothing to repeat/.test(why)) return ['*', '+', '?'].flatMap((sign) => escaped(body, sign));
  if (/Lone quantifier brackets/.test(why)) return [body.replace(/(?<!\\)[{}]/g, '\\$&')];
  if (/Range out of order/.test(why)) return [body.replace(/(?<=\[[^\]]*[^\]\\[])-(?=[^\]])/, '\\-')];
  return [];
}

/** The body with one bare sign of it taken literally, for each there is. */
function escaped(body: string, sign: string): string[] {
  return [...body].flatMap((each, index) =>
    each === sign && body[index - 1] !== '\\' ? [`${body.slice(0, index)}\\${body.slice(index)}`] : [],
  );
}
