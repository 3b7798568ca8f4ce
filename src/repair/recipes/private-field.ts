/** `this.rules = rules` in a class that declares `#rules` and never gives it a value: one sign is missing. */
import type { Idea } from '../../incident/nouns.ts';
import { slip } from '../code/names.ts';
import { all, keyName, upwards } from '../code/syntax.ts';
import type { Node, Of } from '../code/syntax.ts';
import type { Site } from '../evidence/site.ts';
import { ideaIn } from '../recipe.ts';

/** @param node what holds nothing at the failing place */
export function privateFieldIdeas({ source }: Site, node: Node): Idea[] {
  const owner = upwards(node).find((each) => each.type === 'ClassBody');
  const name = node.type === 'MemberExpression' && isPrivate(node) ? keyName(node.property) : null;
  if (owner === undefined || name === null || !isUnset(owner, name)) return [];
  const members = new Set(
    owner.body.flatMap((each) =>
      'key' in each && each.key.type !== 'PrivateIdentifier' ? [keyName(each.key as Node)] : [],
    ),
  );
  const open = all(owner, 'AssignmentExpression').flatMap(({ left }) => {
    const isOpen = left.type === 'MemberExpression' && left.object.type === 'ThisExpression' && !left.computed;
    const to = isOpen && !isPrivate(left) ? keyName(left.property) : null;
    return to !== null && !members.has(to) && (to === name || slip(to, name) !== null) ? [to] : [];
  });
  const [only, more] = new Set(open);
  if (only === undefined || more !== undefined) return [];
  const splices = all(owner, 'MemberExpression')
    .filter((each) => each.object.type === 'ThisExpression' && !each.computed && !isPrivate(each))
    .filter((each) => keyName(each.property) === only)
    .map(({ property: { start, end } }) => ({ start, end, text: `#${name}` }));
  return [ideaIn('half-renamed', source, { title: `\`this.${only}\` should be \`this.#${name}\``, rank: 0, splices })];
}

function isPrivate({ object, property }: Of<'MemberExpression'>): boolean {
  return object.type === 'ThisExpression' && property.type === 'PrivateIdentifier';
}

/** Declared without a value, and given none. */
function isUnset(owner: Of<'ClassBody'>, name: string): boolean {
  const field = owner.body.find(
    (each) => each.type === 'PropertyDefinition' && each.key.type === 'PrivateIdentifier' && keyName(each.key) === name,
  );
  const isGiven = all(owner, 'AssignmentExpression').some(
    ({ left }) => left.type === 'MemberExpression' && isPrivate(left) && keyName(left.property) === name,
  );
  return field?.type === 'PropertyDefinition' && field.value === null && !isGiven;
}
