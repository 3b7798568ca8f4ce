/** Which of the names that exist was meant: edit distance and the ways people vary a name. */
import { isOtherUnit, partsOf, saysTheSame, singular } from './words.ts';

/** Damerau-Levenshtein distance (a swap of neighbours counts once), cut off above `limit`. */
export function distance(a: string, b: string, limit = 8): number {
  if (Math.abs(a.length - b.length) > limit || a.length > 80 || b.length > 80) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}

const aliases: readonly (readonly string[])[] = [
  ['req', 'request'],
  ['res', 'response', 'resp', 'reply'],
  ['err', 'error', 'e'],
  ['ctx', 'context', 'c'],
  ['cfg', 'config', 'conf', 'configuration'],
  ['db', 'database'],
  ['msg', 'message'],
  ['idx', 'index', 'i'],
  ['num', 'number'],
  ['opts', 'options', 'opt'],
  ['params', 'parameters'],
  ['args', 'arguments'],
  ['env', 'environment'],
  ['cb', 'callback', 'done'],
  ['btn', 'button'],
  ['usr', 'user'],
  ['pwd', 'password', 'pass'],
  ['desc', 'description'],
  ['qty', 'quantity'],
  ['amt', 'amount'],
  ['addr', 'address'],
  ['tmp', 'temp'],
  ['val', 'value'],
  ['evt', 'event', 'ev'],
  ['len', 'length'],
  ['str', 'string'],
  ['fn', 'func', 'function'],
  ['app', 'server', 'fastify'],
  ['log', 'logger'],
];

const bare = (name: string): string => name.replace(/[_$-]/g, '').toLowerCase();

/** True where one is the plural of the other: the same word, but perhaps another thing. */
export function isPlural(written: string, meant: string): boolean {
  return bare(written) !== bare(meant) && singular(bare(written)) === singular(bare(meant));
}

/** True where two names have a word of three letters or more in common: `redis`, `redis-client`. */
export function shareWord(one: string, other: string): boolean {
  const words = partsOf(other).map(singular);
  return partsOf(one).some((part) => part.length >= 3 && words.includes(singular(part)));
}

/** Names of which a part is another word, not the same one misspelt: `createdAt`, `updatedAt`; `minPrice`, `maxPrice`; `line1`, `line2`; `get`, `set`. */
function otherWord(written: string, meant: string): boolean {
  if (written.replace(/\D/g, '') !== meant.replace(/\D/g, '') && /\d/.test(written) && /\d/.test(meant)) return true;
  if (isOtherUnit(written, meant)) return true;
  const [left, right] = [partsOf(written), partsOf(meant)];
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  // `user`, `userId`; `getUser`, `getUserById`
  if (few.length !== many.length) return few.every((part) => many.includes(part));
  return left.some((part, index) => {
    const other = right[index] ?? '';
    const longest = Math.max(part.length, other.length);
    const away = distance(part, other, 4);
    if (away === 0) return false;
    if (part.length === other.length && longest <= 4 && away === 1 && part[0] !== other[0] && !isSwap(part, other))
      return true;
    if (/^(?:dis|un|non|in|de)/.test(part) !== /^(?:dis|un|non|in|de)/.test(other) && away >= 2) return true;
    return (
      away > (longest <= 5 ? 1 : longest <= 8 ? 2 : 3) || (away > 1 && part[0] !== other[0] && !isSwap(part, other))
    );
  });
}

/** True where the first two letters have changed places. */
function isSwap(a: string, b: string): boolean {
  return a[0] === b[1] && a[1] === b[0];
}

/**
 * How far `meant` is from `written`: 0.5 = only case or underscores differ, 1 = one slip or a plural, up to 2 or a third
 * of the length; null = not a slip of the pen. A different first letter costs extra.
 */
export function slip(written: string, meant: string): number | null {
  if (written === meant) return null;
  if (bare(written) === bare(meant)) return 0.5;
  if (Math.max(written.length, meant.length) <= 2) return null;
  if (isPlural(written, meant)) return 1;
  const longest = Math.max(written.length, meant.length);
  const limit = longest <= 4 ? 1 : Math.max(2, Math.min(4, Math.floor(longest / 3)));
  if (Math.abs(written.length - meant.length) > limit || otherWord(written, meant)) return null;
  const folded = distance(written.toLowerCase(), meant.toLowerCase(), limit);
  if (folded > limit) return null;
  const steps = Math.min(distance(written, meant, limit), folded + 0.5);
  const swapped = written[1] === meant[0] && written[0] === meant[1];
  return steps + (written[0] === meant[0] || swapped ? 0 : 0.4);
}

/** True where one is a customary short form of the other (`req`, `request`) or its beginning (`sock`, `socket`). */
export function isShortForm(written: string, meant: string): boolean {
  const [a, b] = [bare(written), bare(meant)];
  if (a === b) return false;
  if (aliases.some((group) => group.includes(a) && group.includes(b))) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const whole = written.length > meant.length ? written : meant;
  // `user` is not short for `userId`: that is another word, not more of the same.
  const more = whole.replace(/^[_$]+/, '').slice(Math.min(written.length, meant.length));
  if (short.length >= 3 && long.startsWith(short) && long.length - short.length <= 6 && /^[a-z]+$/.test(more))
    return true;
  return isContraction(short, long);
}

/** `fmt` of `format`, `mgr` of `manager`: no vowels, and the first and the last consonant of the whole. */
function isContraction(short: string, long: string): boolean {
  if (!/^[a-z][b-df-hj-np-tv-xz]{2,4}$/.test(short) || long.length < short.length + 2) return false;
  const sounds = long.replace(/(?<!^)[aeiouy]/g, '');
  return new RegExp(`^${[...short].join('.*')}$`).test(sounds);
}

