/** Whether what is read next of a member is what another one has: `settings.order.limit`, where `orders` has a `limit`. */
import type { SourceTree } from '../../incident/nouns.ts';
import type { RecipeContext } from '../recipe.ts';
import { slip } from '../code/names.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import { usesBeside } from '../code/siblings.ts';
import type { Node, Of } from '../code/syntax.ts';
import { dataFiles } from './data-keys.ts';
import { lastNameOf } from './fields.ts';
import { useOf } from './fits.ts';
import { memberNames } from './member-names.ts';
import type { Suspect } from './suspects.ts';

/** All that is read next is read of `name` elsewhere, of an object called alike, or stands in it in a data file. */
export function isReadSo(context: RecipeContext, { node, object }: Suspect, name: string): boolean {
  if (node.parent?.type === 'ObjectPattern' && isOneBeside(context, node.parent, name)) return true;
  const inner = innerNames(node);
  const owner = lastNameOf(object);
  if (inner.length === 0 || owner === null) return false;
  const inSources = new Set(
    allSources(context.tree).flatMap((source) =>
      all(source.program, 'MemberExpression').flatMap((member) =>
        !member.computed && keyName(member.property) === name && lastNameOf(member.object) === owner
          ? innerNames(member)
          : [],
      ),
    ),
  );
  if (inner.every((each) => inSources.has(each))) return true;
  return dataFiles(context).some(({ keys }) => {
    const held = keys.filter(({ around }) => around.at(-1) === name).map((key) => key.name);
    return inner.every((each) => held.includes(each));
  });
}

/** Functions that are handed over alike take it, too, and read of it as of one thing. */
function isOneBeside({ tree }: RecipeContext, pattern: Of<'ObjectPattern'>, name: string): boolean {
  const uses = usesBeside(tree, pattern, name).map(useOf);
  return uses.includes('one') && !uses.includes('many');
}

/** `const { units, grades } = config.harvest` of a section that has `units` and a list or a group `grade`, which alone nobody reads there. */
export function isLastOfSection(context: RecipeContext, { object, name }: Suspect, near: string): boolean {
  const owner = lastNameOf(object);
  const { read } = memberNames(context.tree);
  const isRead = (key: string): boolean => read.get(key)?.some((each) => lastNameOf(each.object) === owner) === true;
  const held = dataFiles(context).flatMap(({ keys }) =>
    keys.filter((key) => key.name === near && key.around.at(-1) === owner),
  );
  const [only, more] = held;
  return (
    only !== undefined &&
    more === undefined &&
    /^(?:array|object)$/.test(only.value?.type ?? '') &&
    only.siblings.length > 1 &&
    !only.siblings.includes(name) &&
    only.siblings.every((key) => isRead(key) === (key !== near))
  );
}

/** What the code takes out of members of that name. */
export function namesReadOf(tree: SourceTree, name: string): string[] {
  const read = allSources(tree).flatMap((source) =>
    all(source.program, 'MemberExpression').flatMap((member) =>
      !member.computed && keyName(member.property) === name ? innerNames(member) : [],
    ),
  );
  return [...new Set(read)];
}

/** Several files say the one name, and none the other, which is a slip of it. */
export function isSlipOf(tree: SourceTree, other: string, name: string): boolean {
  const saying = (word: string): number =>
    allSources(tree).filter(({ program }) => all(program, 'Identifier').some((each) => each.name === word)).length;
  return (slip(name, other) ?? 9) <= 1 && saying(name) > 1 && saying(other) === 0;
}

/** What is taken out of a member, by a chain or by a pattern. */
export function innerNames(member: Node): string[] {
  const outer = member.parent;
  if (outer?.type === 'MemberExpression' && outer.object === member && !outer.computed)
    return [keyName(outer.property) ?? ''];
  if (outer?.type !== 'VariableDeclarator' || outer.init !== member || outer.id.type !== 'ObjectPattern') return [];
  return outer.id.properties.flatMap((each) => (each.type === 'Property' ? [keyName(each.key) ?? ''] : []));
}
