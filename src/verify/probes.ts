/** What a witness is asked besides the failing request: the same routes with other values, and the other routes. */
import type { Inputs } from '../incident/map.ts';
import type { CapturedRequest, Edit } from '../incident/nouns.ts';
import { isSafe, plainGet } from '../incident/requests.ts';
import type { Run } from './replay.ts';
import { areApart, type Stage } from './stage.ts';

/** The project as it was. One object for all candidates of a session: what it answers is asked for once. */
export interface Past {
  /** What makes the copy what it was. */
  readonly edits: readonly Edit[];
  /** Paths of the project's GET routes, with parameters such as `:id`. */
  readonly paths: readonly string[];
  /** What the handler of a request reads of it. */
  inputs(request: CapturedRequest): Inputs;
}

const probesMax = 48;
/** Of one request: with other values, and with something left out. */
const valuesMax = 12;
const lessMax = 4;
/** Of one place, and of one route with parameters. */
const othersMax = 4;

/** Plain values by the names they stand under, in answers, queries and paths. */
type Values = ReadonlyMap<string, ReadonlySet<string>>;

export interface Asked {
  /** Answered well, live. */
  readonly good: readonly CapturedRequest[];
  /** Given with those that fail, and answered well. */
  readonly beside: readonly CapturedRequest[];
  readonly failing: readonly CapturedRequest[];
}

/** Known good ones, all with other values, the other routes; and input in another form where nothing but the copy is written. */
export function probesOf(
  stage: Pick<Stage, 'confined' | 'relayed'>,
  { good, beside, failing }: Asked,
  { past, run }: { past: Past; run: Pick<Run, 'answers' | 'good'> | null },
): CapturedRequest[] {
  const requests = [...failing, ...beside];
  const { 'content-type': _type, 'content-length': _length, ...headers } = failing[0]?.headers ?? {};
  const values = valuesIn([...good, ...requests], run);
  const found = [
    ...[...good, ...beside].filter(isSafe),
    ...(areApart(stage) ? requests.filter((one) => !isSafe(one)).flatMap((one) => otherBodies(one, past, values)) : []),
    ...requests.filter(isSafe).flatMap((one) => otherUrls(one, past, values)),
    ...past.paths.flatMap((path) => filled(path, values)).map((path) => ({ ...plainGet(path), headers })),
  ];
  const keyOf = ({ method, url, body }: CapturedRequest): string => `${method} ${url} ${body ?? ''}`;
  const known = new Set(failing.map(keyOf));
  return found.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one))).slice(0, probesMax);
}

