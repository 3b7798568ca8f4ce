/** `res.render('exhibits')` where the folder of views has `exhibit.html`. */
import path from 'node:path';
import { isPlural, rankedNames } from '../code/names.ts';
import { ideaIn } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { all, allSources, chainOf, stringValue } from '../code/syntax.ts';

const posix = path.posix;

export const viewName: Recipe = {
  name: 'view-name',
  classes: ['unknown', 'missing_file', 'missing_module', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A view that is not there, and one of a near name that is: the name that the folder of views has.',
  ideas({ diagnosis, signal, tree }) {
    // The diagnosis may speak of a file that the framework looked for on the way.
    const message = `${signal.error?.message ?? ''} ${diagnosis.message}`;
    const [, wanted, folder] =
      /Failed to lookup view "([^"]+)" in views director(?:y|ies) "([^"]+)"/.exec(message) ?? [];
    if (wanted === undefined || folder === undefined) return [];
    const parts = folder.split('/');
    const root = parts
      .map((_, at) => parts.slice(at).join('/'))
      .find((each) => tree.files.some((file) => file.startsWith(`${each}/`)));
    const views = tree.files
      .filter((file) => root !== undefined && file.startsWith(`${root}/`))
      .map((file) => posix.relative(root ?? '', file).replace(/\.\w+$/, ''));
    const near = new Map(rankedNames(wanted, new Set(views)).map(({ name, rank }) => [name, rank]));
    for (const name of views) {
      if (isPlural(wanted, name)) near.set(name, 0);
      else if (posix.basename(name) === posix.basename(wanted)) near.set(name, near.get(name) ?? 0);
    }
    return allSources(tree).flatMap((source) =>
      all(source.program, 'Literal')
        .filter(
          (literal) =>
            literal.parent?.type === 'CallExpression' &&
            /\.(?:render|view)$/.test(chainOf(literal.parent.callee) ?? '') &&
            stringValue(literal) === wanted,
        )
        .flatMap((literal) =>
          [...near].map(([name, rank]) =>
            ideaIn('view-name', source, {
              title: `the view is called \`${name}\``,
              rank,
              splices: [{ start: literal.start + 1, end: literal.end - 1, text: name }],
            }),
          ),
        ),
    );
  },
};
