/** Closed sets of names: enums, and constants that are used as such (`as const`, `Object.freeze`). TypeScript would refuse any other name of them. */
import type { SourceTree } from '../../incident/nouns.ts';
import { exportsOfSpecifier } from '../code/bindings.ts';
import { declaredAt } from '../code/callees.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../code/syntax.ts';
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
  const made = namesInScope(source, start).get(name)?.node;
  const declared = made?.type === 'ImportSpecifier' ? importedFrom(tree, source, made) : made;
  if (declared?.type === 'VariableDeclarator') return ofConstant(declared.init, declared.id);
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

/** Where it is declared, through the files that only hand it on. */
function importedFrom(tree: SourceTree, source: Source, made: Of<'ImportSpecifier'>): Node | null {
  const from = made.parent?.type === 'ImportDeclaration' ? made.parent.source.value : '';
  const given = exportsOfSpecifier(tree, source.path, from)?.names.get(keyName(made.imported) ?? '') ?? null;
  return given === null ? null : (declaredAt({ tree }, given)?.node ?? null);
}

function ofConstant(init: Node | null, id: Node): ClosedSet | null {
  const isConst =
    init?.type === 'TSAsExpression' &&
    init.typeAnnotation.type === 'TSTypeReference' &&
    keyName(init.typeAnnotation.typeName as Node) === 'const';
  const isFrozen = init?.type === 'CallExpression' && chainOf(init.callee) === 'Object.freeze';
  const object = isConst ? init.expression : isFrozen ? init.arguments[0] : undefined;
  if (object?.type !== 'ObjectExpression') return null;
  const members = object.properties.map((each) =>
    each.type === 'Property' && !each.computed ? keyName(each.key) : null,
  );
  const isTold = members.every((each) => each !== null);
  return isTold && members.length > 0 ? { id, members: members.flatMap((each) => each ?? []), texts: new Map() } : null;
}
