/** `path.dirname(import.meta.url)`: a URL where Node wants a path. */
import type { Idea } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { addLine, builtinSpecifier, importText } from '../code/insert.ts';
import { all, allSources, parseSource, textOf } from '../code/syntax.ts';
import type { Source } from '../code/syntax.ts';
import { splice } from '../code/text.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';

const name = 'file-url';

export const fileUrl: Recipe = {
  name,
  classes: ['missing_file', 'missing_module'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: '`import.meta.url` that is put together as a path: `fileURLToPath` of it.',
  ideas(context) {
    const { path = '' } = context.diagnosis.named;
    if (!/(?:^|\/)file:\//.test(path)) return [];
    return allSources(context.tree).flatMap((source) => withPaths(context, source));
  },
};

function withPaths({ tree }: RecipeContext, source: Source): Idea[] {
  const joined = all(source.program, 'CallExpression')
    .filter(({ callee }) => /(?:^|\.)(?:dirname|join|resolve)$/.test(textOf(source, callee)))
    .flatMap((call) => call.arguments.filter((each) => textOf(source, each) === 'import.meta.url'));
  if (joined.length === 0) return [];
  const taken = importsOf(source).find(({ imported }) => imported === 'fileURLToPath');
  const made = taken?.local ?? 'fileURLToPath';
  const splices = joined.map(({ start, end }) => ({ start, end, text: `${made}(import.meta.url)` }));
  const text = splice(source.text, ...splices);
  const again = taken === undefined ? parseSource(source.path, text) : null;
  const wanted = { local: made, imported: made, specifier: builtinSpecifier(tree, 'url') };
  const after = again === null ? text : (addLine(again, importText(again, true, wanted)).after ?? text);
  const edits = [{ path: source.path, before: source.text, after }];
  return [idea(name, { title: `${source.path}: \`import.meta.url\` is no path`, rank: 0, edits })];
}
