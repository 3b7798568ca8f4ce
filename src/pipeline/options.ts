/** Wiring: what the steps of the pipeline are given. */
import type { Incident } from '../incident/incident.ts';
import type { Rung } from '../incident/nouns.ts';
import type { Memory } from '../memory/memory.ts';
import type { Models } from '../models/models.ts';
import type { Tally } from '../policy/decide.ts';
import type { Project } from '../project.ts';
import type { SessionRequest } from './sessions.ts';
import type { Swapper } from './swap.ts';

export interface StepsOptions {
  readonly project: Project;
  readonly now: () => number;
  /** Brings a promoted tree into the running process; null where nothing runs (one-shot `heal`). */
  readonly swapper: Swapper | null;
  readonly memory: Memory;
  readonly models: Models;
  /** The rung that may ask a model for this incident just now, above the present one; null where none may. */
  modelAbove(incident: Incident): Rung | null;
  /** The story so far, for policy. */
  tally(incident: Incident): Partial<Tally>;
  /** How the failure is shown again; default: from the keeper's record. */
  readonly request?: SessionRequest;
}
