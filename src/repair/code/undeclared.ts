/** Names that a text reads and nothing declares where they stand. */
import { commonNames, globalNames, isDeclared } from './scope.ts';
import { all, isReference, parseSource } from './syntax.ts';

/** Each once, in their order; none of a text that does not parse. */
export function undeclaredNames(path: string, text: string): string[] {
  const source = parseSource(path, text);
  if (source === null) return [];
  const known = new Set([...globalNames, ...commonNames, 'arguments', 'undefined']);
  const found = all(source.program, 'Identifier').filter(
    (id) =>
      isReference(id) &&
      !/^TS|^(?:UnaryExpression|MetaProperty|Export)/.test(id.parent?.type ?? '') &&
      !known.has(id.name) &&
      !isDeclared(id),
  );
  return [...new Set(found.map(({ name }) => name))];
}
