/** Wiring: what lies on paper beside the record: escalations (POL-5), reports of the loop guard (TRI-6), post-mortems (CLI-10). */
import path from 'node:path';
import { postMortem } from '../edges/cli/report.ts';
import { Desk } from '../engine/desk.ts';
import type { Entry } from '../incident/incident.ts';
import { iso } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { readJson, writeFileAtomic, writeJson } from '../kit/files.ts';
import type { StatePaths } from '../kit/paths.ts';

interface Escalation {
  readonly status: string;
}

/** Called after each fact is durable. Papers can be made again from the record, so one that a full disk refuses costs nothing. */
export function writePapers(paths: StatePaths, entry: Entry): void {
  try {
    writeAll(paths, entry);
  } catch (error) {
    if (!isErrno(error)) throw error; // anything else is a defect of ours
  }
}

function writeAll(paths: StatePaths, { incident: id, fact, atMs }: Entry): void {
  if (fact.type === 'decided' && fact.ruling.decision === 'ask') escalate(paths, id, atMs);
  if (fact.type === 'answered') close(paths, id, fact.answered.verdict);
  if (fact.type === 'suppressed' || (fact.type === 'failed' && fact.why.startsWith('read_only')))
    write(paths, 'reports', id);
  if (fact.type === 'closed' || (fact.type === 'answered' && fact.answered.verdict === 'resolve'))
    write(paths, 'incidents', id);
}

function write(paths: StatePaths, folder: 'reports' | 'incidents', id: number): void {
  writeFileAtomic(path.join(paths.state, folder, `${id}.md`), postMortem(new Desk(paths).show(String(id))));
}

function escalate(paths: StatePaths, id: number, atMs: number): void {
  const detail = new Desk(paths).show(String(id));
  writeJson(escalationFile(paths, id), {
    timestamp: iso(atMs),
    loop_id: detail.subject,
    iteration: detail.proposals.length,
    type: 'recovery_approval_required',
    status: 'pending',
    reason: detail.action?.why ?? '',
    recovery_proposal: detail.proposals.at(-1) ?? null,
    actions: {
      approve: `kintsugi approve ${id}`,
      reject: `kintsugi reject ${id}`,
      resolve: `kintsugi resolve ${id} --note "…"`,
    },
  });
}

/** The paper stays, and says what was decided. */
function close(paths: StatePaths, id: number, verdict: string): void {
  const known = readJson<Escalation>(escalationFile(paths, id));
  if (known !== null) writeJson(escalationFile(paths, id), { ...known, status: verdict });
}

function escalationFile(paths: StatePaths, id: number): string {
  return path.join(paths.state, 'escalations', `${id}.json`);
}
