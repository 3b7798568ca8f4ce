/** `booking.people.map((each) => each.name)`, where of all that the interface of a booking has only `participants` are many that have a `name`. */
import { prototypeMembers } from '../code/members.ts';
import { all, isFunction, keyName } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { isGone } from './renames.ts';
import type { Suspect } from './suspects.ts';
import { membersOfType, typedMembers } from './typed-keys.ts';

/** The one member of the declared type that can be used as the missing one is; null where several can, or the use says too little. */
export function shapeFit(context: RecipeContext, suspect: Suspect): string | null {
  const { site, object, node, name } = suspect;
  const { parent } = node;
  const part = parent?.type === 'MemberExpression' && parent.object === node && !parent.computed ? parent : null;
  const members = part === null ? null : typedMembers(context.tree, site.source, object);
  if (part === null || members === null || members.size === 0 || members.has(name) || !isGone(context, suspect))
    return null;
  const wanted = keyName(part.property) ?? '';
  const read = onlyLists.has(wanted) ? readOfElement(part) : [wanted];
  const [only, more] = [...members].filter(([, type]) => {
    const inner = onlyLists.has(wanted) ? elementType(type) : type;
    const has = membersOfType(context.tree, inner);
    return read.length > 0 && read.every((each) => has.has(each));
  });
  return more === undefined ? (only?.[0] ?? null) : null;
}

const onlyLists = new Set(prototypeMembers('Array').filter((each) => !prototypeMembers('String').includes(each)));

/** What the callback reads of each: `name` of `map((each) => each.name)`. */
function readOfElement({ parent }: Node): string[] {
  const [fn] = parent?.type === 'CallExpression' ? parent.arguments : [];
  if (fn === undefined || !isFunction(fn as Node) || !('params' in fn)) return [];
  const method =
    parent?.type === 'CallExpression' && parent.callee.type === 'MemberExpression'
      ? keyName(parent.callee.property)
      : null;
  const param = fn.params[/^reduce/.test(method ?? '') ? 1 : 0] as Node | undefined;
  if (param?.type === 'ObjectPattern')
    return param.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
  return all(fn as Node, 'MemberExpression').flatMap((each) =>
    param?.type === 'Identifier' &&
    each.object.type === 'Identifier' &&
    each.object.name === param.name &&
    !each.computed
      ? (keyName(each.property) ?? [])
      : [],
  );
}

/** `Participant` of `Participant[]`, `readonly Participant[]` and `Array<Participant>`. */
function elementType(type: Node): Node | null {
  if (type.type === 'TSArrayType') return type.elementType;
  if (type.type === 'TSTypeOperator') return elementType(type.typeAnnotation);
  const isList = type.type === 'TSTypeReference' && /^(?:Readonly)?Array$/.test(keyName(type.typeName as Node) ?? '');
  return isList ? (type.typeArguments?.params[0] ?? null) : null;
}
