/** The names that records of the project have side by side: fields of data files, results and columns of SQL, objects that are written out. */
import { memoize } from '../../kit/memoize.ts';
import { isTest } from '../../kit/code.ts';
import { resultNames, schemaOf, statementsIn, wholeOf } from '../code/sql.ts';
import { all, allSources, keysIn } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { dataFiles, shapesOf } from './data-keys.ts';

export interface Shape {
  readonly names: readonly string[];
  /** The object that is written out, if it is one. */
  readonly node: Node | null;
}

export const recordShapes = memoize((context: RecipeContext): readonly Shape[] => {
  const sources = allSources(context.tree).filter(({ path }) => !isTest(path));
  const plain = (names: readonly string[]): Shape => ({ names, node: null });
  // Rows have the columns' own names where all of them are asked for.
  const isWhole = sources.flatMap(statementsIn).some(({ text }) => /\b(?:select|returning)\s+(?:\w+\.)?\*/i.test(text));
  return [
    ...dataFiles(context).flatMap(shapesOf).map(plain),
    ...(isWhole ? [...schemaOf(context).values()].map(({ columns }) => plain(columns)) : []),
    ...sources.flatMap(statementsIn).flatMap((query) => {
      const names = resultNames(wholeOf(query));
      return names === null ? [] : [plain(names)];
    }),
    ...sources.flatMap(({ program }) =>
      all(program, 'ObjectExpression').map((node) => ({ names: keysIn(node), node })),
    ),
  ];
});
