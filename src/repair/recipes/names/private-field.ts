/** A member of `this` that nothing sets: `this.rules = rules` where the class reads `#rules`, or the one member that it sets and nobody reads. */
import type { Idea } from '../../../incident/nouns.ts';
import { shareWord, slip } from '../../code/names.ts';
import { all, keyName, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { areOpposites } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

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

/**
 * `this.policy = settings.booking` in a class that reads `this.rules` and never sets it: the one member that it sets and that nobody
 * reads. A person is asked where the class reads the missing one only once: then nothing but that speaks for it.
 *
 * @param node what holds nothing at the failing place
 */
export function unreadFieldIdeas({ tree }: RecipeContext, { source }: Pick<Site, 'source'>, node: Node): Idea[] {
  const owner = upwards(node).find((each) => each.type === 'ClassBody');
  const name = ownMember(node);
  const holder = owner?.parent;
  if (owner === undefined || name === null || !holder || !('superClass' in holder) || holder.superClass) return [];
  const { given, read, spoken } = memberNames(tree);
  const sets = all(owner, 'AssignmentExpression').flatMap((assignment) => {
    const { left } = assignment;
    const member = ownMember(left);
    return member !== null && left.type === 'MemberExpression' ? [{ member, key: left.property, assignment }] : [];
  });
  const called = 'id' in holder && holder.id !== null ? keyName(holder.id as Node)?.toLowerCase() : null;
  // What is read of other things by that name is no matter, where what is set has the missing name: `this.settings = settings.sales`.
  const isOfThis = ({ object }: { readonly object: Node }): boolean =>
    object.type === 'ThisExpression' ? upwards(object).includes(owner) : lastNameOf(object)?.toLowerCase() === called;
  const isNamed = ({ right }: Of<'AssignmentExpression'>): boolean =>
    right.type === 'MemberExpression' && lastNameOf(right) === name;
  // `this.floor = settings.floor` is no read of it.
  const isRead = (member: string, assignment: Of<'AssignmentExpression'>): boolean =>
    (read.get(member) ?? []).some(
      (each) => !upwards(each.node).includes(assignment) && (!isNamed(assignment) || isOfThis(each)),
    );
  const declared = owner.body.some((each) => 'key' in each && keyName(each.key as Node) === name);
  if (declared || sets.some(({ member }) => member === name)) return [];
  const open = sets.filter(
    ({ member, assignment }) => !isRead(member, assignment) && (isNamed(assignment) || !spoken.has(member)),
  );
  const [only, more] = open;
  if (only === undefined || more !== undefined || areOpposites(only.member, name)) return [];
  // `{ happy: isHappy(hour) }` of an answer is no field of this class.
  const fields = (given.get(only.member) ?? []).filter(({ key }) => key.parent?.type !== 'Property');
  if (fields.length > 1 && !isNamed(only.assignment)) return [];
  const reads = all(owner, 'MemberExpression').filter((each) => ownMember(each) === name);
  const { start, end } = only.key;
  const title = `\`this.${only.member}\` is read as \`this.${name}\``;
  const ask =
    reads.length > 1 || shareWord(only.member, name) || isNamed(only.assignment)
      ? null
      : `nothing but that nobody reads it speaks for \`${only.member}\``;
  const rank = ask === null ? 0 : 2;
  return [ideaIn('half-renamed', source, { title, rank, ask, splices: [{ start, end, text: name }] })];
}

/** The name of `this.name`. */
function ownMember(node: Node): string | null {
  const isOwn = node.type === 'MemberExpression' && node.object.type === 'ThisExpression' && !node.computed;
  return isOwn && !isPrivate(node) ? keyName(node.property) : null;
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
