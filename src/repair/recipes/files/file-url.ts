/** `path.dirname(import.meta.url)`: a URL where Node wants a path; `new URL('x', import.meta.dirname)`: a path where it wants a URL. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { addLine, builtinSpecifier, importText } from '../../code/insert.ts';
import { all, allSources, chainOf, parseSource, textOf } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { idea, ideaIn } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'file-url';

export const fileUrl: Recipe = {
  name,
  classes: ['missing_file', 'missing_module', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    '`import.meta.url` that is put together as a path: `fileURLToPath` of it; a path as the base of a URL: `import.meta.url`.',
  ideas(context) {
    const { path = '' } = context.diagnosis.named;
    if (/^(?:TypeError: )?Invalid URL\b/.test(context.diagnosis.message))
      return sitesOf(context).slice(0, 1).flatMap(urls);
    if (!/(?:^|\/)file:\//.test(path)) return [];
    return allSources(context.tree).flatMap((source) => withPaths(context, source));
  },
};

/** `new URL('../a.csv', import.meta.dirname)`: its base would have to be the file's own URL. */
function urls({ source, nodes }: Site): Idea[] {
  const bases = nodes
    .flatMap((node) => all(node, 'NewExpression'))
    .flatMap(({ callee, arguments: [, base] }) =>
      chainOf(callee) === 'URL' && /^import\.meta\.(?:dir|file)name$/.test(textOf(source, base ?? callee))
        ? [base]
        : [],
    );
  const base = bases[0];
  if (base === undefined) return [];
  const splices = [{ start: base.start, end: base.end, text: 'import.meta.url' }];
  return [ideaIn(name, source, { title: 'the base of a URL is `import.meta.url`', rank: 0, splices })];
}

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
