/** What a move or a step puts on the form. */
import { currentAttempt, fallingBack, type Incident } from '../incident/incident.ts';
import type { Fact, StepName } from '../incident/fact.ts';
import type { Move } from '../incident/next.ts';
import type { Rung } from '../incident/nouns.ts';
import type { StepFunctions, Steps } from '../incident/steps.ts';

/** Does one step. @throws what the step throws. */
export async function perform(
  steps: StepFunctions,
  { incident, move }: { incident: Incident; move: Move & { do: 'work' } },
  signal: AbortSignal,
): Promise<Fact> {
  const attempt = currentAttempt(incident);
  const proposal = attempt?.proposal;
  switch (move.step) {
    case 'triage':
      return { type: 'triaged', diagnosis: await steps.triage({ incident, signal: incident.signal }, signal) };
    case 'recall':
      return { type: 'recalled', cases: await steps.recall({ diagnosis: must(incident.diagnosis) }, signal) };
    case 'propose':
      return proposedOr(must(move.rung), await steps.propose({ incident, rung: must(move.rung) }, signal));
    case 'decide': {
      const stage = must(move.stage);
      const input = { incident, proposal: must(proposal), evidence: attempt?.evidence ?? null, stage };
      return { type: 'decided', stage, ruling: await steps.decide(input, signal) };
    }
    case 'rehearse':
      return { type: 'rehearsed', candidate: await steps.rehearse({ proposal: must(proposal) }, signal) };
    case 'verify':
      return {
        type: 'verified',
        evidence: await steps.verify(
          { incident, proposal: must(proposal), candidate: must(attempt?.candidate) },
          signal,
        ),
      };
    case 'promote':
      return {
        type: 'promoted',
        promoted: await steps.promote(
          { incident, proposal: must(proposal), candidate: must(attempt?.candidate) },
          signal,
        ),
      };
    case 'rollback':
      return {
        type: 'rolledBack',
        to: (
          await steps.rollback(
            { incident, release: must(attempt?.promoted).release, base: must(proposal).base },
            signal,
          )
        ).to,
      };
    case 'fallBack':
      return {
        type: 'fellBack',
        fell: await steps.fallBack({ incident, fallBack: must(fallingBack(incident) ?? undefined) }, signal),
      };
    case 'learn':
      return { type: 'learned', learned: await steps.learn({ incident }, signal) };
  }
}

function proposedOr(rung: Rung, output: Steps['propose']['output']): Fact {
  return 'declined' in output
    ? { type: 'declined', rung, declined: output }
    : { type: 'proposed', rung, proposal: output };
}

/** A step that failed: the way back that was not found is the end of it. */
export function failure(step: StepName, why: string): Fact {
  return step === 'fallBack' ? { type: 'fellBack', fell: { to: null, why } } : { type: 'failed', step, why };
}

/** What needs no step is written at once. */
export function factOf(move: Exclude<Move, { do: 'work' | 'wait' | 'over' }>): Fact {
  switch (move.do) {
    case 'abandon':
      return { type: 'abandoned', why: move.why };
    case 'suppress':
      return { type: 'suppressed', why: move.why };
    case 'fallBack':
      return { type: 'fallingBack', fallBack: move.fallBack };
    case 'retry':
      return { type: 'retried', why: move.why, by: 'a change of the files', release: move.release };
    case 'watched':
      return { type: 'watched', ok: true, why: 'quiet since the promotion' };
    case 'close':
      return { type: 'closed', outcome: move.outcome, why: move.why };
  }
}

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a box that must be filled by now is empty');
  return value;
}
