/** Generate and validate: collects what the recipes offer, tries it in order, follows chains, and puts the best one forward. */
import { setImmediate } from 'node:timers/promises';
import type { Action, Declined, Evidence, Idea, Rung } from '../incident/nouns.ts';
import { Fault } from '../kit/errors.ts';
import { span } from '../kit/trace.ts';
import { choose, weight, type Tried } from './choose.ts';
import { isOutdone } from './evidence/earlier-name.ts';
import { shortDoubt } from './evidence/short-calls.ts';
import { recipesFor } from './ladder.ts';
import { isAlteration } from './recipes/revert.ts';
import { isSound } from './sound.ts';
import type { Recipe, RecipeContext } from './recipe.ts';
import type { Found, PartialRepair, ProposeDeps, ProposeLimits } from './trying.ts';

export const defaultLimits: ProposeLimits = { tries: 12, chain: 5, atOnce: 2 };

/** The best repair that the recipes of a rung have for this failure, or why there is none. */
export async function proposeFrom(
  context: RecipeContext,
  rung: Extract<Rung, 'recipes' | 'revert'>,
  deps: ProposeDeps,
): Promise<Found | Declined> {
  const outside = await outsideAction(context, rung);
  if (outside !== null) return { declined: outside.why, tried: 0, action: outside, as: 'asked' };
  const run: Run = { rung, deps, tried: 0, fell: 0, notes: [], seen: new Set(), unclear: [] };
  const survivors = await search(context, { run, done: null, depth: 1 });
  const best = choose(survivors);
  const unclear = run.unclear.find(({ idea }) => best === null || weight[idea.kind] < weight[best.idea.kind]);
  if (unclear !== undefined) return unknowable(unclear, run);
  if (best !== null) return { ...best, tried: run.tried, fell: run.fell };
  return (await onlyAPerson(context, run)) ?? (await questioned(context, run)) ?? declined(context, run);
}

/** Collects, orders and cleans the ideas of a rung without trying any: root causes first. */
export async function ideasFor(
  context: RecipeContext,
  rung: Extract<Rung, 'recipes' | 'revert'>,
  notes: string[] = [],
): Promise<Idea[]> {
  const found: Idea[] = [];
  for (const recipe of recipesFor(context.diagnosis, rung)) {
    found.push(...(await ideasOf(recipe, context, notes)));
    await setImmediate(); // the copy is asked meanwhile, and its answers are timed
  }
  const seen = new Set<string>();
  return found
    .filter((idea) => isSound(context.tree, idea))
    .map((idea) =>
      restores(context, idea) && !isOutdone(idea, found)
        ? { ...idea, rank: -1, ask: isAlteration(idea.edits) ? null : idea.ask }
        : idea,
    )
    .map((idea) =>
      idea.kind === 'cause' && idea.rank >= 0 ? { ...idea, ask: idea.ask ?? shortDoubt(context, idea.edits) } : idea,
    )
    .sort((a, b) => weight[a.kind] - weight[b.kind] || a.rank - b.rank || agreement(context, b) - agreement(context, a))
    .filter((idea) => {
      const result = JSON.stringify([idea.edits.map((edit) => [edit.path, edit.after]), idea.operations]);
      return !seen.has(result) && seen.add(result);
    });
}

/** A recipe with a defect of its own costs its ideas, and not those of all others. */
async function ideasOf(recipe: Recipe, context: RecipeContext, notes: string[]): Promise<readonly Idea[]> {
  try {
    return await recipe.ideas(context);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    notes.push(`the recipe ${recipe.name} has a defect, please report it: ${text}`);
    return [];
  }
}

interface Run {
  readonly rung: Extract<Rung, 'recipes' | 'revert'>;
  readonly deps: ProposeDeps;
  tried: number;
  fell: number;
  readonly notes: string[];
  /** What each of those that were tried makes of the project. */
  readonly seen: Set<string>;
  /** Carried out, and it is not known what came of it. */
  readonly unclear: Tried[];
}

