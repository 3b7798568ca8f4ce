/** Names that the project's own tests use: no repair changes a test, so what they call a thing is what it is called. */
import { isTest } from '../../kit/code.ts';
import { memoize } from '../../kit/memoize.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { all, allSources, keyName } from '../code/syntax.ts';

/** What tests take from modules of the project, and the members that they call. */
export const testedNames = memoize((tree: SourceTree): ReadonlySet<string> => {
  const tests = allSources(tree).filter(({ path }) => isTest(path));
  const taken = tests.flatMap((source) =>
    importsOf(source).flatMap(({ imported, specifier }) => (/^[.#@~]/.test(specifier) ? [imported] : [])),
  );
  const called = tests.flatMap(({ program }) =>
    all(program, 'CallExpression').flatMap(({ callee }) =>
      callee.type === 'MemberExpression' && !callee.computed ? (keyName(callee.property) ?? []) : [],
    ),
  );
  return new Set([...taken, ...called]);
});

/** The tests know the one and not the other: what has the other name was renamed, and they were not. */
export function isTestedAs(tree: SourceTree, one: string, other: string): boolean {
  const names = testedNames(tree);
  return names.has(one) && !names.has(other);
}
