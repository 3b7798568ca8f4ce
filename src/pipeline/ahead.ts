/** Wiring: what is done while the unchanged copy boots and is asked: a first look for ideas, and the best of them started (decision 39). */
import { availableParallelism } from 'node:os';
import type { Incident } from '../incident/incident.ts';
import { span } from '../kit/trace.ts';
import { ideasFor } from '../repair/propose.ts';
import type { RecipeContext } from '../repair/recipe.ts';
import { earlyContext } from './context.ts';
import type { StepsOptions } from './options.ts';
import { refusalOf } from './proposing.ts';
import { built, type Copied } from './sessions.ts';

const freshMs = 1_000;

/** Answers what it was judged by, for whoever looks again with the values that the copy has shown; null where no look is worth it. */
export async function lookAhead(
  options: StepsOptions,
  copied: Copied,
  incident: Incident,
): Promise<RecipeContext | null> {
  const { project } = options;
  const { signal, diagnosis, cases = [] } = incident;
  const isKnown = cases.some(({ outcome }) => outcome === 'healed');
  if (diagnosis === null || isKnown || signal.kind === 'regression' || project.settings.autonomy === 'observe')
    return null;
  if (availableParallelism() === 1) return null;
  const context = await earlyContext(project, copied, incident);
  const [first] = await span('ideas ahead', () => ideasFor(context, 'recipes'));
  // Near certain without the values: one that is only likely is mostly overtaken by them.
  const isPlain = first?.kind === 'cause' && first.rank <= 0 && first.operations.length === 0;
  if (!isPlain || refusalOf(options, copied, { incident, author: { rung: 'recipes', model: null }, idea: first }))
    return context;
  // What came by a timer is waited for: a process that ran all the while has done by then what a fresh one has not.
  if (copied.requests.length === 0 && (signal.servedMs ?? 0) > freshMs) return context;
  const idea = await built(copied, first);
  await span('boot ahead', () => copied.trials.bootAhead(idea, { needsListen: copied.requests.length > 0 }));
  return context;
}
