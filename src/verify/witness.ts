/** Who else than its author says that a repaired answer is right: the project as it was before its last change (POL-1, TRY-7). */
import type { Answer, CapturedRequest, Edit, Evidence } from '../incident/nouns.ts';
import type { Baseline, BaselineSetting } from './baseline.ts';
import { likeness } from './likeness.ts';
import { isBad, isSafe, plainGet, play, type Run } from './replay.ts';
import { areApart } from './stage.ts';

/** The project as it was. One object for all candidates of a session: what it answers is asked for once. */
export interface Past {
  /** What makes the copy what it was. */
  readonly edits: readonly Edit[];
  /** Paths of the project's GET routes, with parameters such as `:id`. */
  readonly paths: readonly string[];
}

/** `witness`: who answers the same; `otherwise`: what the past answered otherwise. Neither where it has nothing to say. */
export type Testimony = Pick<Evidence, 'witness' | 'otherwise'>;

const probesMax = 24;
const variantsMax = 6;
const valuesMax = 4;

interface Told {
  readonly requests: readonly CapturedRequest[];
  readonly past: Run | null;
  /** The unchanged copy. */
  readonly now: Run | null;
  /** False where a request that fails may write what no answer shows. */
  readonly isSeen: boolean;
}

const told = new WeakMap<Past, Promise<Told>>();

/**
 * The past is asked the failing request and more like it. Where it answers what fails now, the candidate must answer the same,
 * and everything else as it was answered then or is answered now.
 */
export async function hear(
  setting: BaselineSetting,
  before: Baseline,
  { edits, past }: { edits: readonly Edit[]; past: Past },
): Promise<Testimony> {
  const failing = before.answers.flatMap((answer, index) => (isBad(answer) ? [index] : []));
  if (failing.length === 0) return {};
  const asked = told.get(past) ?? askPast(setting, before, past);
  told.set(past, asked);
  const was = await asked;
  if (was.past === null || failing.some((index) => isMissingOrBad(was.past?.answers[index]))) return {};
  const run = await ask(setting, { edits, requests: before.requests, probes: was.requests });
  if (run === null) return {};
  const wrong = [
    ...failing
      .filter((index) => !isSame(run.answers[index], [was.past?.answers[index]]))
      .map((index) => before.requests[index]),
    ...was.requests.filter((_, index) => !isKept(index, run, was)),
  ];
  const [first] = wrong.flatMap((one) => one ?? []);
  if (first === undefined) return was.isSeen ? { witness: 'before' } : {};
  return { otherwise: `before its last change the project answered ${first.method} ${first.url} otherwise` };
}

/** What it answers names more to ask for: where `sku` is `mug` in one answer and `pin` in another, `/products/pin` is asked as well. */
async function askPast(setting: BaselineSetting, before: Baseline, past: Past): Promise<Told> {
  const question = { edits: [...before.edits, ...past.edits], requests: before.requests };
  const known = probesOf(setting, before, past, new Map());
  const first = await ask(setting, { ...question, probes: known });
  const isAgain = first !== null && (before.requests.every(isSafe) || areApart(setting.stage));
  const requests = isAgain ? probesOf(setting, before, past, valuesIn(first)) : known;
  const was = isAgain && requests.length > known.length ? await ask(setting, { ...question, probes: requests }) : first;
  return {
    requests,
    past: was,
    now: await ask(setting, { edits: before.edits, requests: [], probes: requests }),
    isSeen: await isTraceless(setting, { before, question: { ...question, probes: requests }, was }),
  };
}

/** Whether those that fail leave no trace: all else is answered as it is without them. What other services keep outlives a trial, so nobody knows there. */
async function isTraceless(
  setting: BaselineSetting,
  { before, question, was }: { before: Baseline; question: Questions; was: Run | null },
): Promise<boolean> {
  const mayStay = before.requests.filter((one, index) => isSafe(one) || !isMissingOrBad(before.answers[index]));
  if (mayStay.length === before.requests.length) return true;
  if (was === null || !areApart(setting.stage)) return false;
  const without = await ask(setting, { ...question, requests: mayStay });
  return question.probes.every((_, index) => isSame(was.good[index]?.[0], without?.good[index]?.slice(0, 1) ?? []));
}

interface Questions {
  readonly edits: readonly Edit[];
  readonly requests: readonly CapturedRequest[];
  readonly probes: readonly CapturedRequest[];
}

async function ask({ stage, timeoutMs }: BaselineSetting, { edits, requests, probes }: Questions): Promise<Run | null> {
  const copy = await stage.copy(edits);
  if (typeof copy === 'string') return null;
  const good = { requests: probes, when: 'last', times: 2, budgetMs: 4_000, isDecided: () => false } as const;
  try {
    return await play(copy, { requests, good, timeoutMs, settleMs: 0, inspect: 'none', probe: 'none' });
  } finally {
    await copy.release();
  }
}

