/** Wiring: what is learnt of an incident, and what is recalled of others before one is worked on (MEM-4, TRI-6). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { postMortem } from '../edges/cli/report.ts';
import { Desk } from '../engine/desk.ts';
import type { Attempt, Entry, Incident } from '../incident/incident.ts';
import type { Case } from '../incident/case.ts';
import type { Diagnosis, Proposal } from '../incident/nouns.ts';
import { iso } from '../kit/clock.ts';
import { Fault, isErrno } from '../kit/errors.ts';
import { hashOf } from '../kit/hash.ts';
import type { Memory } from '../memory/memory.ts';
import type { Space } from '../memory/shelf.ts';
import type { Project } from '../project.ts';
import { shapeOfChange, shapesAt, type Place } from '../repair/code/shape.ts';
import { template } from '../triage/fingerprint.ts';
import { stored, toEdit } from './changes.ts';

const casesMax = 20;

/** Two sights of one failure differ in what triage takes out: quoted text, addresses, paths, numbers. */
export function normalise(text: string): string {
  return text
    .split('\n')
    .map((line) => template(line, null))
    .join('\n');
}

/** Cases of the same signature, then those proven on code of the same shape; of each the newest first. */
export function recall(project: Project, memory: Memory, diagnosis: Diagnosis): Case[] {
  const place = placeOf(diagnosis);
  const text = place === null ? null : readSource(project, place.file);
  const shapes = place === null || text === null ? [] : shapesAt(text, place);
  const keys = [`signature:${diagnosis.signature}`, ...shapes.map((shape) => `shape:${diagnosis.class}:${shape}`)];
  const found = new Map<string, Case>();
  for (const key of keys)
    for (const { id, data } of memory.shelf.having(key).slice(0, casesMax)) found.set(id, data as Case);
  return [...found.values()];
}

/** What a repair came to. `healed` only after it went live and stayed quiet. */
export function lesson(project: Project, incident: Incident, nowMs: number): Case {
  const last = incident.attempts.findLast((attempt) => attempt.proposal !== undefined);
  const outcome = last?.watched?.ok
    ? 'healed'
    : last?.liveAnswer?.verdict === 'reject' || last?.tryAnswer?.verdict === 'reject'
      ? 'rejected'
      : 'failed';
  return caseOf(project, incident, { attempt: last, outcome, durationMs: nowMs - incident.epoch.startedMs });
}

function caseOf(
  project: Project,
  incident: Incident,
  end: { attempt: Attempt | undefined; outcome: Case['outcome']; durationMs: number },
): Case {
  const { diagnosis } = incident;
  const proposal = end.attempt?.proposal;
  const place = diagnosis ? placeOf(diagnosis) : null;
  return {
    signature: diagnosis?.signature ?? '',
    class: diagnosis?.class ?? 'unknown',
    outcome: end.outcome,
    proposal: proposal?.hash ?? null,
    recipe: proposal?.recipe ?? null,
    ...(proposal?.model ? { model: proposal.model } : {}),
    changes: proposal?.changes ?? [],
    note: project.redactor.redact(proposal?.title ?? 'no repair was found'),
    incident: incident.id,
    message: diagnosis?.message ?? '',
    kind: proposal?.kind ?? null,
    proof: end.attempt?.evidence?.proof ?? null,
    tokens: proposal?.tokens ?? 0,
    costUsd: proposal?.costUsd ?? 0,
    durationMs: end.durationMs,
    place,
    shape: place === null || proposal === undefined ? null : shapeOf(project, proposal, place),
    change: proposal === undefined ? null : changeKey(proposal),
  };
}

/** The same change whatever incident proposes it: files by their contents before and after, and operations. */
export function changeKey({ changes, operations }: Pick<Proposal, 'changes' | 'operations'>): string {
  return hashOf({ changes, operations });
}

function shapeOf(project: Project, { changes, operations }: Proposal, place: Place): string | null {
  const [change] = changes;
  if (change === undefined || changes.length > 1 || operations.length > 0 || !stored(project, change)) return null;
  return shapeOfChange(toEdit(project, change), place);
}

function placeOf({ file, line, column }: Diagnosis): Place | null {
  return file === null || line === null ? null : { file, line, column };
}

/** Said twice, it is remembered once. @throws Fault memory_write */
export function rememberCase(memory: Memory, learned: Case, incident: Incident): void {
  const isFix = learned.outcome === 'healed';
  const files = learned.changes.map((change) => change.path);
  remember(memory, isFix ? 'fixes' : 'learnings', {
    id: [incident.ref, learned.outcome, learned.change],
    at: incident.lastSeenMs,
    text: [
      `${isFix ? '' : 'Do not repeat: '}${learned.note}`,
      `${learned.class}: ${learned.message}`,
      [
        learned.place === null ? '' : `${learned.place.file}:${learned.place.line}`,
        incident.signal.route ?? '',
        ...files,
      ].join(' '),
    ].join('\n'),
    keys: [
      `signature:${learned.signature}`,
      ...(isFix && learned.shape !== null ? [`shape:${learned.class}:${learned.shape}`] : []),
    ],
    data: learned,
  });
}

/**
 * Called after each fact is durable: what did not hold is not done again, and what the loop guard gave up leaves its bug report.
 * A full disk costs the lesson, not the heal.
 */
export function rememberOutcome(
  project: Project,
  memory: Memory,
  { entry, incident }: { entry: Entry; incident: Incident },
): void {
  const { fact, atMs } = entry;
  try {
    if (fact.type === 'rolledBack')
      rememberFailed(project, memory, { incident, attempt: incident.attempts.at(-1), atMs });
    // Where nothing was tried there is nothing to learn: an outage may open a thousand of these at once.
    const isTold = fact.type === 'suppressed' || (fact.type === 'abandoned' && incident.attempts.length > 0);
    if (isTold) rememberReport(project, memory, { incident, atMs });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'memory_write') throw error; // a full disk: said by the journal soon enough
  }
}

export function rememberFailed(
  project: Project,
  memory: Memory,
  { incident, attempt, atMs }: { incident: Incident; attempt: Attempt | undefined; atMs: number },
): void {
  const durationMs = atMs - incident.epoch.startedMs;
  rememberCase(memory, caseOf(project, incident, { attempt, outcome: 'failed', durationMs }), incident);
}

function rememberReport(
  project: Project,
  memory: Memory,
  { incident, atMs }: { incident: Incident; atMs: number },
): void {
  remember(memory, 'errors', {
    id: [incident.ref, 'report', incident.epoch.number],
    at: atMs,
    text: postMortem(new Desk(project.paths).show(String(incident.id))),
    keys: incident.diagnosis ? [`signature:${incident.diagnosis.signature}:report`] : [],
    data: { incident: incident.id },
  });
}

function remember(
  memory: Memory,
  space: Space,
  entry: { id: readonly unknown[]; at: number; text: string; keys: readonly string[]; data: unknown },
): void {
  memory.remember({ ...entry, id: hashOf(entry.id).slice(0, 12), space, at: iso(entry.at) });
}

function readSource(project: Project, file: string): string | null {
  try {
    return readFileSync(path.join(project.paths.project, file), 'utf8');
  } catch (error) {
    if (isErrno(error)) return null; // gone since: then there is no shape to compare
    throw error;
  }
}
