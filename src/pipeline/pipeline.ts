/** Wiring: the steps of the pipeline, each a room's one verb joined to what it needs. */
import type { Incident } from '../incident/incident.ts';
import type { StepFunctions } from '../incident/steps.ts';
import { isErrno } from '../kit/errors.ts';
import { lookAhead } from './ahead.ts';
import { rule } from './deciding.ts';
import { goBack, goLive } from './exchanging.ts';
import { startLastGood } from './falling.ts';
import { causeOr, proposeByModel } from './modelling.ts';
import { observed, propose } from './proposing.ts';
import type { StepsOptions } from './options.ts';
import { earlierCode } from './past.ts';
import { rehearse, verify } from './rehearsing.ts';
import { lesson, recall, rememberCase } from './remembering.ts';
import { openSession, requestFor, sharpen, type Session } from './sessions.ts';
import { diagnose } from './telling.ts';
import { proposeReturn } from './worsening.ts';

/** The steps, and what ends the copies they opened. */
export interface Pipeline {
  readonly steps: StepFunctions;
  /** Puts a session in that was opened before the incident had a number. */
  adopt(incident: number, session: Session): void;
  close(): Promise<void>;
}

export function createPipeline(options: StepsOptions): Pipeline {
  const { project } = options;
  const sessions = new Map<number, Promise<Session>>();
  const sessionOf = (incident: Incident, signal: AbortSignal): Promise<Session> => {
    const known = sessions.get(incident.id);
    if (known) return known;
    const opening = openSession(project, options.request ?? requestFor(project, incident), {
      signal,
      meanwhile: (copied) => lookAhead(options, copied, incident),
      earlier: (copied) => earlierCode(project, copied),
    });
    sessions.set(incident.id, opening);
    opening.catch(() => sessions.delete(incident.id)); // the step that waits for it says why
    return opening;
  };
  const leave = async ({ id }: Incident): Promise<void> => {
    const left = sessions.get(id);
    sessions.delete(id);
    await (await left)?.close();
  };
  const steps: StepFunctions = {
    triage: async ({ incident, signal }, stop) => {
      const plain = diagnose(project, signal);
      if (plain.class !== 'unknown' || signal.requestRef === null) return plain;
      return sharpen(project, signal, (await sessionOf(incident, stop)).baseline);
    },
    recall: async ({ diagnosis }) => recall(project, options.memory, diagnosis),
    propose: async ({ incident, rung }, signal) => {
      if (project.settings.autonomy === 'observe') return observed(incident);
      const session = await sessionOf(incident, signal);
      if (incident.signal.kind === 'regression') return proposeReturn(options, session, incident);
      if (rung !== 'known' && rung !== 'recipes' && rung !== 'revert')
        return proposeByModel(options, session, { incident, rung, signal });
      const made = await propose(options, session, { incident, rung, signal });
      return rung === 'recipes' && !('declined' in made) && made.kind === 'mitigation'
        ? causeOr(options, session, { incident, guard: made, signal })
        : made;
    },
    decide: async (input) => rule(options, input),
    rehearse: async ({ proposal }) => rehearse(project, proposal),
    verify: async ({ incident, proposal }, signal) =>
      verify(project, await sessionOf(incident, signal), { incident, proposal }),
    promote: async (input) => {
      try {
        return await goLive(options, input);
      } catch (error) {
        if (isErrno(error, 'base_moved')) await leave(input.incident); // what it looked at is not live any more
        throw error;
      }
    },
    rollback: async ({ incident, release, base }) => goBack(options, incident, { release, base }),
    fallBack: async (input) => startLastGood(options, input),
    learn: async ({ incident }) => {
      const learned = lesson(project, incident, options.now());
      rememberCase(options.memory, learned, incident);
      return learned;
    },
  };
  return {
    steps,
    adopt: (incident, session) => sessions.set(incident, Promise.resolve(session)),
    close: async () => {
      const open = [...sessions.values()];
      sessions.clear();
      for (const session of await Promise.allSettled(open))
        if (session.status === 'fulfilled') await session.value.close();
    },
  };
}
