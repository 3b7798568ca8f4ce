/** The ladder as data (REP-7): which rungs apply to a class, in what order, and which recipes stand on them. */
import type { Diagnosis, FailureClass, Rung } from '../incident/nouns.ts';
import type { Recipe } from './recipe.ts';
import { codeRecipes } from './recipes/code.ts';
import { operationalRecipes } from './recipes/operational.ts';
import { revert } from './recipes/revert.ts';

const everyRung: readonly Rung[] = ['known', 'recipes', 'revert', 'fast', 'agent', 'team'];
const noModel: readonly Rung[] = ['known', 'recipes', 'revert'];

/** Classes that the world must mend have no rung of their own that changes code by a model (TRI-4). */
const rungs: Readonly<Partial<Record<FailureClass, readonly Rung[]>>> = {
  port_conflict: ['recipes'],
  permission: noModel,
  disk_full: [],
  connection: noModel,
  dns: [],
  tls: [],
  auth: [],
  rate_limited: [],
  billing: [],
};

export function asksModel(rung: Rung): boolean {
  return !noModel.includes(rung);
}

/** The rungs for a class, in the order of the owner, of which at most `roundsMax` ask a model. */
export function rungsFor(failureClass: FailureClass, order: readonly Rung[], roundsMax: number): readonly Rung[] {
  const fitting = order.filter((rung) => (rungs[failureClass] ?? everyRung).includes(rung));
  const asking = fitting.filter(asksModel).slice(0, roundsMax);
  return fitting.filter((rung) => !asksModel(rung) || asking.includes(rung));
}

/** All recipes, in the order in which equally likely ideas are tried. */
export const recipes: readonly Recipe[] = [...operationalRecipes, ...codeRecipes, revert];

/** What a request waits for in vain may have ended with an error that was only logged, by itself or behind a word of the logger: its recipes are asked, too. */
const logged: readonly (readonly [RegExp, FailureClass])[] = [
  [/^TypeError:/, 'type'],
  [/^ReferenceError:/, 'reference'],
  [/^RangeError:/, 'range'],
  [/\bENOENT: no such file or directory\b/, 'missing_file'],
  [/\bCannot find (?:module|package) '/, 'missing_module'],
];

export function recipesFor(
  diagnosis: Pick<Diagnosis, 'class' | 'message'>,
  rung: Extract<Rung, 'recipes' | 'revert'>,
): readonly Recipe[] {
  const [, behind] = logged.find(([wording]) => wording.test(diagnosis.message)) ?? [];
  const classes = [diagnosis.class, ...(behind === undefined || diagnosis.class !== 'timeout' ? [] : [behind])];
  return recipes.filter(
    (recipe) =>
      (recipe.name === 'revert') === (rung === 'revert') && classes.some((each) => recipe.classes.includes(each)),
  );
}
