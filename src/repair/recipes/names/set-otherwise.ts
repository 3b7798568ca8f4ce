/** `req.truck = vehicles.get(plate)`, which only the file that sets it reads, where all others read `req.vehicle`. */
import type { Idea } from '../../../incident/nouns.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import type { Given } from '../../evidence/member-names.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { shareWord } from '../../code/names.ts';
import { all, isFunction, keyName } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { partsOf, singular } from '../../code/words.ts';
import { renameDoubt, renameEdits } from '../../evidence/renames.ts';
import { idea, ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** The one member that is set on the object of that name under another one, of a value that bears the name that is missed, or that nobody reads: set and read there by this. */
export function setOtherwise(context: RecipeContext, { object, name }: Suspect): Idea[] {
  const { given, read } = memberNames(context.tree);
  const own = lastNameOf(object);
  if (own === null || setOn(given.get(name) ?? [], own).length > 0) return [];
  const found = [...given].flatMap(([other, places]) => {
    const sets = setOn(places, own);
    const reads = (read.get(other) ?? []).filter((each) => lastNameOf(each.object) === own);
    const around = new Set(sets.map(({ source }) => source));
    // `({ params }) => …` takes it out of whatever it is handed.
    const isTaken = (read.get(other) ?? []).some(({ object: from }) => from.type === 'ObjectPattern');
    const isLocal = !isTaken && reads.every(({ source }) => around.has(source));
    const isMeant =
      sets.some(({ value }) => value !== null && isOf(value, name)) || isIdle({ other, sets, reads }, name);
    return isLocal && isMeant ? [{ other, keys: [...sets, ...reads] }] : [];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const changes = only.keys.map(({ source, key: { start, end } }) => ({
    source,
    splices: [{ start, end, text: name }],
  }));
  return [ideaOf('half-renamed', { title: `\`${only.other}\` is read as \`${name}\``, rank: 0 }, changes)];
}

/** `ctx.state.person`, where all that is set is `ctx.state.user`, and others say `const { user: person } = ctx.state`: the failing reader alone was left behind. */
export function calledOtherwise(context: RecipeContext, suspect: Suspect): Idea[] {
  const { object, name } = suspect;
  const { given, read } = memberNames(context.tree);
  const own = lastNameOf(object);
  if (own === null || setOn(given.get(name) ?? [], own).length > 0) return [];
  const [only, more] = [...given].flatMap(([other, places]) => {
    const reads = (read.get(other) ?? []).filter((each) => lastNameOf(each.object) === own);
    const isCalled = reads.some(({ node }) => keyName(takenAs(node)) === name);
    return other !== name && isCalled && setOn(places, own).length > 0 ? [other] : [];
  });
  if (only === undefined || more !== undefined) return [];
  const title = `\`${name}\` is called \`${only}\` where it is set`;
  const ask = renameDoubt(context, suspect, only);
  return [idea('half-renamed', { title, rank: 0, ask, edits: renameEdits(context, suspect, only) })];
}

/** What a reader calls it: `{ user: person } = ctx.state`, `const person = ctx.state.user`. */
function takenAs(node: Node): Node {
  if (node.type === 'Property') return node.value as Node;
  const { parent } = node;
  return parent?.type === 'VariableDeclarator' && parent.init === node ? (parent.id as Node) : node;
}

/** `ctx.state.translate = (key) => …`, which nobody reads of it, where `ctx.state.t` is read: a function whose name begins so. */
function isIdle(
  { other, sets, reads }: { other: string; sets: readonly Given[]; reads: readonly unknown[] },
  name: string,
): boolean {
  const isFn = sets.length === 1 && sets.every(({ value }) => value !== null && isFunction(value));
  return isFn && reads.length === 0 && (other.startsWith(name) || shareWord(other, name));
}

/** Assigned to a member of what is called so: `request.user = …`. */
function setOn(places: readonly Given[], own: string): Given[] {
  return places.filter(
    ({ isSet, key: { parent } }) => isSet && parent?.type === 'MemberExpression' && lastNameOf(parent.object) === own,
  );
}

/** `vehicles.get(plate)` for `vehicle`. */
function isOf(value: Node, name: string): boolean {
  const said = [value, ...all(value, 'Identifier')].flatMap((each) => partsOf(keyName(each) ?? '')).map(singular);
  return partsOf(name).every((part) => said.includes(singular(part)));
}
