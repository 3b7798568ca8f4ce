/** Gates that look at what worked before: the health path, recent good requests, the owner's own tests. */
import type { Answer } from '../../incident/nouns.ts';
import type { Baseline } from '../baseline.ts';
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
  /** Share that is answered as before, 0 to 1. */
  readonly same: number;
}

export function checkOthers(run: Run, before: readonly Answer[]): Others {
  let same = 0;
  for (const [index, answer] of run.good.entries()) {
    const was = before[index];
    // Where nothing is known of before: they were good when they were live.
    if (isBad(answer) && (was === undefined || !isBad(was)))
      return { wrong: `a request that was good now ${say(answer)}`, same: 0 };
    if (was === undefined || (was.status === answer.status && was.body === answer.body)) same += 1;
    else if (was.status === answer.status) same += 0.5;
  }
  return { wrong: null, same: run.good.length === 0 ? 1 : same / run.good.length };
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
