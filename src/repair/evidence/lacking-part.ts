/** Whether all that bears a name is known and lacks what is read of it: it would give nothing there, and no failure would tell. */
import type { Node as JsonNode } from 'jsonc-parser';
import { prototypeMembers } from '../code/members.ts';
import { slip } from '../code/names.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import type { Node, Of } from '../code/syntax.ts';
import { isVerb, wordsOf } from '../code/words.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFiles } from './data-keys.ts';
import { lastNameOf } from './fields.ts';
import { couldBe } from './fits.ts';
import { memberNames } from './member-names.ts';
import { wantsCall } from './rename-evidence.ts';
import { valueOf } from './site.ts';
import type { Suspect } from './suspects.ts';

/** A near name that cannot be meant: nothing could be read of it as it is read, or it is something that is done. */
export function cannotBe(context: RecipeContext, suspect: Suspect, near: string): boolean {
  return (
    !couldBe(context, suspect, near) ||
    lacksPart(context, suspect, near) ||
    isOnlyCalled(suspect, near) ||
    isUncalled(suspect, near)
  );
}

/** `clinic.ids` of a text is not its `includes`: nobody reads a method of a text or a number and leaves it there. */
function isUncalled({ site, object, node }: Suspect, near: string): boolean {
  const kind = plain[valueOf(site, object)?.type ?? ''];
  return kind !== undefined && !wantsCall(node) && prototypeMembers(kind).includes(near);
}

/** Another word for something that is done, `read` for `query`, where nothing is called. */
function isOnlyCalled({ node, name }: Suspect, near: string): boolean {
  return !wantsCall(node) && slip(name, near) === null && wordsOf(name).every(isVerb);
}

/** `settings.leaves.days` would be `settings.leave.days`, where `leave` is everywhere a section without `days`, or a mere yes or no. */
function lacksPart(context: RecipeContext, { node }: Suspect, name: string): boolean {
  const outer = node.parent;
  if (outer?.type !== 'MemberExpression' || outer.object !== node || outer.computed || outer.optional) return false;
  const wanted = keyName(outer.property) ?? '';
  const isSet =
    memberNames(context.tree)
      .given.get(wanted)
      ?.some((each) => each.isSet) === true;
  const sections = isSet || isHeard(outer) ? [] : sectionsCalled(context, name);
  const lacks = (section: Section | null): boolean => section !== null && !section.keys.includes(wanted);
  return sections.length > 0 && sections.every(lacks) && (!isAsked(outer) || sections.every((each) => each?.isPlain));
}

/** Something is read of it in turn, or it is called: then a failure tells. */
function isHeard(node: Node): boolean {
  const { parent } = node;
  const isReadOn = parent?.type === 'MemberExpression' && parent.object === node;
  return isReadOn || (parent?.type === 'CallExpression' && parent.callee === node);
}

/** Something stands there for where it is nothing, or it is asked whether it is. */
function isAsked({ parent }: Node): boolean {
  return /^(?:Logical|Conditional|Unary|Chain)Expression$|^IfStatement$/.test(parent?.type ?? '');
}

interface Section {
  readonly keys: readonly string[];
  /** A text, a number, a yes or no. */
  readonly isPlain: boolean;
}

/** What is called so, in files of data and in literals; null for what is made otherwise. */
function sectionsCalled(context: RecipeContext, name: string): (Section | null)[] {
  const inData = dataFiles(context).flatMap(({ keys }) =>
    keys.filter((key) => key.name === name).map(({ value }) => sectionOf(value)),
  );
  const inCode = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'Property').flatMap((each) =>
      each.parent?.type === 'ObjectExpression' && !each.computed && keyName(each.key) === name
        ? [each.value.type === 'ObjectExpression' ? literalOf(each.value, name) : null]
        : [],
    ),
  );
  return [...inData, ...inCode];
}

function sectionOf(value: JsonNode | null): Section | null {
  if (value?.type === 'object')
    return { keys: (value.children ?? []).map((each) => String(each.children?.[0]?.value)), isPlain: false };
  const kind = value === null ? undefined : plain[value.type];
  return kind === undefined ? null : { keys: prototypeMembers(kind).concat('length'), isPlain: true };
}

const plain: Readonly<Record<string, string>> = { string: 'String', number: 'Number', boolean: 'Boolean' };

/** `{ ...person.leave, planned }` of what is called `leave` has no other keys than that one. */
function literalOf({ properties }: Of<'ObjectExpression'>, name: string): Section | null {
  const names = properties.map((each) => {
    if (each.type === 'SpreadElement') return lastNameOf(each.argument) === name ? name : null;
    return each.computed ? null : keyName(each.key);
  });
  return names.includes(null) ? null : { keys: names.flatMap((each) => each ?? []), isPlain: false };
}
