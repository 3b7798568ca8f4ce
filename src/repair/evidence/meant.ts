/** What of a last change somebody meant, so that it is not taken back without a word. */
import type { CapturedRequest, Edit } from '../../incident/nouns.ts';
import { isCodeFile } from '../../kit/code.ts';
import { escapeRegExp } from '../../kit/text.ts';
import { hunksOf } from '../code/hunks.ts';
import type { RecipeContext } from '../recipe.ts';

/** What going back would take away that somebody asks for or that refuses, or bring back that the same change also stopped using; null where none shows. */
export function meantToGo(context: RecipeContext, edits: readonly Edit[], whole: readonly Edit[]): string | null {
  const linesOf = (all: readonly Edit[]): string[] => hunksOf(all).flatMap(({ lines }) => lines);
  const own = linesOf(edits);
  const asked = keysOf(context.signal.request).find((key) => isIn(own, '-', key) && !isIn(own, '+', key));
  if (asked !== undefined) return `the request that failed says \`${asked}\`, which the last change brought`;
  const refusals = (sign: string): number => own.filter((line) => line.startsWith(sign) && refuses.test(line)).length;
  if (refusals('-') > refusals('+')) return 'it takes away a refusal that the last change brought';
  if (isLimitLifted(own)) return 'it lifts a limit that the last change set';
  const others = linesOf(whole).filter((line) => !own.includes(line));
  if (isRefusedBy(context, others)) return 'what refuses it came with the same change, and either may be right';
  const brought = own.filter((line) => line.startsWith('-')).flatMap(wordsOf);
  const kept = brought.find(
    (name) => isName(name) && !values.test(name) && !isIn(own, '+', name) && surplus(others, name) < 0,
  );
  if (kept !== undefined) return `the last change brought \`${kept}\` elsewhere as well, which would stay`;
  const reshaped = reshapedIn(own).find((name) => surplus(others, name) < 0);
  if (reshaped !== undefined)
    return `the last change calls \`${reshaped}\` elsewhere as well, as it is now, which would stay`;
  const hollow = others.length === 0 ? undefined : hollowIn(context, own);
  if (hollow !== undefined)
    return `\`${hollow}\` has no value since the last change, and going back would read it again`;
  const declared = own.filter((line) => line.startsWith('+')).flatMap((line) => declaration.exec(line)?.[1] ?? []);
  const unused = declared.find((name) => surplus(own, name) > 0 && surplus(others, name) > 0);
  return unused === undefined ? null : `the last change took \`${unused}\` away, and uses of it elsewhere`;
}

/** The line that threw is one that the last change brought, and it stays. */
function isRefusedBy({ tree, diagnosis: { file, line } }: RecipeContext, others: readonly string[]): boolean {
  const thrown = file === null || line === null ? undefined : tree.read(file)?.split('\n')[line - 1];
  return thrown !== undefined && /\bthrow\b/.test(thrown) && others.includes(`-${thrown}`);
}

/** `z.number().max(0.1)`, `"maximum": 10`, where only the number is another one: what it refused then is not what was wrong. */
function isLimitLifted(own: readonly string[]): boolean {
  const shapeOf = (line: string): string => line.slice(1).replace(/\d+(?:[._]\d+)*/g, '0');
  const [gone, back] = ['-', '+'].map((sign) => own.filter((line) => line.startsWith(sign) && limits.test(line)));
  return gone?.some((line) => back?.some((other) => shapeOf(other) === shapeOf(line))) === true;
}

