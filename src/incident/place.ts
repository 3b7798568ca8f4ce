/** Where the line at which an incident was seen stands in other releases, pure. */
import { currentAttempt, type Incident } from './incident.ts';

export interface Place {
  readonly file: string | null;
  readonly line: number | null;
}

/** First and last line of a place. */
export type Lines = readonly [number, number];

/** What stands for that line in the files of `release`; null where that cannot be told. */
export function linesIn(incident: Incident, { file, line }: Place, release: string | null): Lines | null {
  if (file === null || line === null || release === null) return null;
  if (release === incident.signal.release) return [line, line];
  const attempt = currentAttempt(incident);
  if (attempt?.promoted?.release.id !== release || attempt.proposal?.base !== incident.signal.release) return null;
  return linesAfter(attempt.proposal.diff, file, line);
}

/** What stands for line `line` of `file` once a unified diff was applied: itself, or what it was replaced by. */
export function linesAfter(diff: string, file: string, line: number): Lines {
  let shift = 0;
  for (const { first, gone, come } of runsOf(diff, file)) {
    if (line < first) break;
    if (line < first + gone) return [first + shift, first + shift + Math.max(come, 1) - 1];
    shift += come - gone;
  }
  return [line + shift, line + shift];
}

interface Run {
  /** Line of the old file. */
  readonly first: number;
  gone: number;
  come: number;
}

function runsOf(diff: string, file: string): Run[] {
  const runs: Run[] = [];
  let [isOf, old] = [false, 0];
  let run: Run | null = null;
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+/.exec(text);
    if (hunk !== null) old = Number(hunk[1]) + (hunk[2] === '0' ? 1 : 0);
    else if (/^--- (?:a\/|\/dev\/null)/.test(text)) isOf = text === `--- a/${file}`;
    else if (isOf && /^[-+](?!\+\+ b\/)/.test(text)) {
      if (run === null) runs.push((run = { first: old, gone: 0, come: 0 }));
      if (text.startsWith('+')) run.come += 1;
      else [run.gone, old] = [run.gone + 1, old + 1];
      continue;
    } else old += 1;
    run = null;
  }
  return runs;
}