/** A chain that leads back to what was tried, or to where it began, tells nothing new. */
function isNew({ seen }: Run, { edits, operations }: Idea): boolean {
  const texts = edits.map(({ path, after }) => [path, after] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const result = JSON.stringify([texts, operations]);
  const isNothing = edits.length + operations.length === 0;
  return !isNothing && !seen.has(result) && seen.add(result).size > 0;
}

interface Step {
  readonly run: Run;
  /** What the chain has repaired so far. */
  readonly done: Idea | null;
  readonly depth: number;
}

async function search(context: RecipeContext, step: Step): Promise<Tried[]> {
  const { run } = step;
  const ideas = (await span('ideas', () => ideasFor(context, run.rung, run.notes))).filter(
    (idea) => !waitsForAPerson(idea),
  );
  const survivors: Tried[] = [];
  const left: Tried[] = [];
  let at = 0;
  while (at < ideas.length && !spent(run)) {
    const wave = waveFrom(ideas, at, run.deps.limits.atOnce);
    at += wave.length;
    const tried = await tryAll(
      wave.map((idea) => merged(step.done, idea)).filter((idea) => isNew(run, idea)),
      run,
    );
    survivors.push(...tried.filter((each) => each.evidence.passed));
    left.push(...tried.filter((each) => mayLeadOn(each)));
    if (isEnough(survivors, ideas[at])) break;
    for (const partial of tried.filter((each) => leadsOn(each))) {
      survivors.push(...(await follow({ ...partial, context }, step)));
      if (isEnough(survivors, ideas[at])) break;
    }
    if (isEnough(survivors, ideas[at])) break;
  }
  for (const partial of left.slice(0, lastMost)) {
    if (survivors.length > 0) break;
    survivors.push(...(await follow({ ...partial, context }, step)));
  }
  return [...survivors, ...(await completed(survivors, context, step))];
}

/** Where even the best leaves a route beside it failing of the project's own code, that failure is repaired as well: half a repair is none. */
async function completed(survivors: readonly Tried[], context: RecipeContext, step: Step): Promise<Tried[]> {
  const best = choose(survivors);
  const { quiet } = best?.evidence ?? {};
  if (best === null || !quiet?.failing || best.idea.kind === 'mitigation' || best.idea.ask !== null) return [];
  const more = await follow({ ...best, context }, step);
  return more.filter(({ evidence }) => (evidence.quiet?.well ?? 0) > quiet.well);
}

/** So many less likely ones, and such as failed without a word, are followed where nothing else is left. */
const lastMost = 2;

/** All ideas of equal kind and rank; more where that would leave a hand idle, but a near certain one goes alone. */
function waveFrom(ideas: readonly Idea[], at: number, atOnce: number): Idea[] {
  const first = ideas[at];
  if (first === undefined) return [];
  const peers = ideas.slice(at).filter((idea) => idea.kind === first.kind && idea.rank === first.rank);
  if (peers.length >= atOnce || (at === 0 && first.rank <= 0)) return peers;
  return ideas.slice(at, at + atOnce).filter((idea) => idea.kind === first.kind);
}

function spent(run: Run): boolean {
  return run.tried >= run.deps.limits.tries || run.deps.signal.aborted;
}

async function tryAll(ideas: readonly Idea[], run: Run): Promise<Tried[]> {
  const tried: (Tried | undefined)[] = ideas.map(() => undefined);
  let next = 0;
  const hand = async (): Promise<void> => {
    for (let at = next++; at < ideas.length && !spent(run); at = next++) {
      const idea = ideas[at];
      if (idea === undefined) continue;
      run.tried++;
      const evidence = await run.deps.tryOut(idea);
      if (!evidence.passed && !isUnclear(evidence)) run.fell++;
      if (isUnclear(evidence)) run.unclear.push({ idea, evidence });
      run.notes.push(`${idea.title}: ${verdict(evidence)}`);
      tried[at] = { idea, evidence };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, run.deps.limits.atOnce) }, hand));
  return tried.filter((each) => each !== undefined);
}

/** The trial was begun; what was refused before that says nothing about the idea. */
export function isUnclear(evidence: Evidence): boolean {
  return evidence.inconclusive !== null && evidence.proof !== 'none';
}

/** Nothing lesser is put forward in place of what may well be the repair: a person is told what the trial lacks. */
function unknowable({ idea, evidence }: Tried, run: Run): Declined {
  const why = `${idea.title}: ${evidence.inconclusive ?? ''}`;
  return { declined: why, tried: run.tried, action: { why, command: null }, as: 'setup' };
}

/** How a trial ended, in a phrase. */
export function verdict(evidence: Evidence): string {
  if (evidence.passed) return evidence.proof;
  if (evidence.inconclusive !== null) return `inconclusive (${evidence.inconclusive})`;
  return evidence.checks.find((check) => !check.ok)?.detail.split('\n')[0] ?? 'did not help';
}

function leadsOn({ idea, evidence }: Tried): boolean {
  return !evidence.passed && evidence.next !== null && idea.kind !== 'mitigation' && idea.rank <= 1;
}

/** Less likely ones, and such as are answered 5xx without an error that was told: what lies behind those only the debugger sees. */
function mayLeadOn({ idea, evidence }: Tried): boolean {
  const isFailed = !evidence.passed && evidence.inconclusive === null && idea.kind === 'cause';
  if (evidence.next !== null) return isFailed && idea.rank > 1;
  return isFailed && idea.rank <= 1 && evidence.after.some(({ status }) => (status ?? 0) >= 500);
}

/** Repairs the failure behind: the chain counts only as a whole (TRY-5). */
async function follow(partial: PartialRepair, step: Step): Promise<Tried[]> {
  const { limits, nextContext } = step.run.deps;
  if (step.depth >= limits.chain || spent(step.run) || nextContext === undefined) return [];
  const context = await nextContext(partial);
  return context === null ? [] : search(context, { run: step.run, done: partial.idea, depth: step.depth + 1 });
}

/** True where no idea that is left could beat what has survived. Mitigations are all tried: their replies decide; so is every
 * peer of a repair that changed what others are answered, or that leaves a route beside it failing. */
