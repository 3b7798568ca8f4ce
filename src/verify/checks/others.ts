/** Gates that look at what worked before: the health path, recent good requests, the owner's own tests. */
import type { QuietFacts } from '../../incident/seen.ts';
import type { Answer, ErrorReport } from '../../incident/nouns.ts';
import { isSafe } from '../../incident/requests.ts';
import { isWell, type Baseline } from '../baseline.ts';
import { likeness } from '../likeness.ts';
import { isBad, type Run } from '../replay.ts';
import type { StageCopy } from '../stage.ts';

/** A probe that failed before, or never could be asked, fails no repair. */
export function checkProbe(run: Run, before: Baseline): string | null {
  if (run.probe?.error === 'exit') return 'asked for its health, the process ends';
  if (before.probe === null || isBad(before.probe)) return null;
  if (run.probe === null) return 'the health path is gone';
  return isBad(run.probe) ? `the health path ${say(run.probe)}, before it answered ${before.probe.status}` : null;
}

export interface Others {
  readonly wrong: string | null;
  readonly asked: number;
  /** Of those the same status and body; of what differs by itself from one time to the next, the same shape. */
  readonly asBefore: number;
  /** Share of them, 0 to 1; other values in the same shape count half. */
  readonly same: number;
}

const weight = { same: 1, alike: 0.5, other: 0 } as const;

export function checkOthers(run: Run, before: Baseline): Others {
  let [asked, asBefore, same] = [0, 0, 0];
  // A replay that changed something may rightly change what others are answered: not found, say, after a DELETE.
  const changesNothing = before.requests.every(isSafe);
  for (const [index, { answers }] of before.good.entries()) {
    const answer = run.good[index]?.[0];
    if (answer === undefined) continue;
    asked += 1;
    if (isBad(answer) || (changesNothing && (answer.status ?? 0) >= 400))
      return { wrong: `a request that was good now ${say(answer)}`, asked, asBefore, same: 0 };
    const like = likeness(answer, answers);
    if (like === 'same') asBefore += 1;
    same += weight[like];
  }
  return { wrong: null, asked, asBefore, same: asked === 0 ? 1 : same / asked };
}

/** Routes that only look: one that was answered well and no longer is fails a repair (TRY-7). */
export function checkQuiet(run: Run, before: Baseline): { readonly wrong: string | null; readonly quiet: QuietFacts } {
  const changesNothing = before.requests.every(isSafe);
  const asked = before.quiet.flatMap((route, index) => {
    const answer = run.quiet?.answers[index];
    return answer === undefined ? [] : [{ ...route, answer }];
  });
  const lost = asked.find(({ isWell: was, answer }) => was && (changesNothing ? !isWell(answer) : isBad(answer)));
  const wrong = lost === undefined ? null : `GET ${lost.request.url}, which was answered well, now ${say(lost.answer)}`;
  const well = asked.filter(({ answer }) => isWell(answer)).length;
  const failed = asked.find(({ answer }) => isBad(answer));
  const error = run.quiet?.reports.find((one) => one.how === 'response' && isOfCode(one.error))?.error ?? null;
  const failing = failed === undefined || error === null ? null : { request: failed.request, error };
  return { wrong, quiet: { asked: asked.length, well, failing } };
}

/** Not what a service or a rule of the project's own brings about. */
function isOfCode(error: ErrorReport | null): boolean {
  return error !== null && error.code === null && /^(?:Type|Reference|Syntax)Error$/.test(error.name);
}

/** Of the requests that were replayed beside the failing one: those answered well before, and how many still are to the letter. */
export function compareBeside(run: Run, before: Baseline): { readonly asked: number; readonly asBefore: number } {
  const good = before.answers.flatMap((old, index) => (isBad(old) || (old.status ?? 0) >= 400 ? [] : [index]));
  const same = good.filter((index) => {
    const [old, now] = [before.answers[index], run.answers[index]];
    return old !== undefined && now !== undefined && likeness(now, [old]) === 'same';
  });
  return { asked: good.length, asBefore: same.length };
}

function say(answer: Answer): string {
  return answer.error === null ? `answers ${answer.status}` : `ends in ${answer.error}`;
}

const testTimeoutMs = 60_000;

/** Null where the owner's test command passes; else the end of what it said. */
export async function runTests(copy: StageCopy, argv: readonly string[]): Promise<string | null> {
  const result = await copy.run(argv, testTimeoutMs);
  if (result.code === 0) return null;
  const last = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-3).join(' ');
  return result.timedOut ? 'they took longer than a minute' : `exit ${result.code}: ${last}`.slice(0, 300);
}
