/** Closed sets of names: enums, and constants that are used as such (`as const`, `Object.freeze`, `{ WAITING: 'waiting' }`). TypeScript would refuse any other name of them. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { declarationOf, exportsOfSpecifier, importsOf } from '../code/bindings.ts';
import { declaredAt } from '../code/callees.ts';
import { namesInScope } from '../code/scope.ts';
import type { Binding } from '../code/scope.ts';
import { all, allSources, chainOf, keyName, stringValue, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

export interface ClosedSet {
  readonly id: Node;
  readonly members: readonly string[];
  /** What the members are, where that is written out. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What a name stands for at a place; null where it is no such set, or a namespace of its name may add to it. */
export function closedSetOf(
  tree: SourceTree,
  source: Source,
  { name, start }: { readonly name: string; readonly start: number },
): ClosedSet | null {
  const binding = namesInScope(source, start).get(name);
  const declared = binding && (takenFrom(tree, source, binding) ?? binding.node);
  if (declared?.type === 'VariableDeclarator') return ofConstant(tree, declared);
  if (declared?.type === 'Property') return listed(literalOf(declared.value), declared.key as Node);
  if (declared?.type !== 'TSEnumDeclaration') return null;
  const isMerged = allSources(tree).some(({ program }) =>
    [...all(program, 'TSModuleDeclaration'), ...all(program, 'TSEnumDeclaration')].some(
      ({ id }) => keyName(id as Node) === declared.id.name && id !== declared.id,
    ),
  );
  const members = declared.body.members.flatMap((each) => keyName(each.id as Node) ?? []);
  const texts = declared.body.members.flatMap(({ id, initializer }): [string, string][] => {
    const text = initializer === null ? null : stringValue(initializer as Node);
    return text === null ? [] : [[keyName(id as Node) ?? '', text]];
  });
  return isMerged ? null : { id: declared.id, members, texts: new Map(texts) };
}

/** Where it is declared, through the files that only hand it on; `{ Status }` of `module.exports` is what its file declares. */
function takenFrom(tree: SourceTree, source: Source, { id, name }: Binding): Node | null {
  const from = importsOf(source).find((each) => each.local === name && upwards(id).includes(each.node));
  const given = from && exportsOfSpecifier(tree, source.path, from.specifier)?.names.get(from.imported ?? 'default');
  const found = given ? declaredAt({ tree }, given) : null;
  const { parent } = found?.node ?? {};
  const value =
    found?.node.type === 'Property' ? found.node.value : parent?.type === 'AssignmentExpression' ? parent.right : null;
  return found && value?.type === 'Identifier' ? declarationOf(found.source, value.name) : (found?.node ?? null);
}

function ofConstant(tree: SourceTree, { id, init, parent }: Of<'VariableDeclarator'>): ClosedSet | null {
  const closed = listed(literalOf(init), id);
  if (closed !== null || init?.type !== 'ObjectExpression' || id.type !== 'Identifier') return closed;
  const isConst = parent?.type === 'VariableDeclaration' && parent.kind === 'const';
  const isTop = /^(?:Program|ExportNamedDeclaration)$/.test(parent?.parent?.type ?? '');
  const isWord = init.properties.every(
    (each) =>
      each.type === 'Property' && /^[A-Z][A-Z\d_]*$/.test(keyName(each.key) ?? '') && each.value.type === 'Literal',
  );
  return isConst && isTop && isWord && init.properties.length > 1 && !writtenTo(tree).has(id.name)
    ? listed(init, id)
    : null;
}

/** `Status.LATE = 'late'`, `Object.assign(Status, …)`: what is added later is a member as well. */
const writtenTo = memoize((tree: SourceTree): ReadonlySet<string> => {
  const targets = allSources(tree).flatMap(({ program }) => [
    ...all(program, 'AssignmentExpression').flatMap(({ left }) =>
      left.type === 'MemberExpression' ? [left.object] : [],
    ),
    ...all(program, 'CallExpression').flatMap(({ callee, arguments: [first] }) =>
      /^Object\.(?:assign|define)/.test(chainOf(callee) ?? '') && first !== undefined ? [first] : [],
    ),
  ]);
  return new Set(targets.flatMap((node) => chainOf(node as Node) ?? []));
});

/** What is frozen, or a constant by its type. */
function literalOf(init: Node | null): Node | null {
  const isConst =
    init?.type === 'TSAsExpression' &&
    init.typeAnnotation.type === 'TSTypeReference' &&
    keyName(init.typeAnnotation.typeName as Node) === 'const';
  if (isConst) return init.expression;
  return init?.type === 'CallExpression' && chainOf(init.callee) === 'Object.freeze'
    ? ((init.arguments[0] as Node | undefined) ?? null)
    : null;
}

function listed(object: Node | null, id: Node): ClosedSet | null {
  if (object?.type !== 'ObjectExpression') return null;
  const members = object.properties.map((each) =>
    each.type === 'Property' && !each.computed ? keyName(each.key) : null,
  );
  const isTold = members.every((each) => each !== null);
  const texts = object.properties.flatMap((each): [string, string][] => {
    const text = each.type === 'Property' ? stringValue(each.value as Node) : null;
    return text === null || each.type !== 'Property' ? [] : [[keyName(each.key) ?? '', text]];
  });
  return isTold && members.length > 0
    ? { id, members: members.flatMap((each) => each ?? []), texts: new Map(texts) }
    : null;
}
