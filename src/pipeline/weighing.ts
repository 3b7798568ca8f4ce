/** Wiring: the ladder of one incident just now: the rungs its owner lists, of which those that cost money wait for a model, for weight and for time (REP-7, MOD-1, SEN-10). */
import type { Incident } from '../incident/incident.ts';
import type { CapturedRequest, Rung, Signal } from '../incident/nouns.ts';
import type { Models } from '../models/models.ts';
import { admitModel, type Admission, type HealRecord } from '../policy/limits.ts';
import type { Project } from '../project.ts';
import { asksModel, rungsFor } from '../repair/ladder.ts';
import { normaliseRoute } from '../triage/routes.ts';
import { isRoute } from './asking.ts';
import { modelRungs } from './modelling.ts';
import { unseal } from './sessions.ts';

export interface Ladder {
  readonly rungs: readonly Rung[];
  /** Not before this time may the next of them begin; 0 = at once. */
  readonly notBeforeMs: number;
}

export interface World {
  readonly all: readonly Incident[];
  readonly nowMs: number;
  /** As in policy/limits.ts. */
  readonly setMs?: number;
}

/** A failure of one of these kinds ended the process. */
const deadly: ReadonlySet<Signal['kind']> = new Set(['crash', 'spawn', 'freeze', 'health', 'memory']);

/** Reads what is sealed once for each occurrence, however often it is asked. */
export class Weigher {
  readonly #project: Project;
  readonly #models: Models;
  readonly #answeredWell = new Map<string, boolean>();

  constructor(project: Project, models: Models) {
    this.#project = project;
    this.#models = models;
  }

  /** `isLooping`: what keeps the server from running is not waited for, it is done without. */
  ladder(incident: Incident, { isLooping, ...world }: World & { readonly isLooping: boolean }): Ladder {
    const rungs = this.#rungs(incident);
    const admission = this.#admission(incident, world);
    if (admission.go || !rungs.some(asksModel)) return { rungs, notBeforeMs: 0 };
    if (admission.untilMs === null || isLooping)
      return { rungs: rungs.filter((rung) => !asksModel(rung)), notBeforeMs: 0 };
    const next = rungs[incident.attempts.length - incident.epoch.from];
    return { rungs, notBeforeMs: next !== undefined && asksModel(next) ? admission.untilMs : 0 };
  }

  /** The first rung above the present one that may ask a model at once; null where none may. */
  modelAbove(incident: Incident, world: World): Rung | null {
    const above = this.#rungs(incident).slice(incident.attempts.length - incident.epoch.from + 1);
    return this.#admission(incident, world).go ? (above.find(asksModel) ?? null) : null;
  }

  #rungs(incident: Incident): readonly Rung[] {
    const { heal } = this.#project.settings;
    // Nothing failed that could be mended: all there is is the way back.
    if (incident.signal.kind === 'regression') return heal.rungs.includes('revert') ? ['revert'] : [];
    const isThere = this.#models.namesOf('coding').length > 0;
    const order = (heal.rungs as readonly Rung[]).filter(
      (rung) => !asksModel(rung) || (isThere && modelRungs.includes(rung)),
    );
    return rungsFor(incident.diagnosis?.class ?? 'unknown', order, heal.modelRounds);
  }

  #admission(incident: Incident, { all, ...now }: World): Admission {
    if (isWished(incident)) return { go: true };
    const signature = incident.diagnosis?.signature ?? '';
    const history = all.flatMap((each) => modelHeals(each, each.id === incident.id));
    return admitModel({ signature, ...now, history, weight: this.#weightOf(incident) });
  }

  #weightOf(incident: Incident): Parameters<typeof admitModel>[0]['weight'] {
    const { signal, clients, requestRef } = incident;
    return {
      exit: signal.exit !== null || deadly.has(signal.kind),
      clients: clients.length,
      answeredWellBefore: requestRef !== null && this.#hasAnsweredWell(incident, requestRef),
    };
  }

  /** As the requests say that were answered well lately by the same boot. */
  #hasAnsweredWell({ subject, signal }: Incident, ref: string): boolean {
    const known = this.#answeredWell.get(ref);
    if (known !== undefined) return known;
    const sealed = unseal(this.#project.paths.run(subject), ref);
    const [failing] = sealed?.requests ?? [];
    const isSame = (one: CapturedRequest): boolean =>
      one.method === failing?.method &&
      (normaliseRoute(one.url) === normaliseRoute(failing.url) ||
        (signal.route !== null && isRoute(signal.route, pathOf(one)) && isRoute(signal.route, pathOf(failing))));
    const answered = sealed?.good.some(isSame) ?? false;
    this.#answeredWell.set(ref, answered);
    return answered;
  }
}

function pathOf({ url }: CapturedRequest): string {
  return url.split('?')[0] ?? '';
}

/** `kintsugi heal`, or a person's retry: no weight is asked for. */
function isWished({ signal, asked }: Incident): boolean {
  return signal.apply !== undefined || asked.number > 1;
}

/** A heal counts once, however many of its rungs asked a model; the one under way does not count against itself. */
function modelHeals({ attempts, epoch, diagnosis }: Incident, isItself: boolean): HealRecord[] {
  const past = isItself ? attempts.slice(0, epoch.from) : attempts;
  const asks = (at: number): boolean =>
    past[at] !== undefined && (asksModel(past[at].rung) || (past[at].proposal?.tokens ?? 0) > 0);
  const signature = diagnosis?.signature ?? '';
  return past
    .filter((_, at) => asks(at) && !asks(at - 1))
    .map(({ startedMs }) => ({ signature, at: startedMs, ok: null, model: true }));
}
