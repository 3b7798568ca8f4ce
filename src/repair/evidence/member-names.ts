/** Which member names the project's own code gives to its objects, and which it reads: a rename left half done shows as one that nobody gives and one that nobody reads. */
import type { SourceTree } from '../../incident/nouns.ts';
import { isTest } from '../../kit/code.ts';
import { groupBy } from '../../kit/group-by.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

/** Where an object gets a member. */
export interface Given {
  readonly source: Source;
  readonly name: string;
  /** What names it: an identifier, or the string of `decorate('carts', carts)`. */
  readonly key: Node;
  readonly value: Node | null;
  /** Assigned to an object from elsewhere (`request.user = …`) or handed over to one. */
  readonly isSet: boolean;
}

/** Where a member is read. */
export interface Read {
  readonly source: Source;
  readonly name: string;
  readonly key: Node;
  /** The object it is read from; the pattern that takes it apart, where that does not tell. */
  readonly object: Node;
  /** The member expression, or the property of a pattern. */
  readonly node: Node;
}

export interface MemberNames {
  readonly given: ReadonlyMap<string, readonly Given[]>;
  readonly read: ReadonlyMap<string, readonly Read[]>;
  /** Strings that could be names: members may be used by them. */
  readonly spoken: ReadonlySet<string>;
}

export const memberNames = memoize((tree: SourceTree): MemberNames => {
  const sources = allSources(tree).filter((source) => !isTest(source.path));
  const given = sources.flatMap(givenIn);
  const keys = new Set(given.map(({ key }) => key));
  const names: MemberNames = {
    given: groupBy(given, ({ name }) => name),
    read: groupBy(sources.flatMap(readIn), ({ name }) => name),
    spoken: new Set(sources.flatMap((source) => spokenIn(source, keys))),
  };
  return names;
});

function givenIn(source: Source): Given[] {
  const { program } = source;
  const found: Given[] = [];
  const add = (key: Node, value: Node | null, isSet = false): void => {
    const name = key.type === 'PrivateIdentifier' ? null : keyName(key);
    if (name !== null && name !== 'constructor') found.push({ source, name, key, value, isSet });
  };
  for (const literal of all(program, 'ObjectExpression'))
    for (const each of literal.properties) if (each.type === 'Property' && !each.computed) add(each.key, each.value);
  for (const type of ['MethodDefinition', 'PropertyDefinition'] as const)
    for (const each of all(program, type)) if (!each.computed) add(each.key, each.value);
  for (const { parameter } of all(program, 'TSParameterProperty'))
    add(parameter.type === 'AssignmentPattern' ? parameter.left : parameter, null);
  for (const { left, right, operator } of all(program, 'AssignmentExpression'))
    if (operator === '=' && left.type === 'MemberExpression' && !left.computed)
      add(left.property, right, left.object.type !== 'ThisExpression');
  for (const {
    callee,
    arguments: [key, value],
  } of all(program, 'CallExpression'))
    if (key !== undefined && value !== undefined && /\.decorate(?:Request|Reply)?$/.test(chainOf(callee) ?? ''))
      add(key, value as Node, true);
  return found;
}

function readIn(source: Source): Read[] {
  const members = all(source.program, 'MemberExpression').flatMap((node): Read[] => {
    const name = node.computed ? stringValue(node.property) : keyName(node.property);
    if (name === null || node.property.type === 'PrivateIdentifier' || isTarget(node)) return [];
    return [{ source, name, key: node.property, object: node.object, node }];
  });
  const taken = all(source.program, 'ObjectPattern').flatMap((pattern) =>
    pattern.properties.flatMap((node): Read[] => {
      const name = node.type === 'Property' && !node.computed ? keyName(node.key) : null;
      if (node.type !== 'Property' || name === null) return [];
      const from = pattern.parent;
      const object = from?.type === 'VariableDeclarator' && from.id === pattern ? (from.init ?? pattern) : pattern;
      return [{ source, name, key: node.key, object, node }];
    }),
  );
  return [...members, ...taken];
}

function isTarget(node: Of<'MemberExpression'>): boolean {
  const { parent } = node;
  return parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
}

function spokenIn(source: Source, keys: ReadonlySet<Node>): string[] {
  return all(source.program, 'Literal').flatMap((each) => {
    const value = keys.has(each) ? null : stringValue(each);
    return value !== null && /^[\w$]+$/.test(value) ? [value] : [];
  });
}
