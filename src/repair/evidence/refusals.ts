/** What a schema says of settings or data that it refuses: which place, and what it wants there. */
import type { RecipeContext } from '../recipe.ts';

export type Wanted = 'number' | 'boolean' | 'string' | 'array' | 'object';

export interface Refusal {
  /** The names of the keys, outermost first. */
  readonly place: readonly string[];
  /** The kind of value that is wanted; null where only that it is missing was said. */
  readonly wants: Wanted | null;
  readonly isMissing: boolean;
  /** The values that are allowed, where only these are. */
  readonly options?: readonly string[];
}

/** Of zod, Joi, ajv, TypeBox and of checks by hand that name the place; each place once. */
export function refusalsOf({ signal, diagnosis }: RecipeContext): Refusal[] {
  const text = `${signal.stderr}\n${diagnosis.message}`.slice(-20_000);
  const found = [
    ...zodIssues(text),
    ...zodLines(text),
    ...zodSaid(text),
    ...ajvErrors(text),
    ...typeBoxErrors(text),
    ...sentences(text),
  ];
  const places = new Set<string>();
  return found.filter(({ place }) => {
    const key = place.join('.');
    return place.length > 0 && place.length <= 6 && !places.has(key) && places.add(key);
  });
}

interface Issue {
  readonly path?: unknown;
  readonly expected?: unknown;
  readonly received?: unknown;
  readonly message?: unknown;
}

/** The list that a ZodError prints. */
function zodIssues(text: string): Refusal[] {
  const start = /ZodError: (?=\[)/.exec(text);
  if (start === null) return [];
  const list = text.slice(start.index + start[0].length);
  const end = /^\]/m.exec(list);
  let issues: unknown;
  try {
    issues = JSON.parse(list.slice(0, end === null ? undefined : end.index + 1));
  } catch {
    return []; // cut off, or of another form
  }
  return (Array.isArray(issues) ? (issues as Issue[]) : []).flatMap(({ path, expected, received, message }) => {
    const isPath = Array.isArray(path) && path.every((part) => typeof part === 'string' || typeof part === 'number');
    if (!isPath || typeof message !== 'string') return [];
    const isMissing = received === 'undefined' || /received undefined|^Required$/.test(message);
    const options = optionsIn(message);
    return [{ place: path.map(String), wants: kindOf(expected), isMissing, ...(options.length > 0 && { options }) }];
  });
}

/** `✖ Invalid input: expected number, received undefined` and `→ at orders.closeHour`. */
function zodLines(text: string): Refusal[] {
  return [...text.matchAll(/expected (\w+), received (\w+)\s+→ at ([\w$.-]+)/g)].map(
    ([, expected, received, place = '']) => ({
      place: place.split('.'),
      wants: kindOf(expected),
      isMissing: received === 'undefined',
    }),
  );
}

/** `loans.days: Invalid input: expected number, received string`, as people write the path and the message of an issue in a line. */
function zodSaid(text: string): Refusal[] {
  return [...text.matchAll(issueSaid)].map(([, at = '', said = '']) => {
    const [, expected, received] = /expected (\w+), received (\w+)/i.exec(said) ?? [];
    const options = optionsIn(said);
    const isMissing = received === 'undefined' || /^Required/.test(said);
    return { place: at.split('.'), wants: kindOf(expected), isMissing, ...(options.length > 0 && { options }) };
  });
}

