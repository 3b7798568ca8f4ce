/** Wiring: the rungs that ask a model, each given what is known of the failure, and hands that judge and try in a copy (REP-4, REP-7). */
import type { Incident } from '../incident/incident.ts';
import type { Declined, Idea, Proposal, Rung, Ruling } from '../incident/nouns.ts';
import { outcomeOf } from '../engine/view.ts';
import { checkPath } from '../policy/paths.ts';
import { readProposed } from '../policy/proposed.ts';
import { packageManager, policySettings, trialHash } from '../project.ts';
import { agentWith, type OpenToolbox } from '../repair/agent/agent.ts';
import { teamWith } from '../repair/agent/team.ts';
import { fast } from '../repair/fast/fast.ts';
import type { RecipeContext } from '../repair/recipe.ts';
import type { Briefing, Rung as ModelRung, RungDeps } from '../repair/rung.ts';
import { handlersOf, mapProject } from './asking.ts';
import { ruled } from './deciding.ts';
import type { StepsOptions } from './options.ts';
import { contextOf } from './context.ts';
import { draft, proposalOf, type Author } from './drafting.ts';
import { tried, unprovable } from './proposing.ts';
import type { Session } from './sessions.ts';
import { toolboxOf } from './toolbox.ts';

type Make = (open: OpenToolbox) => ModelRung;
const rungs: Readonly<Partial<Record<Rung, Make>>> = { fast: () => fast, agent: agentWith, team: teamWith };

/** The rungs of this version that ask a model. */
export const modelRungs = Object.keys(rungs) as readonly Rung[];

interface Input {
  readonly incident: Incident;
  readonly rung: Rung;
  readonly signal: AbortSignal;
}

/** What a model wrote goes through the same gates as any other change, confined (TRY-4); only its limits are narrower (POL-1). */
export async function proposeByModel(
  options: StepsOptions,
  session: Session,
  { incident, rung, signal }: Input,
): Promise<Proposal | Declined> {
  const { project, models } = options;
  const make = rungs[rung];
  if (make === undefined) throw new Error(`${rung} is no rung of a model`);
  signal.throwIfAborted();
  const refusal = unprovable(project, incident, session);
  if (refusal) return refusal;
  const author = { rung, model: models.namesOf('coding')[0] ?? null };
  const context = await contextOf(project, session, incident);
  const ask = make(toolboxOf(options, session, incident));
  const made = await ask(await briefingOf(options, session, { incident, context }), {
    ...handsOf(options, session, { incident, author, context }),
    signal,
  });
  if ('declined' in made) return made.as === 'setup' ? { ...made, trial: trialHash(project.settings) } : made;
  return proposalOf(options, session, { ...author, found: made, spent: made.spent });
}

/** A proven cause beats a guard that only makes the symptom bearable (TRY-7): where a model may be asked, it is, and the guard is what is left. */
export async function causeOr(
  options: StepsOptions,
  session: Session,
  { incident, guard, signal }: { incident: Incident; guard: Proposal; signal: AbortSignal },
): Promise<Proposal> {
  const rung = options.modelAbove(incident);
  if (rung === null) return guard;
  const made = await proposeByModel(options, session, { incident, rung, signal });
  const spent = 'declined' in made ? made.spent : made;
  const isBetter = !('declined' in made) && made.kind === 'cause' && made.ask === null;
  if (isBetter || spent === undefined) return isBetter ? made : guard;
  const { tokens, costUsd, refused } = spent;
  return { ...guard, tokens, costUsd, ...(refused === undefined ? {} : { refused }) };
}

function handsOf(
  options: StepsOptions,
  session: Session,
  { incident, author, context }: { incident: Incident; author: Author; context: RecipeContext },
): Omit<RungDeps, 'signal'> {
  const { project, models } = options;
  const settings = policySettings(project);
  const causes = [context.diagnosis.file, context.diagnosis.named.path].filter((one) => typeof one === 'string');
  return {
    models,
    incident: incident.id,
    redact: (text) => project.redactor.redact(text),
    barred: (path) => checkPath(path, settings, causes)?.reason ?? null,
    judge: (idea: Idea): Ruling => {
      const proposal = draft(project, session, { ...author, idea });
      return ruled(options, { incident, proposal, edits: idea.edits, evidence: null, stage: 'try' });
    },
    operation: (line) => {
      const read = readProposed(line, packageManager(context.tree), settings);
      return 'refused' in read ? { refused: `${read.refused.rule}: ${read.refused.reason}` } : read;
    },
    tryOut: tried(options, session, { incident, author }),
  };
}

async function briefingOf(
  options: StepsOptions,
  session: Session,
  { incident, context }: { incident: Incident; context: RecipeContext },
): Promise<Briefing> {
  const isLocated = context.diagnosis.frames.some((frame) => frame.own) || context.diagnosis.file !== null;
  const entry = session.launch.entry;
  const { request, route } = incident.signal;
  const asked = request === null ? null : { method: request.method, url: route ?? request.url };
  const handlers =
    isLocated || asked === null ? [] : handlersOf(await mapProject(options.project, session.launch), asked);
  return {
    context,
    request,
    notes: notesOf(incident),
    places: [...handlers, ...(isLocated || entry === null ? [] : [{ file: entry, line: 1 }])],
  };
}

const notesMax = 8;

/** What this heal tried so far, then what earlier ones did not succeed with (MEM-4). */
function notesOf({ attempts, epoch, cases = [], diagnosis }: Incident): string[] {
  const now = attempts.slice(epoch.from).flatMap((attempt) => {
    if (attempt.declined) return attempt.declined.tried === 0 ? [] : [attempt.declined.declined];
    return attempt.proposal ? [`${attempt.proposal.title}: ${outcomeOf(attempt)}`] : [];
  });
  const before = cases
    .filter((past) => past.outcome !== 'healed' && past.signature === diagnosis?.signature && past.change !== null)
    .map((past) => `${past.outcome} in incident ${past.incident}: ${past.note}`);
  return [...now, ...before].slice(0, notesMax);
}
