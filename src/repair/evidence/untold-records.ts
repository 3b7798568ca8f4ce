/** A field that the records of one data file have under another name than types and code say. */
import type { Edit } from '../../incident/nouns.ts';
import { isTest } from '../../kit/code.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import { splice } from '../code/text.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFiles } from './data-keys.ts';
import { lastNameOf } from './fields.ts';
import { memberNames } from './member-names.ts';
import type { Suspect } from './suspects.ts';

/**
 * The edits that give the field of these records the name that all code has for it; [] where some code says the other one, or several
 * files do.
 *
 * @param seen the keys of the object that failed: of a record of that file it is no matter what other objects have
 */
export function untoldRecords(
  context: RecipeContext,
  { missing, other, seen }: { readonly missing: string; readonly other: string; readonly seen: readonly string[] },
): Edit[] {
  const { given, read, spoken } = memberNames(context.tree);
  if (read.has(other) || spoken.has(other)) return [];
  // What nothing of the code gives may be what the reader alone calls so.
  if (!given.has(missing) || !isTyped(context, missing)) return [];
  const found = dataFiles(context).flatMap((file) => {
    const keys = file.keys.filter(({ name }) => name === other);
    return keys.length === 0 ? [] : [{ ...file, keys }];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const isOfSeen = seen.length >= likeMin && only.keys.some(({ siblings }) => isSame(siblings, seen));
  if ((given.has(other) || isTyped(context, other)) && !isOfSeen) return [];
  const [place, elsewhere] = new Set(only.keys.map((key) => key.place));
  const isTaken = only.keys.some(({ siblings }) => siblings.includes(missing));
  if (place === undefined || elsewhere !== undefined || isTaken) return [];
  const splices = only.keys.map(({ start, end }) => ({ start, end, text: missing }));
  return [{ path: only.path, before: only.text, after: splice(only.text, ...splices) }];
}

/**
 * Why nobody is to read the field of all records of a file by the name that they have, where types say another one: the records are handed on
 * whole, by whichever name it is.
 */
export function servedDoubt(context: RecipeContext, { name, object }: Suspect, to: string): string | null {
  const { given } = memberNames(context.tree);
  const file = dataFiles(context).find(({ keys }) => keys.some((key) => key.name === to && key.around.includes('*')));
  const isMixed = file?.keys.some((key) => key.name === name) === true;
  if (file === undefined || isMixed || given.has(name) || !isTyped(context, name) || isTyped(context, to)) return null;
  const word = lastNameOf(object);
  const isWhole = allSources(context.tree).some(
    ({ path, program }) =>
      !isTest(path) &&
      all(program, 'SpreadElement').some(
        ({ argument, parent }) => parent?.type === 'ObjectExpression' && lastNameOf(argument) === word,
      ),
  );
  return isWhole ? `types say \`${name}\`, ${file.path} has \`${to}\`, and its records are handed on whole` : null;
}

/** Fewer fields many records have. */
const likeMin = 3;

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}

function isTyped({ tree }: RecipeContext, name: string): boolean {
  return allSources(tree).some(({ program }) =>
    all(program, 'TSPropertySignature').some((each) => !each.computed && keyName(each.key) === name),
  );
}
