/** How what holds a promise is used: as the promise that it is, or as if it were its value. */
import { namesInScope } from './scope.ts';
import type { Binding } from './scope.ts';
import { all, isReference } from './syntax.ts';
import type { Node, Of, Source } from './syntax.ts';

export function usesOf(source: Source, binding: Binding): Node[] {
  return all(source.program, 'Identifier').filter(
    (id) =>
      id.name === binding.name &&
      id.start !== binding.id.start &&
      isReference(id) &&
      namesInScope(source, id.start).get(id.name)?.id === binding.id,
  );
}

/** Already treated as a promise: awaited, or chained by `then`. */
export function isAwaited(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'AwaitExpression') return true;
  return parent?.type === 'MemberExpression' && parent.object === node && isChained(parent);
}

export function isChained(member: Of<'MemberExpression'>): boolean {
  return (
    !member.computed && member.property.type === 'Identifier' && /^(?:then|catch|finally)$/.test(member.property.name)
  );
}

/** Read or reckoned with as a value, and nowhere treated as a promise: wrong wherever it stands. */
export function isReadAsValue(source: Source, id: Of<'Identifier'>): boolean {
  const binding = namesInScope(source, id.parent?.end ?? id.end).get(id.name);
  const uses = binding === undefined ? [] : usesOf(source, binding);
  return uses.some(isReckoned) && !uses.some(isAwaited);
}

/** A member is read of it, or it is counted or compared with; a promise can be neither. */
function isReckoned(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'MemberExpression') return parent.object === node && !isChained(parent);
  return parent?.type === 'BinaryExpression' && /^(?:[<>]=?|[-*/%])$/.test(parent.operator);
}
