/** The one file of the project that gives out all that a statement takes, whatever path it names. */
import type { SourceTree } from '../../../incident/nouns.ts';
import { isTest } from '../../../kit/code.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { allSources } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';

/** Null where it takes a file as a whole, or several give that out; those that only hand on what they take do not count. */
export function soleOwner(tree: SourceTree, source: Source, statement: Import['statement']): string | null {
  const names = importsOf(source).flatMap((each) => (each.statement === statement ? [each.imported] : []));
  if (names.some((name) => name === '*' || name === 'default')) return null;
  const owners = allSources(tree).filter((other) => {
    const given = other === source || isTest(other.path) ? null : exportsOf(tree, other);
    return given !== null && names.every((name) => given.names.has(name) || given.types.has(name));
  });
  const isHandedOn = (other: Source, name: string): boolean => importsOf(other).some(({ local }) => local === name);
  const homes = owners.filter((other) => !names.every((name) => isHandedOn(other, name)));
  const [only, more] = homes.length > 0 ? homes : owners;
  return only === undefined || more !== undefined ? null : only.path;
}
