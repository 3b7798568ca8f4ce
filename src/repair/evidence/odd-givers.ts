/** Objects that are still made with the old name of a member, beside others of the very same kind that have the new one: who renames the reads renames these, too. */
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import { memberNames } from './member-names.ts';
import type { Given, Read } from './member-names.ts';
import { all, allSources, keyName, upwards } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';

/** `{ street, city, postalCode }` where all others, and their type, say `{ street, city, zipCode }`, and nobody but `reads` asks for a `postalCode`. */
export function oddGivers(
  { tree }: RecipeContext,
  { name, to }: { readonly name: string; readonly to: string },
  reads: readonly Pick<Read, 'key'>[],
): Given[] {
  const { given, read, spoken } = memberNames(tree);
  const isReadElsewhere = (read.get(name) ?? []).some((each) => reads.every(({ key }) => key !== each.key));
  if (isReadElsewhere || spoken.has(name)) return [];
  const typed = allSources(tree).flatMap(({ program }) =>
    all(program, 'TSPropertySignature').flatMap((each) => (keyName(each.key) === to ? [besideOf(each.key)] : [])),
  );
  const made = (given.get(to) ?? []).map(({ key }) => besideOf(key));
  const like = new Set([...typed, ...made].filter((each) => each !== ''));
  const odd = (given.get(name) ?? []).filter(
    ({ key, value }) =>
      key.parent?.parent?.type === 'ObjectExpression' &&
      like.has(besideOf(key)) &&
      !isAnswered(key) &&
      !isReadOf(value, [name, to]),
  );
  // Of one that has the old name and one that has the new, neither is the odd one.
  const isOdd = typed.length > 0 || made.filter((beside) => like.has(beside)).length > odd.length;
  return isOdd ? odd : [];
}

/** The other keys of the object, or of the type, in the order of the alphabet; '' where they are not all known. */
function besideOf(key: Node): string {
  const around = key.parent?.parent;
  const parts: readonly Node[] =
    around?.type === 'ObjectExpression' ? around.properties : around?.type === 'TSInterfaceBody' ? around.body : [];
  const names = parts.map((each) =>
    (each.type === 'Property' || each.type === 'TSPropertySignature') && !each.computed ? keyName(each.key) : null,
  );
  const own = keyName(key);
  return names.includes(null)
    ? ''
    : names
        .filter((each) => each !== own)
        .sort()
        .join();
}

/** What is told to others has the names that they know: `res.json({ … })`, `ctx.body = { … }`. */
function isAnswered(key: Node): boolean {
  return upwards(key).some(
    (each) =>
      (each.type === 'CallExpression' &&
        /^(?:json|send|end|write|render|stringify|emit)$/.test(lastNameOf(each.callee) ?? '')) ||
      (each.type === 'AssignmentExpression' && lastNameOf(each.left) === 'body'),
  );
}

/** `{ postalCode: address.zipCode }` is how one is made of the other. */
function isReadOf(value: Node | null, names: readonly string[]): boolean {
  return (
    value !== null && [value, ...all(value, 'MemberExpression')].some((each) => names.includes(lastNameOf(each) ?? ''))
  );
}