const issueSaid =
  /(?<![\w$.-])([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)["'\x60]?\s*(?::|->|=>|→|[-–—](?=\s)|\()\s*((?:Invalid input: )?expected \w+, received \w+|Required\b|Invalid option: expected one of [^\n]*|Invalid enum value\. Expected [^\n]*)/gi;

/** `expected one of "map"|"letter"`, `Expected 'map' | 'letter', received 'leter'`. */
function optionsIn(said: string): string[] {
  const list = /expected (?:one of )?((?:["'][^"'\n]*["'](?:\s*\|\s*)?){2,})/i.exec(said)?.[1] ?? '';
  return [...list.matchAll(/["']([^"']*)["']/g)].map(([, option = '']) => option);
}

/** `data/server must have required property 'port'`, `data/server/port must be number`. */
function ajvErrors(text: string): Refusal[] {
  const missing = [...text.matchAll(/(?<=^|\s)\w*((?:\/[\w$-]+)*) must have required property '([\w$-]+)'/g)];
  const wrong = [
    ...text.matchAll(/(?<=^|\s)\w*((?:\/[\w$-]+)+) must be (number|integer|string|boolean|array|object)\b/g),
  ];
  return [
    ...missing.map(([, at = '', name = '']) => ({ place: [...partsOf(at), name], wants: null, isMissing: true })),
    ...wrong.map(([, at = '', kind]) => ({ place: partsOf(at), wants: kindOf(kind), isMissing: false })),
  ];
}

/** `/server/port Expected number` and `/server/port: Expected required property`, as the errors of TypeBox are written in a line. */
function typeBoxErrors(text: string): Refusal[] {
  return [
    ...text.matchAll(
      /(?<![\w$/.-])((?:\/[\w$-]+)+)["'`]?\)?:? \(?Expected (required property|number|integer|string|boolean|array|object)\b/g,
    ),
  ].map(([, at = '', said = '']) => ({
    place: partsOf(at),
    wants: kindOf(said),
    isMissing: said === 'required property',
  }));
}

function partsOf(at: string): string[] {
  return at.split('/').filter((part) => part !== '');
}

const place = String.raw`["'\x60]?((?<![\w$])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|(?<=["'\x60])[A-Za-z_$][\w$]*(?=["'\x60]))["'\x60]?`;
const missingSaid = new RegExp(
  String.raw`(?:missing|required|no)(?: \w+){0,3}:? ${place}(?=[\s,;.]|$)|${place} (?:is|are|was) (?:required|missing|not set|not defined|undefined)`,
  'gi',
);
const kindSaid = new RegExp(
  String.raw`${place} (?:must|should|has to|needs to) be an? (?:\w+ )??(number|integer|string|boolean|array|list|object)\b`,
  'gi',
);

const optionsSaid = new RegExp(String.raw`${place} (?:must|should|has to|needs to) be (?:one|any) of:? ([^\n]+)`, 'gi');
const unknownSaid = new RegExp(
  String.raw`${place} is (?:not (?:known|allowed|expected|recogni[sz]ed|supported)|un(?:known|expected|recogni[sz]ed))`,
  'gi',
);

/** zod's words of keys that a strict object does not have, behind the place of that. */
const strangersSaid =
  /^[ \t]*(?:([\w$.-]+) ?[:-] )?Unrecognized key(?:s|\(s\))?(?: in object)?: (['"][\w$'", -]+['"])/gm;

/** The places that are said to be known to nobody: `config.level is not known`, `log: Unrecognized key: "lvl"`. */
export function unknownPlaces({ signal, diagnosis }: RecipeContext): string[][] {
  const text = `${signal.stderr}\n${diagnosis.message}`.slice(-20_000);
  const strangers = [...text.matchAll(strangersSaid)].flatMap(([, at, keys = '']) =>
    (keys.match(/[\w$-]+/g) ?? []).map((key) => (at === undefined ? key : `${at}.${key}`)),
  );
  const found = [...text.matchAll(unknownSaid)].map(([, at = '']) => at);
  return [...new Set([...found, ...strangers])].map((at) => at.split('.'));
}

/** `debug, info or warn`, before what was found instead. */
function listedIn(said: string): string[] {
  const [list = ''] = said.split(/[,;]? (?:but |and )?(?:got|received|found|was|is|not)\b|[;.](?:\s|$)/);
  return list.split(/\s*(?:,|\||\bor\b)\s*/).flatMap((each) => /^["'`]?([\w-]+)["'`]?$/.exec(each.trim())?.[1] ?? []);
}

/** `"server.port" is required`, `Missing config: server.port`, `server.port must be a number`, `log.level must be one of info, warn`. */
function sentences(text: string): Refusal[] {
  const chosen = [...text.matchAll(optionsSaid)].map(([, at = '', said = '']) => ({
    ...{ place: at.split('.'), wants: null, isMissing: false },
    options: listedIn(said),
  }));
  const missing = [...text.matchAll(missingSaid)].map(([, one, other]) => one ?? other ?? '');
  const wrong = [...text.matchAll(kindSaid)].map(([, at = '', kind = '']) => ({ at, kind }));
  return [
    ...chosen.filter(({ options }) => options.length > 1),
    ...missing.map((at) => ({ place: at.split('.'), wants: null, isMissing: true })),
    ...wrong.map(({ at, kind }) => ({ place: at.split('.'), wants: kindOf(kind.toLowerCase()), isMissing: false })),
  ];
}

const kinds: Readonly<Record<string, Wanted>> = {
  number: 'number',
  int: 'number',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  string: 'string',
  array: 'array',
  list: 'array',
  tuple: 'array',
  set: 'array',
  object: 'object',
  record: 'object',
  map: 'object',
};

function kindOf(word: unknown): Wanted | null {
  return typeof word === 'string' && Object.hasOwn(kinds, word) ? (kinds[word] ?? null) : null;
}
