/** What the types of the project say an object has, against what it was seen to have. */
import { memoize } from '../../kit/memoize.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, keyName, upwards } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

interface Shape {
  readonly names: ReadonlySet<string>;
  readonly needed: readonly string[];
}

/** A shape of a few names fits many objects; one that the object is declared with fits it however small it is. */
const likeMin = 3;

export interface Seen {
  readonly source: Source;
  readonly object: Node;
  /** The member that is missing. */
  readonly missing: string;
  /** What the object has. */
  readonly keys: readonly string[];
}

/**
 * The one key that no type tells of, of an object that lacks but this one of all that its type tells: the same member, renamed on
 * one side only. Null where types do not tell, or tell otherwise.
 */
export function untoldKey(tree: SourceTree, { source, object, missing, keys }: Seen): string | null {
  const own = declaredShape(tree, source, object);
  const shapes = own === null ? shapesOf(tree).filter(({ needed }) => needed.length >= likeMin) : [own];
  const found = shapes.flatMap(({ names, needed }) => {
    const lacking = needed.filter((name) => !keys.includes(name));
    const [only, more] = keys.filter((key) => !names.has(key));
    const isIt = lacking.length === 1 && lacking[0] === missing && only !== undefined && more === undefined;
    return isIt ? [only] : [];
  });
  const [only, more] = new Set(found);
  return more === undefined ? (only ?? null) : null;
}

/** A type of the project tells of the one member, and none of the other. */
export function isToldRather(tree: SourceTree, name: string, other: string): boolean {
  const told = namesTold(tree);
  return told.has(name) && !told.has(other);
}

const namesTold = memoize(
  (tree: SourceTree): ReadonlySet<string> =>
    new Set(
      allSources(tree).flatMap(({ program }) =>
        all(program, 'TSPropertySignature').flatMap((each) => (each.computed ? [] : (keyName(each.key) ?? []))),
      ),
    ),
);

/** All names that an object has by the type it is declared with; none where no type of the project tells. */
export function declaredNames(tree: SourceTree, source: Source, object: Node): readonly string[] {
  return [...(declaredShape(tree, source, object)?.names ?? [])];
}

/** The members of what an object is declared with, each with its type; empty where no interface of the project tells. */
export function typedMembers(tree: SourceTree, source: Source, object: Node): ReadonlyMap<string, Node> {
  return membersOfType(tree, annotationOf(source, object));
}

/** Those of the one interface that a type names. */
export function membersOfType(tree: SourceTree, type: Node | null): ReadonlyMap<string, Node> {
  const name = type?.type === 'TSTypeReference' ? keyName(type.typeName as Node) : null;
  const [only, more] = allSources(tree).flatMap(({ program }) =>
    all(program, 'TSInterfaceDeclaration').filter((each) => each.id.name === name && each.extends.length === 0),
  );
  if (only === undefined || more !== undefined) return new Map();
  return new Map(
    only.body.body.flatMap((each) => {
      const key = each.type === 'TSPropertySignature' && !each.computed ? keyName(each.key) : null;
      const of = each.type === 'TSPropertySignature' ? each.typeAnnotation?.typeAnnotation : undefined;
      return key === null || of === undefined ? [] : [[key, of as Node] as const];
    }),
  );
}

/** What an object is declared as: a name by its annotation, a field of a class by that of the field or of the constructor's parameter. */
function declaredShape(tree: SourceTree, source: Source, object: Node): Shape | null {
  const annotation = annotationOf(source, object);
  if (annotation?.type === 'TSTypeLiteral') return shape(annotation.members)[0] ?? null;
  const name = annotation?.type === 'TSTypeReference' ? keyName(annotation.typeName as Node) : null;
  const [only, more] = allSources(tree).flatMap(({ program }) =>
    all(program, 'TSInterfaceDeclaration').filter((each) => each.id.name === name && each.extends.length === 0),
  );
  return only === undefined || more !== undefined ? null : (shape(only.body.body)[0] ?? null);
}

function annotationOf(source: Source, object: Node): Node | null {
  if (object.type === 'Identifier') {
    const id = namesInScope(source, object.start).get(object.name)?.id;
    return id?.type === 'Identifier' ? (id.typeAnnotation?.typeAnnotation ?? null) : null;
  }
  const isField = object.type === 'MemberExpression' && object.object.type === 'ThisExpression';
  const owner = isField ? upwards(object).find((each) => each.type === 'ClassDeclaration') : undefined;
  if (!isField || owner === undefined) return null;
  const name = keyName(object.property);
  const [field] = all(owner, 'PropertyDefinition').filter((each) => !each.computed && keyName(each.key) === name);
  const [param] = all(owner, 'TSParameterProperty').flatMap(({ parameter }) =>
    parameter.type === 'Identifier' && parameter.name === name ? [parameter] : [],
  );
  return (field ?? param)?.typeAnnotation?.typeAnnotation ?? null;
}

/** Interfaces and object types that stand by themselves; what they take from others is not read. */
const shapesOf = memoize((tree: SourceTree): readonly Shape[] =>
  allSources(tree).flatMap(({ program }) => [
    ...all(program, 'TSInterfaceDeclaration').flatMap((each) => (each.extends.length > 0 ? [] : shape(each.body.body))),
    ...all(program, 'TSTypeLiteral').flatMap((each) => shape(each.members)),
  ]),
);

function shape(members: readonly Of<'TSTypeLiteral'>['members'][number][]): Shape[] {
  const told = members.flatMap((each) => {
    const isPlain = (each.type === 'TSPropertySignature' || each.type === 'TSMethodSignature') && !each.computed;
    const name = isPlain ? keyName(each.key) : null;
    return isPlain && name !== null ? [{ name, isOptional: each.optional }] : [];
  });
  const needed = told.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return told.length < members.length ? [] : [{ names: new Set(told.map(({ name }) => name)), needed }];
}
