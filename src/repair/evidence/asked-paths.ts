/** Paths of keys that code asks for as one text: `get('mail.from')`, `t(`states.${state}`)`. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, allSources, stringValue } from '../code/syntax.ts';
import type { Of, Source } from '../code/syntax.ts';

export interface AskedPath {
  readonly source: Source;
  readonly literal: Of<'Literal'>;
  readonly path: string;
}

const dotted = /^[A-Za-z_][\w-]*(?:\.[\w-]+)+$/;
const fileEnd =
  /\.(?:[cm]?[jt]sx?|json5?|ya?ml|html?|txt|md|csv|ini|toml|ejs|hbs|pug|xml|svg|png|jpg|css|sqlite3?|db|local|com|org|net|example)$/;

/** Texts with dots between names that are handed to a call. */
export const askedPaths = memoize((tree: SourceTree): readonly AskedPath[] =>
  allSources(tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) => {
      const path = stringValue(literal);
      const isGiven = /^(?:CallExpression|ConditionalExpression|LogicalExpression)$/.test(literal.parent?.type ?? '');
      return path !== null && isGiven && dotted.test(path) && !fileEnd.test(path) ? [{ source, literal, path }] : [];
    }),
  ),
);

/** Every name in such a text, and before the first dot of one that is put together. */
export const askedParts = memoize((tree: SourceTree): ReadonlySet<string> => {
  const parts = allSources(tree).flatMap((source) =>
    all(source.program, 'TemplateElement').flatMap(
      ({ value }) => /^([A-Za-z_][\w-]*(?:\.[\w-]+)*)\.$/.exec(value.raw)?.[1] ?? [],
    ),
  );
  return new Set([...askedPaths(tree).map(({ path }) => path), ...parts].flatMap((path) => path.split('.')));
});
