/** A value of settings that is of another kind than the schema wants, and what it is as that kind. */
import { getNodeValue } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Edit } from '../../../incident/nouns.ts';
import { all, allSources } from '../../code/syntax.ts';
import { partsOf } from '../../code/words.ts';
import { indentUnit, splice } from '../../code/text.ts';
import { dataChanged } from '../../code/data-text.ts';
import { keysAt } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import type { Wanted } from '../../evidence/refusals.ts';
import { isTaken, isTakenOf } from '../../evidence/taken.ts';
import type { RecipeContext } from '../../recipe.ts';

export interface Change {
  readonly title: string;
  readonly file: Pick<DataFile, 'path' | 'text'>;
  readonly splice: { readonly start: number; readonly end: number; readonly text: string } | null;
  readonly after: string;
  /** Of other files, without which it is half a repair. */
  readonly also?: readonly Edit[];
}

const ofKind: Readonly<Record<Wanted, RegExp>> = {
  number: /^number$/,
  boolean: /^boolean$/,
  string: /^string$/,
  array: /^array$/,
  object: /^object$/,
};

export function isOfKind({ type }: JsonNode, wants: Wanted): boolean {
  return ofKind[wants].test(type);
}

interface Misfit {
  readonly key: Key;
  readonly wants: Wanted;
}

/** `"3000"` for 3000, `"a, b"` for a list, a section of YAML whose keys stand on its own level. */
export function kindChanges(context: RecipeContext, file: DataFile, { key, wants }: Misfit): Change[] {
  const { value } = key;
  if (value === null || isOfKind(value, wants)) return [];
  const place = [...key.around, key.name];
  if (value.type === 'null' && wants === 'object') return indented(context, file, key);
  // As it is written: 06 is `06`.
  const written = file.text.slice(value.offset, value.offset + value.length);
  const said: unknown = wants === 'string' && value.type === 'number' ? written : getNodeValue(value);
  const amount = (): number | undefined => amountIn(key.name, said) ?? percentIn(context, key.name, said);
  const told = asKind(said, wants) ?? (wants === 'number' ? amount() : undefined);
  if (told === undefined || (typeof told === 'object' && place.includes('*'))) return [];
  const title = `\`${place.join('.')}\` in ${file.path} should be ${/^[aeo]/.test(wants) ? 'an' : 'a'} ${wants}`;
  if (typeof told === 'object') return [{ title, file, splice: null, after: dataChanged(file, place, told) }];
  const put = { start: value.offset, end: value.offset + value.length, text: JSON.stringify(told) };
  return [{ title, file, splice: put, after: splice(file.text, put) }];
}

function asKind(value: unknown, wants: Wanted): unknown {
  if (wants === 'string' && typeof value === 'string') return value;
  if (wants === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (wants === 'array' && typeof value === 'object' && value !== null) return Object.values(value);
  if (wants === 'array' && typeof value === 'number') return [value];
  if (typeof value !== 'string') return undefined;
  // `8o80` and `3000;`
  const typed = /^[1-9][\doO]+$/.test(value) ? value.replaceAll(/[oO]/g, '0') : value.replace(/(?<=\d);$/, '');
  if (wants === 'number' && typed !== value) return asKind(typed, wants);
  // `6,9` has a comma for its point; `1,200` may be a thousand and more.
  if (wants === 'number')
    return /^\s*-?\d+(?:\.\d+|,\d{1,2})?\s*$/.test(value) ? Number(value.replace(',', '.')) : undefined;
  // YAML knows `yes` and `off` no more, as it did.
  if (wants === 'boolean')
    return /^(?:true|false|yes|no|on|off)$/i.test(value) ? /^(?:true|yes|on)$/i.test(value) : undefined;
  const isOne = /[a-z\d]/i.test(value) && !/[\s,;|]/.test(value) && !isOfMany.test(value);
  const isList = wants === 'array' && (isOne || value.includes(','));
  const parts = isList ? value.split(',').map((each) => each.trim()) : undefined;
  return parts?.every((each) => /^-?\d+(?:\.\d+)?$/.test(each)) === true ? parts.map(Number) : parts;
}

/** One text that stands for more or fewer than one. */
const isOfMany = /^(?:all|any|every|none|no|off|on|true|false|null|default|auto)$/i;

const spans: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli(?:second)?s?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
];

