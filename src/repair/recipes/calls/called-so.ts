/** What arguments are called, and whether that is how the parameters are called that take them. */
import type { Idea } from '../../../incident/nouns.ts';
import { allSources, keyName, stringValue, textOf, upwards } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { lastName } from '../../evidence/call-places.ts';
import type { Call } from '../../evidence/call-places.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `store` is called like the parameter `store`, `{ a, b }` like `({ a, b })`. */
export function isCalled(param: Node | undefined, given: Node | undefined): boolean {
  if (param === undefined || given === undefined) return false;
  const target =
    param.type === 'AssignmentPattern' ? param.left : param.type === 'TSParameterProperty' ? param.parameter : param;
  if (target.type === 'ObjectPattern') {
    if (given.type !== 'ObjectExpression') return false;
    const keys = given.properties.flatMap((each) => (each.type === 'Property' ? [keyName(each.key)] : []));
    return target.properties.every((each) => each.type === 'Property' && keys.includes(keyName(each.key)));
  }
  const name = target.type === 'Identifier' ? target.name.toLowerCase() : null;
  if (name !== null && given.type === 'ObjectExpression') return /^(?:opt(?:ion)?s|settings|config|given)$/.test(name);
  return name !== null && wordsOf(given).some((word) => word.toLowerCase() === name);
}

/** What an argument is called: `store`, `rooms.store`, `container.resolve('store')`, `settings.dir('data')`. */
function wordsOf(given: Node): string[] {
  const [only, more] = given.type === 'CallExpression' ? (given.arguments as Node[]) : [];
  const said = more === undefined ? stringValue(only) : null;
  const called = given.type === 'CallExpression' && said !== null ? lastName(given.callee) : lastName(given);
  return [said, called].filter((word) => word !== null);
}

/** All calls, more than one, give them the other way round, as their names say: it is the function that takes them so. */
export function declaredOtherwise(
  { tree }: RecipeContext,
  params: readonly Node[],
  { one, other, calls }: { readonly one: number; readonly other: number; readonly calls: readonly Call[] },
): Idea | null {
  const [a, b] = [params[one], params[other]];
  const isTurned = ({ arguments: given }: Call): boolean =>
    isCalled(a, given[other] as Node | undefined) && isCalled(b, given[one] as Node | undefined);
  const program = a === undefined ? undefined : upwards(a).at(-1);
  const source = allSources(tree).find((each) => each.program === program);
  if (a === undefined || b === undefined || source === undefined) return null;
  if (calls.length < 2 || !calls.every(isTurned)) return null;
  const title = 'the parameters in the order in which all calls give them';
  const splices = [
    { start: a.start, end: a.end, text: textOf(source, b) },
    { start: b.start, end: b.end, text: textOf(source, a) },
  ];
  return ideaIn('argument-order', source, { title, rank: 0, splices });
}
