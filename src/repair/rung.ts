/** What every rung that asks a model is given, and gives back: the failure with all that is known of it, and hands that judge and try. */
import type { CapturedRequest, Declined, Idea, Operation, Ruling, Spent, TryOut } from '../incident/nouns.ts';
import { clip } from '../kit/text.ts';
import type { Models, NoReply, Reply } from '../models/models.ts';
import { readMeanings } from '../policy/meaning.ts';
import { choose, type Tried } from './choose.ts';
import { isUnclear, untried } from './propose.ts';
import type { Found } from './trying.ts';
import type { RecipeContext } from './recipe.ts';

export interface Briefing {
  readonly context: RecipeContext;
  /** Redacted (SEN-3); null where none was in flight. */
  readonly request: CapturedRequest | null;
  /** What was tried in this heal and in earlier ones, and why it fell; a line or two each. */
  readonly notes: readonly string[];
  /** Places of the project that may matter where the stack names none, such as the handler of the failing route. */
  readonly places: readonly { readonly file: string; readonly line: number }[];
}

export interface RungDeps {
  readonly models: Models;
  readonly incident: number;
  redact(text: string): string;
  /** Why a repair may not write this file; null where it may (POL-3). */
  barred(path: string): string | null;
  /** Policy before the trial. */
  judge(idea: Idea): Ruling;
  /** A proposed command line as an operation of ours, or why it is refused (POL-2). */
  operation(line: string): Operation | { readonly refused: string };
  readonly tryOut: TryOut;
  readonly signal: AbortSignal;
}

/** `evidence.passed` is false only where a person must be asked before it may be tried. */
export type Rung = (briefing: Briefing, deps: RungDeps) => Promise<(Found & { readonly spent: Spent }) | Declined>;

const refusedMax = 20;

/** Adds up what the calls of one rung cost, and what was refused to its models. */
export class Bill {
  #model = '';
  #tokens = 0;
  #costUsd = 0;
  readonly #refused: string[] = [];
  #more = 0;

  add({ usage, ...reply }: Reply | NoReply): void {
    if ('model' in reply) this.#model = reply.model;
    this.#tokens += usage.input + usage.output;
    this.#costUsd += usage.costUsd;
  }

  /** @param what redacted */
  refuse(what: string): void {
    if (this.#refused.length < refusedMax) this.#refused.push(clip(what.replace(/\s+/g, ' '), 400));
    else this.#more += 1;
  }

  get spent(): Spent {
    const refused = [...this.#refused, ...(this.#more === 0 ? [] : [`and ${this.#more} more`])];
    const spent = { model: this.#model, tokens: this.#tokens, costUsd: this.#costUsd };
    return refused.length === 0 ? spent : { ...spent, refused };
  }
}

/** What a model made, of the kind that is read off the change itself. */
export function ideaBy(recipe: string, title: string, made: Pick<Idea, 'edits' | 'operations' | 'ask'>): Idea {
  const { edits, operations } = made;
  const guards = edits.length > 0 && operations.length === 0 && readMeanings(edits).guardOnly;
  const kind = edits.length === 0 ? 'operational' : guards ? 'mitigation' : 'cause';
  const said = title.replace(/\s+/g, ' ').trim() || `changes ${edits.map(({ path }) => path).join(', ')}`;
  return { recipe, kind, title: clip(said, 200), ...made, rank: 0 };
}

/** What policy wants a person to say before it may be tried. */
export interface Waiting {
  readonly idea: Idea;
  readonly why: string;
}

/** The best that was proven, what waits for a person, or what nobody can know; null where all fell. */
export function settledBy(
  tried: readonly Tried[],
  waits: Waiting | null,
  spent: Spent,
): (Found & { readonly spent: Spent }) | Declined | null {
  const passed = tried.filter(({ evidence }) => evidence.passed);
  const counts = { tried: tried.length, fell: tried.length - passed.length, spent };
  const best = choose(passed);
  if (best !== null) return { ...best, ...counts };
  if (waits !== null) {
    const { idea, why } = waits;
    return { idea: { ...idea, ask: idea.ask ?? why }, evidence: untried(why), ...counts };
  }
  const unclear = tried.find(({ evidence }) => isUnclear(evidence));
  if (unclear === undefined) return null;
  const why = `${unclear.idea.title}: ${unclear.evidence.inconclusive ?? ''}`;
  return { declined: why, tried: tried.length, action: { why, command: null }, as: 'setup', spent };
}

/** Why a rung that got no answer ends: with a person where one must act, else with the next rung (REP-8, MOD-3). */
export function unanswered({ failed, why }: NoReply, spent: Spent): Declined {
  const declined = failed === 'cancelled' ? 'the time ran out' : why;
  if (failed === 'auth' || failed === 'billing')
    return { declined, tried: 0, action: { why, command: 'kintsugi doctor' }, as: 'asked', spent };
  if (failed === 'budget') return { declined, tried: 0, action: { why, command: null }, as: 'blocked', spent };
  return { declined, tried: 0, action: null, as: 'declined', spent };
}
