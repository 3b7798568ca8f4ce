/** What nobody writes into an answer on purpose: a promise or a Map as `{}`, `[object Object]`, `NaN`, `undefined`. Pure. */
import type { Answer } from '../incident/nouns.ts';

const slips = /\[(?:object|OBJECT) [A-Z]\w*\]|\bInvalid Date\b|\bNaN\b|(?<![\w.-])(?:undefined|UNDEFINED)(?![\w-])/;

/** The first oddity of these answers that none of the healthy ones has, in a phrase; null where there is none. */
export function oddityOf(answers: readonly Answer[], healthy: readonly Answer[]): string | null {
  const known = new Set(healthy.flatMap(odditiesIn));
  return answers.flatMap(odditiesIn).find((each) => !known.has(each)) ?? null;
}

/** Where answers of JSON hold nothing, by their keys, each place once: null, an empty text, an empty list, and what an item of a list lacks. */
export function nullsIn(answers: readonly Answer[]): string[] {
  const places = answers.flatMap(({ body = '' }) => [...nullsOf(jsonOf(body), '', depthMax)]);
  return [...new Set(places)].slice(0, nullsMax);
}

const nullsMax = 50;
/** What an answer holds deeper is not looked at: it may be somebody's text that nests without end. */
const depthMax = 20;

/** What answers of JSON hold and of what kind, by their keys, each once: `rows[].since: string`. Of more than is kept nothing is told. */
export function shapeIn(answers: readonly Answer[]): string[] {
  const places = new Set(answers.flatMap(({ body = '' }) => [...shapeOf(jsonOf(body), '', depthMax)]));
  return places.size > shapeMax ? [] : [...places];
}

const shapeMax = 100;

function* shapeOf(value: unknown, place: string, left: number): Generator<string> {
  if (value === undefined || value === null || value === '') return;
  if (place !== '') yield `${place.replace(/^\./, '')}: ${Array.isArray(value) ? 'list' : typeof value}`;
  if (typeof value !== 'object' || left === 0) return;
  for (const [key, one] of Object.entries(value))
    yield* shapeOf(one, Array.isArray(value) ? `${place}[]` : `${place}.${key}`, left - 1);
}

function* nullsOf(value: unknown, place: string, left: number): Generator<string> {
  const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing) yield place.replace(/^\./, '') || 'its whole';
  if (typeof value !== 'object' || value === null || left === 0) return;
  for (const [key, one] of Object.entries(Array.isArray(value) ? alike(value) : value))
    yield* nullsOf(one, Array.isArray(value) ? `${place}[]` : `${place}.${key}`, left - 1);
}

/** The items of a list, each with null for what others have and it lacks: what is undefined is not in JSON at all. */
function alike(items: readonly unknown[]): unknown[] {
  const isRecord = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one);
  const all = Object.fromEntries(
    items.flatMap((one) => (isRecord(one) ? Object.keys(one as object) : [])).map((key) => [key, null]),
  );
  return items.map((one) => (isRecord(one) ? { ...all, ...(one as object) } : one));
}

function odditiesIn({ body = '', headers }: Answer): string[] {
  if (/javascript|css/.test(headers?.['content-type'] ?? '')) return [];
  const value = jsonOf(body);
  return value === undefined ? slipsIn(body.replace(/<script\b[\s\S]*?<\/script>/gi, '')) : [...odditiesOf(value, '')];
}

/** An empty object is the whole answer often enough; as a part of one it is what became of a promise, a Map, a Set or an Error. */
function* odditiesOf(value: unknown, place: string): Generator<string> {
  if (typeof value === 'string') for (const slip of slipsIn(value)) yield `${slip}${at(place)}`;
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  if (entries.length === 0 && place !== '' && !Array.isArray(value)) yield `an empty object${at(place)}`;
  for (const [key, one] of entries) {
    if (!Array.isArray(value)) for (const slip of slipsIn(key)) yield `${slip} as a key${at(place)}`;
    yield* odditiesOf(one, Array.isArray(value) ? `${place}[]` : `${place}.${key}`);
  }
}

function slipsIn(text: string): string[] {
  const slip = slips.exec(text)?.[0];
  return slip === undefined ? [] : [`\`${slip}\``];
}

function at(place: string): string {
  return place === '' ? '' : ` at \`${place.replace(/^\./, '')}\``;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a page, a text, or cut
  }
}
