/** Who else than its author says that a repaired answer is right: the project as it was before its last change (POL-1, TRY-7). */
import type { Answer, CapturedRequest, Edit, Evidence } from '../incident/nouns.ts';
import { isSafe } from '../incident/requests.ts';
import type { Baseline, BaselineSetting } from './baseline.ts';
import { likeness } from './likeness.ts';
import { probesOf, type Past } from './probes.ts';
import { isBad, play, type Run } from './replay.ts';
import { areApart } from './stage.ts';

/** Of one copy: each that ends it costs another. */
const bootsMax = 4;

/** `witness`: who answers the same; `otherwise`: what the past answered otherwise. Neither where it has nothing to say. */
export type Testimony = Pick<Evidence, 'witness' | 'otherwise'>;

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
  const failing = before.answers.flatMap((answer, index) =>
    isBad(answer) || index === before.failure?.request ? [index] : [],
  );
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
  const failing = before.requests.filter((_, index) => isMissingOrBad(before.answers[index]));
  const asked = { good: setting.good, failing, beside: before.requests.filter((one) => !failing.includes(one)) };
  const known = probesOf(setting.stage, asked, { past, run: null });
  const first = await ask(setting, { ...question, probes: known });
  const isAgain = first !== null && (before.requests.every(isSafe) || areApart(setting.stage));
  const requests = isAgain ? probesOf(setting.stage, asked, { past, run: first }) : known;
  const isMore = isAgain && JSON.stringify(requests) !== JSON.stringify(known);
  const then = async (): Promise<Run | null> => (isMore ? ask(setting, { ...question, probes: requests }) : first);
  const unchanged = (): Promise<Run | null> => ask(setting, { edits: before.edits, requests: [], probes: requests });
  const [was, now] = areApart(setting.stage)
    ? await Promise.all([then(), unchanged()])
    : [await then(), await unchanged()];
  const isSeen = await isTraceless(setting, { before, question: { ...question, probes: requests }, was });
  return { requests, past: was, now, isSeen };
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

/** One that ends the process does not end the asking: those after it are asked of another boot. */
async function ask({ stage, timeoutMs }: BaselineSetting, { edits, requests, probes }: Questions): Promise<Run | null> {
  const copy = await stage.copy(edits);
  if (typeof copy === 'string') return null;
  const from = (at: number): Promise<Run> => {
    const good = {
      requests: probes.slice(at),
      when: 'last',
      times: 2,
      budgetMs: 4_000,
      isDecided: () => false,
    } as const;
    const asked = at === 0 ? requests : [];
    return play(copy, { requests: asked, good, timeoutMs, settleMs: 0, inspect: 'none', probe: 'none' });
  };
  try {
    let run = await from(0);
    for (let boots = 1; boots < bootsMax && run.exit !== null; boots += 1) {
      const at = run.good.findIndex((answers) => answers.length === 0);
      if (at === -1) break;
      const rest = await from(at);
      run = { ...run, exit: rest.exit, good: [...run.good.slice(0, at), ...rest.good] };
    }
    return run;
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