function isMissingOrBad(answer: Answer | undefined): boolean {
  return answer === undefined || isBad(answer);
}

function isSame(answer: Answer | undefined, before: readonly (Answer | undefined)[]): boolean {
  const known = before.filter((one) => one !== undefined);
  return answer !== undefined && known.length > 0 && likeness(answer, known) === 'same';
}

/** As then, or as now; what neither answers well tells nothing. */
function isKept(index: number, run: Run, { requests, past, now }: Told): boolean {
  const answer = run.good[index]?.[0];
  // What writes is answered otherwise the second time, and rightly so.
  const times = requests[index] !== undefined && isSafe(requests[index]) ? 2 : 1;
  const known = [past?.good[index]?.slice(0, times) ?? [], now?.good[index]?.slice(0, times) ?? []].filter((answers) =>
    answers.some((one) => !isBad(one)),
  );
  return known.length === 0 || known.some((answers) => isSame(answer, answers));
}

/** Known good ones, those beside the failing one again, all with other values, the other routes; and input in another form where nothing but the copy is written. */
function probesOf(
  setting: BaselineSetting,
  { requests }: Baseline,
  { paths }: Past,
  values: Values,
): CapturedRequest[] {
  const [safe, writing] = [requests.filter(isSafe), requests.filter((one) => !isSafe(one))];
  const { 'content-type': _type, 'content-length': _length, ...headers } = requests[0]?.headers ?? {};
  const found = [
    ...setting.good.filter(isSafe),
    ...safe,
    ...(areApart(setting.stage) ? writing.flatMap(otherBodies) : []),
    ...safe.flatMap((request) => variantsOf(request.url, values).map((url) => ({ ...request, url }))),
    ...paths.flatMap((path) => filled(path, values)).map((path) => ({ ...plainGet(path), headers })),
  ];
  const known = new Set<string>();
  const keyOf = ({ method, url, body }: CapturedRequest): string => `${method} ${url} ${body ?? ''}`;
  return found.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one))).slice(0, probesMax);
}

/** Without each field, and with each under another name: what was checked before is to be checked still. */
function otherBodies(request: CapturedRequest): CapturedRequest[] {
  const given = request.bodyEncoding === 'utf8' ? jsonOf(request.body ?? '') : null;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const fields = Object.entries(given);
  const bodies = fields.flatMap(([name]) => [
    fields.filter(([other]) => other !== name),
    fields.map(([other, value]) => [other === name ? `${other}x` : other, value] as const),
  ]);
  return bodies.slice(0, variantsMax).map((body) => ({ ...request, body: JSON.stringify(Object.fromEntries(body)) }));
}

/** Plain values of the answers by the names they stand under. */
type Values = ReadonlyMap<string, ReadonlySet<string>>;

function valuesIn({ answers, good }: Run): Values {
  const found = new Map<string, Set<string>>();
  const gather = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) gather(one, Array.isArray(value) ? name : key);
    else if (/^[\w.-]{1,40}$/.test(String(value))) found.set(name, (found.get(name) ?? new Set()).add(String(value)));
  };
  for (const { body = '' } of [...answers, ...good.flat()]) gather(jsonOf(body), '');
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
  return Array.from({ length: valuesMax }, (_, nth) =>
    names.reduce((url, [part, colon, brace]) => {
      const name = colon ?? brace ?? '';
      const known = [...(values.get(name) ?? values.get(name.replace(/^.*(?=id$)/i, '').toLowerCase()) ?? [])];
      return url.replace(part, () => known[nth % known.length] ?? '1');
    }, path),
  );
}

/** `/rooms/oak?page=2` → with the other rooms that answers named, with page 3 and 4, without its query. */
function variantsOf(url: string, values: Values): string[] {
  const [path = '/', query] = url.split('?');
  const numbers = [...url.matchAll(/(?<=[/=])\d{1,9}(?=[/?&]|$)/g)];
  const others = numbers.flatMap(({ 0: text, index }) =>
    [1, 2].map((more) => `${url.slice(0, index)}${Number(text) + more}${url.slice(index + text.length)}`),
  );
  const named = [...url.matchAll(/(?<=[/=])[\w.-]+(?=[/?&]|$)/g)].flatMap(({ 0: text, index }) =>
    [...values.values()]
      .filter((each) => each.has(text))
      .flatMap((each) => [...each].slice(0, variantsMax))
      .map((other) => `${url.slice(0, index)}${other}${url.slice(index + text.length)}`),
  );
  return [...(query === undefined ? [] : [path]), ...named.slice(0, variantsMax), ...others.slice(0, variantsMax)];
}
