/** What the types of the project say an object has, against what it was seen to have. */
import { memoize } from '../../kit/memoize.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import type { Of } from '../code/syntax.ts';

interface Shape {
  readonly names: ReadonlySet<string>;
  readonly needed: readonly string[];
}

const likeMin = 2;

/**
 * The one key that no type tells of, of an object that lacks but this one of all that its type tells: the same member, renamed on
 * one side only. Null where types do not tell, or tell otherwise.
 */
export function untoldKey(tree: SourceTree, missing: string, keys: readonly string[]): string | null {
  const found = shapesOf(tree).flatMap(({ names, needed }) => {
    const lacking = needed.filter((name) => !keys.includes(name));
    const [only, more] = keys.filter((key) => !names.has(key));
    const isIt = lacking.length === 1 && lacking[0] === missing && only !== undefined && more === undefined;
    return isIt && needed.length > likeMin ? [only] : [];
  });
  const [only, more] = new Set(found);
  return more === undefined ? (only ?? null) : null;
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
