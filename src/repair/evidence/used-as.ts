/** Could a value of a kind be used as something is that is missing: read on, gone over, taken apart? */
import { prototypeMembers } from '../code/members.ts';
import { keyName } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import type { FieldKind } from './data-fields.ts';

const builtins = { list: 'Array', text: 'String', number: 'Number' } as const;

interface Kinds {
  readonly kinds: readonly FieldKind[];
  /** Keys of the objects among them. */
  readonly inner: readonly string[];
}

/** Could a value of these kinds be used as the missing one is? `part` is what is read of a name that was taken out of an object. */
export function isUsedAs(node: Node, part: string | null, { kinds, inner }: Kinds): boolean {
  const real = kinds.filter((kind) => kind !== 'null' && kind !== 'any');
  const { parent } = node;
  if (real.length === 0) return false;
  if (parent?.type === 'ForOfStatement' || parent?.type === 'SpreadElement')
    return real.every((kind) => kind === 'list');
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern') {
    const taken = parent.id.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
    return real.every((kind) => kind === 'object') && taken.every((each) => inner.includes(each));
  }
  const isRead = parent?.type === 'MemberExpression' && parent.object === node;
  if (isRead && parent.computed) return real.every((kind) => kind === 'list' || kind === 'object');
  const name = part ?? (isRead ? (keyName(parent.property) ?? '') : null);
  if (name === null) return real.every((kind) => kind === 'text' || kind === 'number');
  return real.every((kind) =>
    kind === 'object'
      ? inner.includes(name)
      : kind !== 'boolean' && [...prototypeMembers(builtins[kind]), 'length'].includes(name),
  );
}