const limits =
  /(?<!\bMath)\.(?:min|max|length|gte?|lte?|multipleOf)\(\s*-?\d|\b(?:(?:exclusive)?(?:Min|Max|min|max)imum|(?:min|max)(?:Length|Items|Properties))["']?\s*:\s*-?\d/;

/** What had no value where it failed, and is still there in the lines of before, which only read nothing off it. */
function hollowIn({ diagnosis }: RecipeContext, own: readonly string[]): string | undefined {
  const { nullish, property } = diagnosis.named;
  if (nullish === undefined || property === undefined) return undefined;
  const read = new RegExp(`([\\w$][\\w$.[\\]]*)\\??\\.${escapeRegExp(property)}(?![\\w$])`, 'g');
  const bases = own
    .filter((line) => line.startsWith('-'))
    .flatMap((line) => [...line.matchAll(read)].map(([, base = '']) => base));
  const back = own.filter((line) => line.startsWith('+')).join('\n');
  if (back.search(read) !== -1) return undefined; // it is read there, too, where it has a value
  return bases.find((base) => new RegExp(`(?<![\\w$.])${escapeRegExp(base)}(?![\\w$.[?])`).test(back));
}

/** The last change wrote nothing there that was not there before, and took no way out of it: it lost words or their order, and brought no new way to answer. */
export function onlyLost(edits: readonly Edit[]): boolean {
  const own = hunksOf(edits).flatMap(({ lines }) => lines.filter((line) => /^[-+]/.test(line)));
  const brought = own.filter((line) => line.startsWith('-')).flatMap((line) => wordsOf(line.replace(casts, '')));
  const isWay = ['if', 'return', 'throw'].some((word) => surplus(own, word) !== 0);
  return brought.every((word) => surplus(own, word) >= 0) && !isWay;
}

/** The lines of before lack a word that the project has elsewhere, and that is not what the failure says is missing: no slip, somebody wrote it on purpose. */
export function meantByWord({ tree, diagnosis }: RecipeContext, edits: readonly Edit[]): string | null {
  const own = hunksOf(edits).flatMap(({ lines }) => lines);
  const back = new Map(edits.map(({ path, after }) => [path, after]));
  const texts = tree.files.filter((path) => isCodeFile(path) || /\.(?:sql|json)$/.test(path));
  const known = new Set(texts.flatMap((path) => wordsOf(back.get(path) ?? tree.read(path) ?? '')));
  // What is read of null or undefined is not what is missing.
  const { property: _, ...rest } = diagnosis.named;
  const missing = Object.values(rest.nullish === undefined ? diagnosis.named : rest);
  const named = missing.flatMap((each) => (typeof each === 'string' ? wordsOf(each) : []));
  const written = own.filter((line) => line.startsWith('-')).flatMap((line) => wordsOf(line.replace(casts, '')));
  const fresh = written.filter((each) => !named.includes(each));
  const altered = fresh.filter((each) => !isIn(own, '+', each) && !grammar.test(each));
  const word = altered.find((each) => known.has(each) && isName(each));
  if (word !== undefined) return `the last change wrote \`${word}\` there, which is no slip`;
  // One slip alters a word or a number; where both are others, one of them was meant.
  const gone = own
    .filter((line) => line.startsWith('+'))
    .flatMap(wordsOf)
    .filter((each) => !isIn(own, '-', each));
  const number = altered.find(isNumber);
  const isMeant = number !== undefined && gone.some(isNumber) && !gone.every(isNumber);
  return isMeant ? `the last change wrote \`${number}\` there as well` : null;
}

/** `rows as unknown as Match[]` is written to quiet a compiler, and does nothing. */
const casts = /\bas\s+(?:unknown|any|never)\b(?:\s+as\s+[\w$.]+(?:<[^<>]*>)?(?:\[\])*)?/g;

function isName(word: string): boolean {
  return !isNumber(word) && !grammar.test(word);
}

function isNumber(word: string): boolean {
  return /^\d/.test(word);
}

const grammar = /^(?:await|async|return|new|const|let|var|function|this|throw|if|else|for|of|in|typeof)$/;

/** Said twice, they are not one thing. */
const values = /^(?:true|false|null|undefined)$/;

/** A line that turns a request away. */
export const refuses = /\bthrow\b|\b(?:status|sendStatus|code)\(\s*4\d\d|\bstatus(?:Code)?\s*=\s*4\d\d/;

const declaration = /^\+\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|var|class)\s+([\w$]+)/;

/** Functions that go back to other parameters. */
function reshapedIn(own: readonly string[]): string[] {
  const headsOf = (sign: string) => own.filter((line) => line.startsWith(sign)).flatMap((line) => headOf(line) ?? []);
  const back = headsOf('+');
  return headsOf('-').flatMap(({ name, taken }) =>
    back.some((other) => other.name === name && other.taken !== taken) ? [name] : [],
  );
}

/** `function add(day, months) {`, `const add = ({ day }) =>`, `add(day) {`: what is called, and what it takes. */
function headOf(line: string): { readonly name: string; readonly taken: string } | null {
  const [, name, taken] =
    /(?:\bfunction\*?\s+|(?:const|let|var)\s+|^[-+]\s*(?:(?:public|private|static|async)\s+)*)([\w$]+)\s*(?:=\s*(?:async\s*)?)?\((.*)\)[^()]*(?:\{|=>.*)$/.exec(
      line,
    ) ?? [];
  return name === undefined || taken === undefined || blocks.test(name) ? null : { name, taken };
}

const blocks = /^(?:if|for|while|switch|catch|with|return|await)$/;

/** How much more often going back leaves a name there. */
function surplus(lines: readonly string[], name: string): number {
  const times = (sign: string): number =>
    lines.filter((line) => line.startsWith(sign)).flatMap((line) => wordsOf(line).filter((each) => each === name))
      .length;
  return times('+') - times('-');
}

function isIn(lines: readonly string[], sign: string, name: string): boolean {
  return lines.some((line) => line.startsWith(sign) && wordsOf(line).includes(name));
}

function wordsOf(text: string): string[] {
  return text.match(/[\w$]+/g) ?? [];
}

/** The names that a request gives its values: of its query, of a form, of an object of JSON. */
function keysOf(request: CapturedRequest | null): string[] {
  const query = /\?(.*)$/s.exec(request?.url ?? '')?.[1] ?? '';
  const body = request?.bodyEncoding === 'utf8' ? (request.body ?? '') : '';
  const json = [...body.matchAll(/"([\w$]+)"\s*:/g)].flatMap(([, key]) => key ?? []);
  const form = /^[\w.%[\]-]+=/.test(body) ? [...new URLSearchParams(body).keys()] : [];
  return [...new URLSearchParams(query).keys(), ...form, ...json];
}
