/** Wiring: where nothing helps the failure that shows, a file that the server asked for in vain as it started, told of and went on without may be what it comes of. */
import type { Declined, Rung, Signal } from '../incident/nouns.ts';
import type { Project } from '../project.ts';
import { proposeFrom } from '../repair/propose.ts';
import type { RecipeContext } from '../repair/recipe.ts';
import type { Found, ProposeDeps } from '../repair/trying.ts';
import { shown } from './context.ts';
import type { Session } from './sessions.ts';

const missedMax = 2;

interface Asked {
  readonly context: RecipeContext;
  readonly rung: Extract<Rung, 'recipes' | 'revert'>;
  readonly deps: ProposeDeps;
}

/** What the recipes have for the failure itself; else, or before a mitigation of it, what they have for such a file. */
export async function proposeBehind(
  project: Project,
  session: Session,
  { context, rung, deps }: Asked,
): Promise<Found | Declined> {
  const own = await proposeFrom(context, rung, deps);
  if (rung === 'revert') return own;
  if (!('declined' in own) ? own.idea.kind !== 'mitigation' : own.as === 'setup') return own;
  for (const error of session.baseline.missed.slice(0, missedMax)) {
    const { baseline } = session;
    const failure = baseline.failure && { ...baseline.failure, error };
    const signal: Signal = { ...context.signal, error, stderr: '' };
    const told = await shown(project, session, { signal, baseline: { ...baseline, failure, facts: null } });
    const found = await proposeFrom({ ...context, signal, ...told }, rung, deps);
    const isBetter = 'declined' in found ? 'declined' in own && found.as === 'asked' : found.idea.kind !== 'mitigation';
    if (isBetter) return 'declined' in found ? { ...found, tried: own.tried + found.tried } : found;
  }
  return own;
}
