/** Whether a text says the same as another one, but for letters that were misspelt, what is awaited now, the names of parameters, or the name of a check that was never there. */

import { escapeRegExp } from '../kit/text.ts';

export const word = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

export function isRespelling(a: string, b: string): boolean {
  const [left, right] = [a.match(word) ?? [], b.match(word) ?? []];
  if (left.length !== right.length) return false;
  return left.every((one, index) => {
    const other = right[index] ?? '';
    return one === other || (/^[\p{L}_$]{3,}/u.test(one) && /^[\p{L}_$]/u.test(other) && nearlySame(one, other));
  });
}

/** The same but for case, or at most two keystrokes apart: inserted, dropped, changed or swapped letters. */
function nearlySame(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  if (Math.abs(a.length - b.length) > 2 || Math.min(a.length, b.length) < 3) return false;
  // A negation or another word is no spelling mistake.
  if (/^(not|non|un|in|dis|no)/i.test(a) !== /^(not|non|un|in|dis|no)/i.test(b)) return false;
  return distance(a, b) <= (Math.min(a.length, b.length) < 6 ? 1 : 2);
}

function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      const row = rows[i];
      if (row) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost, swapped);
    }
  }
  return at(a.length, b.length);
}

/** `async (c, next) =>` that became `async (ctx, next) =>`: a function that is written out, whose body is read for itself. */
export function isReparametered(a: string, b: string): boolean {
  const head = /^(?:async )?(?:function\s*\w*\s*)?\(?(?:\w+(?:, \w+)*)?\)?\s*(?:=>)?\s*$/;
  const bare = (text: string): string => text.replace(/\w+(?=[,)]|\s*=>)/g, '_').replace(/[()\s]/g, '');
  return head.test(a) && head.test(b) && /=>|function/.test(a) && bare(a) === bare(b);
}

/** `if ((await find(id)).isOpen)` where `if (find(id).isOpen)` stood: the check asks the value now, no more and no less. */
export function isAwaited(a: string, b: string): boolean {
  const plain = b
    .replace(/\(await ((?:[\w$.#]|\((?:[^()]|\([^()]*\))*\))+)\)/g, '$1')
    .replace(/\bawait ([\w$.#]+\()/g, '$1');
  return a !== b && plain.replace(/\s+/g, '') === a.replace(/\s+/g, '');
}

/** A check that was called by a name that its object does not have, and the name by which it is called now. */
interface Renamed {
  readonly from: string;
  readonly to: string;
}

/**
 * `auth.verifyToken(token)`, which the failure says is no function, and `auth.verify(token)`: the same object is asked to check
 * the same, and one name only says besides what it is handed, or whose it is. `authorizeAdmin(user)` is no `authorize(user)`.
 */
function renamedCheck(gone: readonly string[], came: readonly string[], absent: string | null): Renamed | null {
  for (const one of gone)
    for (const other of came) {
      const [left, right] = [one, other].map((call) => /^([\w$.]+)\(([\s\S]*)\)$/.exec(call));
      const [from, to] = [left?.[1] ?? '', right?.[1] ?? ''];
      if (left == null || left[2] !== right?.[2] || from !== absent || from === to) continue;
      if (ownerOf(from) === ownerOf(to) && saysMore(from, to, left[2] ?? '')) return { from, to };
    }
  return null;
}

/**
 * `resume(read(c, cookie))`, of which the failure says that there is no `cookie`, and `resume(read(c, cookieName))`: the check is
 * the same, and what it is given only says besides what kind of value it is.
 */
function renamedArgument(gone: readonly string[], came: readonly string[], unknown: string | null): Renamed | null {
  if (unknown === null) return null;
  for (const one of gone)
    for (const other of came) {
      const [left, right] = [one.match(word) ?? [], other.match(word) ?? []];
      const [to, more] = new Set(right.filter((each, at) => each !== left[at]));
      const isRest = left.length === right.length && left.every((each, at) => each === right[at] || each === unknown);
      if (to === undefined || more !== undefined || !isRest || left[0] === unknown) continue;
      const [few, many] = [wordsIn(unknown), wordsIn(to)].sort((a, b) => a.length - b.length);
      const rest = many?.slice(few?.length) ?? [];
      const isBegun = few?.every((part, at) => part === many?.[at]) === true;
      if (isBegun && rest.length > 0 && rest.every((part) => kinds.test(part))) return { from: unknown, to };
    }
  return null;
}

/** `new Unauthorized(text)`, of which the failure says that there is none, and `new UnauthorizedError(text)`: what is thrown says besides that it is an error. */
function renamedError(gone: readonly string[], came: readonly string[], unknown: string | null): Renamed | null {
  const to = unknown === null || !gone.includes(unknown) ? undefined : came.find((each) => isErrorOf(unknown, each));
  return unknown === null || to === undefined ? null : { from: unknown, to };
}

const isErrorOf = (one: string, other: string): boolean =>
  [one, other].some((each) => /^[A-Z]/.test(each)) &&
  /^(?:Error|Exception)$/.test(more(one, other) ?? more(other, one) ?? '');

const more = (few: string, many: string): string | null => (many.startsWith(few) ? many.slice(few.length) : null);

interface Texts {
  readonly calls: readonly string[];
  readonly names: readonly string[];
}

/** What became of the name that the failure says is none, where the checks are the same in all else. */
export function renamedIn(gone: Texts, came: Texts, absent: string | null): Renamed | null {
  return (
    renamedCheck(gone.calls, came.calls, absent) ??
    renamedArgument(gone.calls, came.calls, absent) ??
    renamedError(gone.names, came.names, absent)
  );
}

/** The text with that name in place of the one that was never there. */
export function inItsName(text: string, renamed: Renamed | null): string {
  if (renamed === null) return text;
  return text.replace(new RegExp(`(?<![\\w$.])${escapeRegExp(renamed.from)}(?![\\w$])`, 'g'), () => renamed.to);
}

/** What kind of value a name has. */
const kinds = /^(?:name|value|key|text|string|code|header|param|object|obj|data)$/;

const ownerOf = (path: string): string => path.split('.').slice(0, -1).join('.');

function saysMore(from: string, to: string, given: string): boolean {
  const last = (path: string): string[] => wordsIn(path.split('.').at(-1) ?? '');
  const [few, many] = [last(from), last(to)].sort((a, b) => a.length - b.length);
  const told = new Set([...wordsIn(ownerOf(from)), ...(/^[\w$., ]*$/.test(given) ? wordsIn(given) : []), ...parts]);
  const more = many?.slice(few?.length) ?? [];
  const isBegun = few !== undefined && few.length > 0 && few.every((part, at) => part === many?.[at]);
  // `authentication()`, `authenticate()`: the deed and what it is called.
  const isDeed = last(from).length === 1 && last(to).length === 1 && haveOneStem(last(from).join(), last(to).join());
  return isDeed || (isBegun && more.length > 0 && more.every((part) => told.has(part)));
}

/** Two thirds of the shorter one, and seven letters at least, begin both. */
function haveOneStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const same = [...one].findIndex((sign, at) => sign !== other[at]);
  return (same < 0 ? shorter : same) >= Math.max(7, (shorter * 2) / 3);
}

/** Parts of a request, of which a check says in its name which one it looks at: `validateBody(…)`. */
const parts = ['body', 'query', 'params', 'request'];

function wordsIn(text: string): string[] {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.split(/[^a-z\d]+/).filter((part) => part !== '');
}
