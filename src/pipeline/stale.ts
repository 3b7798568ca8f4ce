/** Wiring: what was begun for files or settings that are gone by now. */
import type { Engine } from '../engine/engine.ts';
import { currentAttempt, stopOf, waitingRuling } from '../incident/incident.ts';

/** What no trial could be set up for gets another with what the owner gives it by now, be it that he changed it while nothing ran. */
export function takeUpAgain(engine: Engine, trial: string): void {
  for (const incident of engine.incidents) {
    const declined = incident.attempts.at(-1)?.declined;
    if (incident.closed || declined?.trial === undefined || declined.trial === trial) continue;
    engine.record(incident.id, { type: 'retried', why: 'the settings of the trial changed', by: 'the owner' });
  }
}

/** Proposals made for files that are gone by now end; the failure is looked at anew on the new ones. */
export function endStale(engine: Engine, subject: string, tree: string): void {
  for (const incident of engine.incidents) {
    const attempt = currentAttempt(incident);
    const waits = attempt && waitingRuling(attempt) && !stopOf(incident);
    if (incident.subject !== subject || incident.closed || !waits || attempt.proposal?.base === tree) continue;
    engine.record(incident.id, { type: 'failed', step: 'decide', why: 'the files changed while it waited' });
    engine.record(incident.id, { type: 'retried', why: 'a deploy', by: 'kintsugi' });
  }
}