/** `nameOf` of `name`, `bookingsFor` of `bookingsOn`: but for the word that joins it to its argument. */
export function isJoined(short: string, long: string): boolean {
  const joiner = /(?:Of|By|For|From|At|In|On|With)$/;
  const [one, other] = [short.replace(joiner, ''), long.replace(joiner, '')];
  return one.length >= 3 && one === other && long !== other && short !== long;
}

export interface Near {
  readonly name: string;
  readonly cost: number;
}

/** The candidates that may have been meant, best first. Short forms cost 2.5, other words for the same thing 3. */
export function nearNames(written: string, candidates: Iterable<string>): Near[] {
  const found = new Map<string, number>();
  for (const name of candidates) {
    const cost = name === written ? null : (slip(written, name) ?? farther(written, name));
    if (cost !== null && cost < (found.get(name) ?? Infinity)) found.set(name, cost);
  }
  return [...found]
    .map(([name, cost]) => ({ name, cost }))
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1));
}

function farther(written: string, name: string): number | null {
  // `percents`, `percentages`
  const [one, other] = [singular(written), singular(name)];
  const areAlike = (one === written) === (other === name);
  if (isShortForm(written, name) || (areAlike && isShortForm(one, other)) || isLonger(written, name)) return 2.5;
  if (isShortened(written, name)) return 2.5;
  return saysTheSame(written, name) ? 3 : null;
}

/** `dbPlugin`, `databasePlugin`: one word of several is a customary short form of the other, and begins like it. */
function isShortened(written: string, name: string): boolean {
  const [left, right] = [partsOf(written), partsOf(name)];
  if (left.length !== right.length || left.length < 2) return false;
  const odd = left.flatMap((part, at) => (part === right[at] ? [] : [[part, right[at] ?? ''] as const]));
  const [[one, other] = ['', ''], more] = odd;
  const isCustomary = aliases.some((group) => group.includes(one) && group.includes(other));
  return more === undefined && one[0] === other[0] && Math.min(one.length, other.length) > 1 && isCustomary;
}

/** `createReadableStream`, `createReadStream`: of three words or more one is longer than it should be, or shorter. */
function isLonger(written: string, name: string): boolean {
  const [left, right] = [partsOf(written), partsOf(name)];
  if (left.length !== right.length || left.length < 3) return false;
  const odd = left.flatMap((part, at) => (part === right[at] ? [] : [[part, right[at] ?? ''] as const]));
  const [[one, other] = ['', ''], more] = odd;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return more === undefined && short.length >= 4 && long.startsWith(short);
}

/** `toWeb` of `toWebStream`: the one candidate of two words or more that a last word was put to, and none but it speaks of that word: `sortByOrder` may be `orderBy`. */
function lessByAWord(written: string, candidates: readonly string[]): string | undefined {
  const [only, more] = candidates.filter(
    (name) => /^[a-z]+[A-Z]/.test(name) && written.startsWith(name) && /^[A-Z][a-z]+$/.test(written.slice(name.length)),
  );
  if (only === undefined || more !== undefined) return undefined;
  const word = written.slice(only.length).toLowerCase();
  return candidates.some((name) => partsOf(name).includes(word)) ? undefined : only;
}

/** `NotFoundError` of `NotFound`: the one candidate that has a last word more; `NotFound` of `NotFoundError`, for the words that errors end with. */
export function aWordMore(written: string, candidates: readonly string[]): string | undefined {
  const isBare = (name: string): boolean =>
    /^[A-Z]/.test(name) && /^(?:Error|Exception)$/.test(written.slice(name.length));
  const [only, more] = candidates.filter((name) =>
    name.startsWith(written)
      ? /^[A-Z][a-z]+$/.test(name.slice(written.length))
      : written.startsWith(name) && isBare(name),
  );
  return more === undefined ? only : undefined;
}

/** `toFormat` of `format`, `toString` of `string`: the one candidate that says what it is made into. */
function madeInto(written: string, candidates: readonly string[]): string | undefined {
  const [only, more] = candidates.filter((name) => name.toLowerCase() === `to${written.toLowerCase()}`);
  return more === undefined ? only : undefined;
}

/** The one candidate that is the written name but for a last word, or with the `to` of what it is made into. */
export function wordAway(written: string, candidates: readonly string[]): string | undefined {
  return lessByAWord(written, candidates) ?? madeInto(written, candidates);
}

/** The one candidate that is nearer than all others, else null. */
export function didYouMean(written: string, candidates: Iterable<string>): string | null {
  const [first, second] = nearNames(written, candidates);
  if (first === undefined || (second !== undefined && second.cost === first.cost)) return null;
  return first.name;
}

/** The nearest names as [name, rank]: one nearest gets rank 0, equally near ones share rank 1, the rest follow. */
export function rankedNames(written: string, candidates: Iterable<string>, most = 4): { name: string; rank: number }[] {
  const near = nearNames(written, candidates);
  const best = near[0]?.cost;
  if (best === undefined) return [];
  const tied = near.filter((each) => each.cost === best).length;
  return near.slice(0, most).map((each) => {
    if (each.cost !== best) return { name: each.name, rank: each.cost - best < 1 ? 2 : 3 };
    return { name: each.name, rank: tied === 1 && best <= 2 ? 0 : 1 };
  });
}

/** `koa-router` and `@koa/router`, `@hapi/joi` and `joi`: packages that moved into a scope, or out of one. */
export function haveSameWords(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => name.replace('@', '').split(/[/-]/).join('-'));
  const [inScope, plain] = one.startsWith('@') ? [one, other] : [other, one];
  return left === right || (inScope.startsWith('@') && inScope.split('/')[1] === plain);
}
