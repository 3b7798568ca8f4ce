/** Objects and the class of the project that they were made of. */
import type { SourceTree } from '../../incident/nouns.ts';
import { classMembers, importsOf } from '../code/bindings.ts';
import { isOwn, resolveSpecifier } from '../code/modules.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, chainOf } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import type { Place } from './fields.ts';
import { originsOf } from './origins.ts';

/** What `new Store()` has, of the one class of the project that is called so; null for others. */
export function madeBy(tree: SourceTree, value: Node): ReturnType<typeof classMembers> | null {
  const name = value.type === 'NewExpression' ? lastNameOf(value.callee) : null;
  const [made, more] = allSources(tree)
    .flatMap(({ program }) => all(program, 'ClassDeclaration'))
    .filter(({ id }) => id !== null && id.name === name);
  return made === undefined || more !== undefined ? null : classMembers(made, false);
}

/** What a member is read off, and where. */
interface Owner {
  readonly source: Source;
  readonly object: Node;
}

/** `settings` here and `config` there: both files take in the one module of the project as a whole. */
export function areOfOneModule({ tree }: RecipeContext, one: Owner, other: Owner): boolean {
  const mine = moduleOf(tree, one);
  return mine !== null && moduleOf(tree, other) === mine;
}

/** `{ read }` of what the very module gives out that the object is. */
export function isGivenByModule(
  { tree }: RecipeContext,
  owner: Owner,
  { source, key }: { readonly source: Source; readonly key: Node },
): boolean {
  const list = key.parent?.parent?.parent;
  const isExported = list?.type === 'AssignmentExpression' && chainOf(list.left) === 'module.exports';
  return isExported && moduleOf(tree, owner) === source.path;
}

/** The file whose whole module an object is: `settings` of `const settings = require('./settings')`. */
function moduleOf(tree: SourceTree, { source, object: node }: Owner): string | null {
  const bound = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const from = importsOf(source).find(
    (each) => each.literal.parent === node || (each.node === bound && /^(?:\*|default)$/.test(each.imported)),
  );
  if (from === undefined || !isOwn(tree, source.path, from.specifier)) return null;
  const target = resolveSpecifier(tree, source.path, from.specifier);
  return target?.to === 'file' ? target.path : null;
}

/** `new Store('jobs')` and `new Store('parts')`: all that either may be was made of the one class. */
export function areOfOneClass(context: RecipeContext, one: Place, other: Place): boolean {
  const [mine, more] = classesOf(context, one);
  const [others, further] = mine === undefined || more !== undefined ? [] : classesOf(context, other);
  return others !== undefined && further === undefined && mine === others;
}

function classesOf(context: RecipeContext, { source, node }: Place): string[] {
  const made = originsOf(context, source, node).flatMap((each) =>
    each.node.type === 'NewExpression' && madeBy(context.tree, each.node) !== null
      ? (lastNameOf(each.node.callee) ?? [])
      : [],
  );
  return [...new Set(made)];
}