function isEnough(survivors: readonly Tried[], untried: Idea | undefined): boolean {
  return survivors.some(({ idea, evidence }) => {
    if (idea.kind === 'mitigation' || (idea.kind === 'cause' && evidence.proof !== 'replayed')) return false;
    if (untried === undefined) return true;
    if (evidence.quiet?.failing && weight[untried.kind] === weight[idea.kind] && untried.rank <= idea.rank + 1)
      return false;
    if (weight[untried.kind] > weight[idea.kind] || untried.kind === 'mitigation') return true;
    return untried.rank > idea.rank && (evidence.others?.asked ?? 0) === (evidence.others?.asBefore ?? 0);
  });
}

/** One idea out of two steps of a chain. */
export function merged(done: Idea | null, idea: Idea): Idea {
  if (done === null) return idea;
  const edits = new Map(done.edits.map((edit) => [edit.path, edit]));
  for (const edit of idea.edits) {
    const before = edits.get(edit.path);
    edits.set(edit.path, before === undefined ? edit : { ...edit, before: before.before });
  }
  const kinds = [done.kind, idea.kind];
  const kind = (['mitigation', 'rollback', 'cause', 'operational'] as const).find((each) => kinds.includes(each));
  return {
    recipe: `${done.recipe}+${idea.recipe}`,
    kind: kind ?? idea.kind,
    title: `${done.title}; then ${idea.title}`,
    edits: [...edits.values()].filter((edit) => edit.before !== edit.after),
    operations: [...done.operations, ...idea.operations],
    ask: done.ask ?? idea.ask,
    rank: Math.max(done.rank, idea.rank),
  };
}

/** A cause whose every file becomes what it was when it was last good: no guess, however it was found. */
function restores({ lastGood }: RecipeContext, { kind, edits, operations }: Idea): boolean {
  const isPlain = kind === 'cause' && operations.length === 0 && edits.length > 0;
  return (
    isPlain && lastGood !== null && edits.every(({ path, after }) => after !== null && lastGood.read(path) === after)
  );
}

/** Lines of the result that the last good release has too, minus those of the present text. */
function agreement(context: RecipeContext, idea: Idea): number {
  let gain = 0;
  for (const edit of idea.edits) {
    const good = context.lastGood?.read(edit.path);
    if (good === undefined || good === null || edit.after === null) continue;
    const lines = new Set(good.split('\n').map((line) => line.trim()));
    const count = (text: string): number => text.split('\n').filter((line) => !lines.has(line.trim())).length;
    gain += count(edit.before ?? '') - count(edit.after) + (good === edit.after ? 1000 : 0);
  }
  return gain;
}

/** Installing what nobody declared runs foreign code: that is not even tried before a person has said yes. */
function waitsForAPerson(idea: Idea): boolean {
  return idea.ask !== null && idea.operations.some((each) => each.op === 'install');
}

async function onlyAPerson(context: RecipeContext, run: Run): Promise<Found | Declined | null> {
  const waiting = (await ideasFor(context, run.rung)).find(waitsForAPerson);
  if (waiting !== undefined) {
    return { idea: waiting, evidence: untried(waiting.ask ?? ''), tried: run.tried, fell: run.fell };
  }
  const action = actionFor(context, run);
  return action === null ? null : { declined: action.why, tried: run.tried, action, as: 'asked' };
}

async function outsideAction(context: RecipeContext, rung: Run['rung']): Promise<Action | null> {
  for (const recipe of recipesFor(context.diagnosis, rung)) {
    const action = (await recipe.outside?.(context)) ?? null;
    if (action !== null) return action;
  }
  return null;
}

function actionFor(context: RecipeContext, run: Run): Action | null {
  for (const recipe of recipesFor(context.diagnosis, run.rung)) {
    const action = recipe.action?.(context) ?? null;
    if (action !== null) return action;
  }
  return context.diagnosis.action;
}

async function questioned(context: RecipeContext, run: Run): Promise<Declined | null> {
  for (const recipe of run.deps.signal.aborted ? [] : recipesFor(context.diagnosis, run.rung)) {
    const why = (await recipe.question?.(context)) ?? null;
    if (why !== null) return { declined: why, tried: run.tried, action: { why, command: null }, as: 'declined' };
  }
  return null;
}

export function untried(why: string): Evidence {
  return {
    proof: 'none',
    passed: false,
    checks: [],
    confinement: 'none: not tried',
    bootMs: null,
    before: [],
    after: [],
    inconclusive: `not tried: ${why}`,
    score: 0,
    next: null,
  };
}

function declined(context: RecipeContext, run: Run): Declined {
  const { class: name } = context.diagnosis;
  const what = name === 'unknown' ? '' : `${name.replaceAll('_', ' ')} `;
  const why = run.deps.signal.aborted
    ? 'the time ran out'
    : run.tried === 0
      ? [`no recipe fits this ${what}failure`, ...run.notes].join('; ').slice(0, 2000)
      : `no safe repair: ${run.notes.slice(0, 12).join(' | ').slice(0, 2000)}`;
  return { declined: why, tried: run.tried, action: null, as: 'declined' };
}
