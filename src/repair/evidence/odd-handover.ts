/** `emit('paid', { order, sum, by })`, taken apart as `{ order, total, by }`: an object that is handed over with every key but one that is taken. */
import { isTest } from '../../kit/code.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { all, allSources, functionsAround, isFunction, keyName } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { beginAlike, partsOf } from '../code/words.ts';
import { memberNames } from './member-names.ts';

export interface OddKey {
  readonly source: Source;
  /** The property whose key is the odd one. */
  readonly property: Of<'Property'>;
  readonly name: string;
}

/**
 * The keys that are given where `missing` of the pattern is taken; [] where several could be meant, where anybody reads
 * that key, or where somebody hands over all that the pattern takes.
 */
export function oddKeys(tree: SourceTree, pattern: Of<'ObjectPattern'>, missing: string): OddKey[] {
  const fn = functionsAround(pattern)[0];
  const others = keysOf(pattern.properties).filter((name) => name !== missing);
  if (fn === undefined || !fn.params.some((param) => (param as Node) === pattern) || others.length === 0) return [];
  const handed = allSources(tree)
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      all(source.program, 'ObjectExpression')
        .filter(({ parent }) => parent?.type === 'CallExpression')
        .map((literal) => ({ source, literal, keys: keysOf(literal.properties) }))
        .filter(({ literal, keys }) => keys.length === literal.properties.length)
        .filter(({ keys }) => others.every((name) => keys.includes(name))),
    );
  if (handed.some(({ keys }) => keys.includes(missing))) return [];
  const odd = handed.flatMap(({ source, literal, keys }): OddKey[] => {
    const [name, more] = keys.filter((key) => !others.includes(key));
    const property = literal.properties.find((each) => each.type === 'Property' && keyName(each.key) === name);
    return name === undefined || more !== undefined || property?.type !== 'Property'
      ? []
      : [{ source, property, name }];
  });
  const [name, more] = new Set(odd.map((each) => each.name));
  const { read, spoken } = memberNames(tree);
  if (name === undefined || more !== undefined || read.has(name) || spoken.has(name)) return [];
  const isAlike = beginAlike(name, missing) || partsOf(name).some((part) => partsOf(missing).includes(part));
  return others.length > 1 || isAlike ? odd : [];
}

/** The pattern of a parameter that takes `name` under its own key. */
export function patternOf(name: Node): { readonly pattern: Of<'ObjectPattern'>; readonly key: string } | null {
  const property = name.parent;
  const pattern = property?.parent;
  if (property?.type !== 'Property' || pattern?.type !== 'ObjectPattern' || property.computed) return null;
  const key = keyName(property.key);
  return key === null || !isFunction(pattern.parent ?? pattern) ? null : { pattern, key };
}

function keysOf(properties: readonly Node[]): string[] {
  return properties.flatMap((each) => (each.type === 'Property' && !each.computed ? (keyName(each.key) ?? []) : []));
}
