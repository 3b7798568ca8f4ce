/** A container of dependencies as Awilix has it: what is registered under which name, and who asks for a name. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, allSources, chainOf, isFunction, keyName, stringValue } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

export interface Registration {
  readonly source: Source;
  readonly name: string;
  readonly key: Node;
  /** `SingerService` of `asClass(SingerService).singleton()`; null where it is no name. */
  readonly made: Of<'Identifier'> | null;
  /** `asClass` */
  readonly by: string;
  /** The entry of the object that was handed to `register`; null where one name was registered by a call of its own. */
  readonly entry: Of<'Property'> | null;
}

export interface Ask {
  readonly source: Source;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** What the new name is followed by, so that `{ store }` stays the name here. */
  readonly tail: string;
}

export const registrationsOf = memoize((tree: SourceTree): readonly Registration[] =>
  allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ callee, arguments: [first, second] }) => {
      if (callee.type !== 'MemberExpression' || keyName(callee.property) !== 'register' || first === undefined)
        return [];
      const named = stringValue(first);
      if (named !== null)
        return second === undefined ? [] : registration(source, { name: named, key: first, value: second });
      const entries = first.type === 'ObjectExpression' ? first.properties : [];
      return entries.flatMap((entry) =>
        entry.type === 'Property' && !entry.computed
          ? registration(source, { name: keyName(entry.key) ?? '', key: entry.key, value: entry.value, entry })
          : [],
      );
    }),
  ),
);

function registration(
  source: Source,
  { name, key, value, entry = null }: { name: string; key: Node; value: Node; entry?: Of<'Property'> | null },
): Registration[] {
  const call = all(value, 'CallExpression').find(({ callee }) => /^as[A-Z]\w*$/.test(chainOf(callee) ?? ''));
  if (call === undefined) return [];
  const [made] = call.arguments;
  const by = chainOf(call.callee) ?? '';
  return [{ source, name, key, entry, by, made: made?.type === 'Identifier' ? made : null }];
}

/** Texts handed to `resolve`, members of a `cradle`, and what constructors and functions take out of it. */
export const asksOf = memoize((tree: SourceTree): readonly Ask[] =>
  allSources(tree).flatMap((source) => {
    const texts = all(source.program, 'CallExpression').flatMap(({ callee, arguments: [first] }) => {
      const name = stringValue(first);
      const isResolve = callee.type === 'MemberExpression' && keyName(callee.property) === 'resolve';
      return isResolve && first !== undefined && name !== null
        ? [{ source, name, start: first.start + 1, end: first.end - 1, tail: '' }]
        : [];
    });
    const members = all(source.program, 'MemberExpression').flatMap(({ object, property, computed }) =>
      isCradle(object) && !computed && property.type === 'Identifier'
        ? [{ source, name: property.name, start: property.start, end: property.end, tail: '' }]
        : [],
    );
    const taken = all(source.program, 'ObjectPattern').flatMap((pattern) =>
      takesFromCradle(pattern)
        ? pattern.properties.flatMap((each) => {
            const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
            if (name === null || each.type !== 'Property') return [];
            const { start, end } = each.key;
            return [{ source, name, start, end, tail: each.shorthand ? `: ${name}` : '' }];
          })
        : [],
    );
    return [...texts, ...members, ...taken];
  }),
);

function takesFromCradle({ parent, start }: Of<'ObjectPattern'>): boolean {
  if (parent?.type === 'VariableDeclarator') return parent.init !== null && isCradle(parent.init);
  return parent != null && isFunction(parent as Node) && 'params' in parent && parent.params[0]?.start === start;
}

function isCradle(node: Node): boolean {
  return /(?:^|\.)cradle$/.test(chainOf(node) ?? '');
}
