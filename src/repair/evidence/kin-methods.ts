/** `Prices.load(file)`, where `Shows.open(folder)` and `Screenings.open(file)` stand: classes of a kind have one method under one name, and one of them was renamed. */
import { all, allSources, keyName, upwards } from '../code/syntax.ts';
import type { Node, Of } from '../code/syntax.ts';
import { isTest } from '../../kit/code.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import type { Suspect } from './suspects.ts';

/** Two other classes at least have the missing one, alike in all but its name to the only one of this class that has the other. */
export function isKinMethod({ tree }: RecipeContext, { object, name }: Suspect, other: string): boolean {
  const methods = allSources(tree)
    .filter(({ path }) => !isTest(path))
    .flatMap(({ program }) => all(program, 'MethodDefinition'));
  const called = (each: Of<'MethodDefinition'>): string | null => (each.computed ? null : keyName(each.key));
  const [own, more] = methods.filter((each) => called(each) === other);
  const like = methods.filter((each) => called(each) === name);
  if (own === undefined || more !== undefined || !own.static || classNameOf(own) !== lastNameOf(object)) return false;
  return like.length > 1 && like.every((each) => shapeOf(each) === shapeOf(own));
}

function classNameOf(node: Node): string | null {
  const owner = upwards(node).find(({ type }) => type === 'ClassDeclaration');
  return owner !== undefined && 'id' in owner && owner.id !== null ? keyName(owner.id as Node) : null;
}

function shapeOf({ static: isStatic, value }: Of<'MethodDefinition'>): string {
  return [isStatic, value.async, value.generator, value.params.length].join();
}
