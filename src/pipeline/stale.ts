/** Wiring: what was begun for files or settings that are gone by now. */
import type { Engine } from '../engine/engine.ts';
import { currentAttempt, stopOf, waitingRuling } from '../incident/incident.ts';
import type { Courses } from './worsening.ts';

/** What no trial could be set up for gets another with what the owner gives it by now, be it that he changed it while nothing ran. */
export function takeUpAgain(engine: Engine, trial: string): void {
  for (const incident of engine.incidents) {
    const declined = incident.attempts.at(-1)?.declined;
    if (incident.closed || declined?.trial === undefined || declined.trial === trial) continue;
    engine.record(incident.id, { type: 'retried', why: 'the settings of the trial changed', by: 'the owner' });
  }
}

/** What waits for a person only because of what is over: of files that others, which do well, have replaced, or of a want that somebody met. */
export function endOutlived(engine: Engine, courses: Courses, ran: { subject: string; tree: string }): void {
  for (const incident of engine.incidents) {
    const why = incident.subject === ran.subject ? courses.outlived(incident, ran.tree) : null;
    if (why !== null) engine.record(incident.id, { type: 'closed', outcome: 'resolved', why });
  }
}

/** The files are others by now. */
export function endOutdated(engine: Engine, subject: string, tree: string): void {
  endTakenBack(engine, subject, tree);
  endStale(engine, subject, tree);
}

/** A repair that is still watched, and that a person took back (`backup undo`, an edit, git): there is nothing left to watch, and it is not made live again. */
function endTakenBack(engine: Engine, subject: string, tree: string): void {
  for (const incident of engine.incidents) {
    const attempt = currentAttempt(incident);
    const isWatched = attempt?.promoted?.ready === true && attempt.watched === undefined;
    if (incident.subject !== subject || incident.closed || !isWatched || attempt.proposal?.base !== tree) continue;
    const why = 'it was taken back by hand: the files are as they were before it';
    engine.record(incident.id, { type: 'watched', ok: false, why });
    engine.record(incident.id, { type: 'rolledBack', to: tree });
    engine.record(incident.id, { type: 'closed', outcome: 'rejected', why });
  }
}

/** Proposals made for files that are gone by now end; the failure is looked at anew on the new ones. */
function endStale(engine: Engine, subject: string, tree: string): void {
  for (const incident of engine.incidents) {
    const attempt = currentAttempt(incident);
    const waits = attempt && waitingRuling(attempt) && !stopOf(incident);
    if (incident.subject !== subject || incident.closed || !waits || attempt.proposal?.base === tree) continue;
    engine.record(incident.id, { type: 'failed', step: 'decide', why: 'the files changed while it waited' });
    engine.record(incident.id, { type: 'retried', why: 'a deploy', by: 'kintsugi' });
  }
}