const sizes = ['b', 'kb', 'mb', 'gb'];

/** `"1 hour"` in `holdMinutes` is 60, `64kb` in `bodyLimit` 65536, and `1gb` in `memoryLimitMb` 1024: the name says of what it counts. */
function amountIn(key: string, value: unknown): number | undefined {
  const [, count, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(String(value)) ?? [];
  const [size, named] = [unit.toLowerCase(), partsOf(key).at(-1) ?? ''].map((word) => sizes.indexOf(word));
  if (size !== undefined && named !== undefined && size >= 0 && (named >= 0 || /bytes?|size|limit/i.test(key)))
    return Number(count) * 1024 ** (size - Math.max(named, 0));
  const lengthOf = (word: string): number | undefined =>
    spans.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1];
  const [given, wanted] = [lengthOf(unit), lengthOf(partsOf(key).at(-1) ?? '')];
  if (count === undefined || given === undefined || wanted === undefined) return undefined;
  return (Number(count) * given) / wanted;
}

/** `19%` is 19 where the code divides it by a hundred, or the name says percent; else it may be 0.19. */
function percentIn({ tree }: RecipeContext, key: string, value: unknown): number | undefined {
  const count = /^\s*(-?\d+(?:\.\d+)?)\s*%\s*$/.exec(String(value))?.[1];
  const isDivided = (): boolean =>
    allSources(tree).some(({ program }) =>
      all(program, 'BinaryExpression').some(
        ({ operator, left, right }) =>
          operator === '/' && lastNameOf(left) === key && right.type === 'Literal' && right.value === 100,
      ),
    );
  const isPercent = count !== undefined && (partsOf(key).some((part) => /^(?:percent|pct)/.test(part)) || isDivided());
  return isPercent ? Number(count) : undefined;
}

/** `ttlSeconds: 3600`, where `ttlMinutes` is wanted, is 60 of those; null where both count another sort of thing, or not a whole number of them. */
export function recounted(from: string, to: string, value: number): number | null {
  const [given, wanted] = [from, to].map(unitOf);
  if (given == null || wanted == null || given.size === wanted.size) return value;
  const count = (value * given.size) / wanted.size;
  return given.sort === wanted.sort && Number.isInteger(count) ? count : null;
}

function unitOf(key: string): { readonly sort: string; readonly size: number } | null {
  const last = partsOf(key).at(-1)?.toLowerCase() ?? '';
  if (partsOf(key).length < 2) return null;
  const span = spans.find(([pattern]) => pattern.test(last))?.[1];
  if (span !== undefined) return { sort: 'time', size: span };
  const size = sizes.indexOf(last === 'bytes' ? 'b' : last);
  return size < 0 ? null : { sort: 'bytes', size: 1024 ** size };
}

/** `discounts:` with nothing below it, and behind it keys of the same level that nobody reads there: they are its own. */
function indented(context: RecipeContext, file: DataFile, { name: section, place }: Key): Change[] {
  if (file.path.endsWith('.json')) return [];
  const beside = keysAt(file, place);
  const behind = beside.slice(beside.findIndex((key) => key.name === section) + 1);
  const isBeside = (word: string): boolean => isTaken(context, word) && !isTakenOf(context, word, section);
  const end = behind.findIndex((key) => isBeside(key.name));
  const own = end < 0 ? behind : behind.slice(0, end);
  return own.length === 0 ? [] : [deeper(file, section, own)];
}

/** Keys that stand behind a section are put into it. */
export function deeper(file: DataFile, section: string, own: readonly Key[]): Change {
  const { text } = file;
  const last = own.at(-1);
  const start = text.lastIndexOf('\n', own[0]?.start) + 1;
  const end = (last?.value?.offset ?? last?.end ?? 0) + (last?.value?.length ?? 0);
  const put = { start, end, text: text.slice(start, end).replace(/^(?=[^\n])/gm, indentUnit(text)) };
  const names = own.map((key) => `\`${key.name}\``).join(', ');
  return { title: `${names} in ${file.path} belong to \`${section}\``, file, splice: put, after: splice(text, put) };
}