/** `/rooms/oak?page=2` → the other rooms that are known, page 3 and 4, no page, and with whatever else its handler reads. */
function otherUrls(request: CapturedRequest, past: Past, values: Values): CapturedRequest[] {
  const { query, words } = past.inputs(request);
  const [path = '/', search = ''] = request.url.split('?');
  const given = new URLSearchParams(search);
  const segments = path.split('/');
  const places = segments.map((part, at) => {
    const before = at > 1 ? (values.get(segments[at - 1] ?? '') ?? []) : [];
    const others = part === '' ? [] : like(part, [...alike(part, values), ...before]);
    return others.map((other) => withQuery(segments.with(at, other).join('/'), given));
  });
  const parameters = [...new Set([...given.keys(), ...query])].map((name) =>
    like(given.get(name), [...(words.get(name) ?? []), ...(values.get(name) ?? [])]).map((value) => {
      const other = new URLSearchParams(given);
      other.set(name, value);
      return withQuery(path, other);
    }),
  );
  const less = [...given.keys()].map((name) => {
    const other = new URLSearchParams(given);
    other.delete(name);
    return withQuery(path, other);
  });
  // What lacks something comes last: it may be the end of a process.
  return firstOf([...places, ...parameters], given.size === 0 ? [] : [path, ...less]).map((url) => ({
    ...request,
    url,
  }));
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Without each field, with each under another name or with another value, and with what its handler reads besides: what was checked before is to be checked still. */
function otherBodies(request: CapturedRequest, past: Past, values: Values): CapturedRequest[] {
  const given = request.bodyEncoding === 'utf8' ? jsonOf(request.body ?? '') : null;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const { body, words } = past.inputs(request);
  const fields = Object.entries(given);
  const valuesOf = (name: string, value: unknown): unknown[] => {
    if (typeof value === 'object' && value !== null) return [];
    const others = like(value === undefined ? null : String(value), [
      ...(words.get(name) ?? []),
      ...(values.get(name) ?? []),
    ]);
    return others.map((other) => (typeof value === 'string' || Number.isNaN(Number(other)) ? other : Number(other)));
  };
  const known = new Map<string, unknown>(fields);
  const bodies = firstOf(
    [
      fields.map(([name]) => fields.map(([other, value]) => [other === name ? `${other}x` : other, value] as const)),
      ...[...new Set([...known.keys(), ...body])].map((name) =>
        valuesOf(name, known.get(name)).map((value) => [...new Map([...known, [name, value]])]),
      ),
    ],
    fields.map(([name]) => fields.filter(([other]) => other !== name)),
  );
  return bodies.map((one) => ({ ...request, body: JSON.stringify(Object.fromEntries(one)) }));
}

/** Others of the kind of a value; null is one that is not given. */
function like(given: string | null, known: readonly string[]): string[] {
  const number = /^\d{1,9}$/.test(given ?? '') ? Number(given) : given === null ? 1 : null;
  const numbers = number === null ? [] : [number + 1, number + 2].map(String);
  const others = given === null ? [...known.slice(0, 2), ...numbers] : [...numbers, ...known];
  return [...new Set(others)].filter((other) => other !== given).slice(0, othersMax);
}

/** What else is known under a name under which the text is known. */
function alike(text: string, values: Values): string[] {
  return [...values.values()].flatMap((each) => (each.has(text) ? [...each] : []));
}

/** The first of each list, then the second of each; those with less after them. */
function firstOf<T>(lists: readonly (readonly T[])[], less: readonly T[]): T[] {
  const most = Math.max(0, ...lists.map(({ length }) => length));
  const rows = Array.from({ length: most }, (_, at) => lists.flatMap((each) => each.slice(at, at + 1)));
  return [...rows.flat().slice(0, valuesMax), ...less.slice(0, lessMax)];
}

function valuesIn(requests: readonly CapturedRequest[], run: Pick<Run, 'answers' | 'good'> | null): Values {
  const found = new Map<string, Set<string>>();
  const gather = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) gather(one, Array.isArray(value) ? name : key);
    else if (/^[\w.-]{1,40}$/.test(String(value))) found.set(name, (found.get(name) ?? new Set()).add(String(value)));
  };
  for (const { url } of requests) {
    const [path = '', search = ''] = url.split('?');
    for (const [at, part] of path.split('/').entries()) if (at > 1) gather(part, path.split('/')[at - 1] ?? '');
    for (const [name, value] of new URLSearchParams(search)) gather(value, name);
  }
  for (const { body = '' } of run === null ? [] : [...run.answers, ...run.good.flat()]) gather(jsonOf(body), '');
  return found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // a page, or a text
    throw error;
  }
}

/** `/rooms/:roomId` with the ids that answers named, else with 1. */
function filled(path: string, values: Values): string[] {
  const names = [...path.matchAll(/:(\w+)\??|\{(\w+)\}/g)];
  if (names.length === 0) return [path];
  return Array.from({ length: othersMax }, (_, nth) =>
    names.reduce((url, [part, colon, brace]) => {
      const name = colon ?? brace ?? '';
      const known = [...(values.get(name) ?? values.get(name.replace(/^.*(?=id$)/i, '').toLowerCase()) ?? [])];
      return url.replace(part, () => known[nth % known.length] ?? '1');
    }, path),
  );
}
