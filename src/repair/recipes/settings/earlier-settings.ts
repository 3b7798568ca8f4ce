/** What settings were before: the texts that say how their file should be, and the new name that git tells of one. */
import { templatesOf } from '../../evidence/data-paths.ts';
import type { RecipeContext } from '../../recipe.ts';

/** The texts that say how a file should be: its template, what it was when last released or committed. */
export async function modelsOf(context: RecipeContext, path: string): Promise<string[]> {
  const texts = [
    context.lastGood?.read(path) ?? null,
    (await context.git?.show(path, 1)) ?? null,
    ...templatesOf(context, path).map((each) => context.tree.read(each)),
  ];
  return texts.filter((text) => text !== null);
}

/** What the last changes called a setting, of these names, which are there and which some read already; null where git tells of none, or of several. */
export async function toldKey(context: RecipeContext, wanted: string, names: Iterable<string>): Promise<string | null> {
  const told = context.git === null ? new Map<string, number>() : await context.git.replaced(wanted);
  const [only, more] = [...new Set(names)].filter((each) => told.has(each));
  return only === undefined || more !== undefined ? null : only;
}
