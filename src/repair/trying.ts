/** What a search for a repair is given, and what it puts forward. */
import type { Evidence, Idea, TryOut } from '../incident/nouns.ts';
import type { Tried } from './choose.ts';
import type { RecipeContext } from './recipe.ts';

/** Tried for the failure of this context, and something failed behind it. */
export interface PartialRepair extends Tried {
  readonly context: RecipeContext;
}

export interface ProposeLimits {
  /** Candidates tried in all, chains included. */
  readonly tries: number;
  /** Repairs in one chain. */
  readonly chain: number;
  readonly atOnce: number;
}

export interface ProposeDeps {
  readonly tryOut: TryOut;
  /** The context of the failure behind the one that the idea removed, read in the repaired copy; null where none lies there. */
  readonly nextContext?: (partial: PartialRepair) => Promise<RecipeContext | null>;
  readonly limits: ProposeLimits;
  readonly signal: AbortSignal;
}

/** What is put forward. `evidence.passed` is false only where the idea was not tried because a person must be asked first. */
export interface Found {
  readonly idea: Idea;
  readonly evidence: Evidence;
  readonly tried: number;
  readonly fell: number;
}
