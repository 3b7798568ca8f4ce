/** The read views of the record: `incidents`, `show`, `events`, `report`. */
import type { Desk, Detail, EventLine } from '../../engine/desk.ts';
import type { FileChange } from '../../incident/nouns.ts';
import { sleep } from '../../kit/clock.ts';
import { hasFlag, numberOf } from './args.ts';
import { cancelled, type Call } from './call.ts';
import { eventText, incidentList, incidentPage } from './render.ts';
import { postMortem } from './report.ts';

const pollMs = 500;

export function incidents(call: Call, desk: Desk): number {
  const views = desk.incidents();
  call.output.result(views, () => incidentList(views));
  return 0;
}

/** Does the project's history hold these contents? Asked of git by the wiring. */
export type IsAdopted = (changes: readonly FileChange[]) => Promise<boolean>;

export async function show(call: Call, desk: Desk, isAdopted: IsAdopted): Promise<number> {
  const detail = await detailOf(call, desk, isAdopted);
  call.output.result(detail, () => incidentPage(detail));
  return 0;
}

/** PRO-9: whether the owner took the change over is his deed, and so it is looked up rather than recorded. */
async function detailOf(call: Call, desk: Desk, isAdopted: IsAdopted): Promise<Detail & { adopted: boolean }> {
  const detail = desk.show(call.args.words[0] ?? '');
  return { ...detail, adopted: await isAdopted(detail.live) };
}

export async function report(call: Call, desk: Desk, isAdopted: IsAdopted): Promise<number> {
  const detail = await detailOf(call, desk, isAdopted);
  const markdown = postMortem(detail);
  call.output.result({ id: detail.id, markdown }, () => markdown);
  return 0;
}

/** With --follow it goes on until it is stopped; an event is told once. */
export async function events(call: Call, desk: Desk, stop: AbortSignal): Promise<number> {
  let since = numberOf(call.args, 'since') ?? 0;
  const first = desk.events(since);
  if (!hasFlag(call.args, 'follow')) {
    call.output.result(first, () => (first.length === 0 ? 'No events.' : first.map(eventText).join('\n')));
    return 0;
  }
  const tell = (lines: readonly EventLine[]): void => {
    for (const line of lines) call.output.line(line, () => eventText(line));
    since = lines.at(-1)?.seq ?? since;
  };
  tell(first);
  while (!stop.aborted) {
    await sleep(pollMs, stop);
    if (!stop.aborted) tell(desk.events(since));
  }
  return cancelled;
}
