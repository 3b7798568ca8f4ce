/** JSON that lacks one sign or has one too many: every place near the error is tried, and what the rest of the file is like decides. */
import { disorder, gaps } from '../code/lexer.ts';

/** Characters before the error that are searched, and characters parsed at most. */
const reach = 2000;
const budget = 20_000_000;
const signs = ['{', '}', '[', ']', '"', ',', ':'];

interface Mended {
  readonly text: string;
  /** What it says: equal for two ways to lay out the same. */
  readonly value: string;
  readonly cost: number;
}

/** The texts that one sign makes JSON, of equal standing; they say different things. [] where no sign does. */
export function oneSign(text: string): string[] {
  const known = new Map<string, Mended>();
  for (const after of changed(text)) {
    const value = parsed(after);
    if (value === undefined) continue;
    const said = JSON.stringify(value);
    const cost = oddness(value) + disorder(after) + 0.5 * gaps(after);
    const before = known.get(said);
    if (before === undefined || before.cost > cost) known.set(said, { text: after, value: said, cost });
  }
  const least = Math.min(...[...known.values()].map(({ cost }) => cost));
  return [...known.values()].filter(({ cost }) => cost === least).map((each) => each.text);
}

function* changed(text: string): Generator<string> {
  const error = errorAt(text);
  let left = budget;
  for (let at = Math.max(0, error - reach); at <= Math.min(text.length, error + 1); at++) {
    const [before, behind] = [text.slice(0, at), text.slice(at)];
    const isEdge = !/\w$/.test(before) || !/^\w/.test(behind);
    const made = isEdge ? signs.map((sign) => before + sign + behind) : [];
    if (signs.includes(behind[0] ?? '')) made.push(before + behind.slice(1));
    left -= made.length * text.length;
    if (left < 0) return;
    yield* made;
  }
}

/** Where reading ended; a sign that is missing or too much stands there or before. */
function errorAt(text: string): number {
  try {
    JSON.parse(text);
    return 0;
  } catch (error) {
    // The text that is to be mended.
    const at = /at position (\d+)/.exec(String(error))?.[1];
    return at === undefined ? text.length : Number(at);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // most changes mend nothing
  }
}

/** How much one part of a value differs from its likes: members that few of the same place have, texts that hold signs of JSON. */
function oddness(value: unknown): number {
  const kinds = new Map<string, Set<string>>();
  let texts = 0;
  const oddText = (text: string): number =>
    /^\s|\s$|[[\]{}",:]$|^[[\]{}",:]|",|":/.test(text) ? 2 : /[,:] /.test(text) ? 0.5 : 0;
  const visit = (one: unknown, place: string): void => {
    const kind = Array.isArray(one) ? 'list' : one === null ? 'null' : typeof one;
    if (kind !== 'null') kinds.set(place, (kinds.get(place) ?? new Set()).add(kind));
    if (typeof one === 'string') texts += oddText(one);
    if (typeof one !== 'object' || one === null) return;
    for (const [key, inner] of Object.entries(one)) {
      if (!Array.isArray(one)) texts += key === '' ? 2 : 4 * oddText(key);
      visit(inner, `${place}/${Array.isArray(one) ? '' : key}`);
    }
  };
  visit(value, '');
  const mixed = [...kinds.values()].filter(({ size }) => size > 1).length;
  return kinds.size + 2 * mixed + texts;
}
