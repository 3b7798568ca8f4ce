/** The ending that TypeScript's compiler asks for in a relative import: `./pricing` and `./pricing.ts` are `./pricing.js`, in all sources at once. */
import { posix } from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isTest } from '../../../kit/code.ts';
import { importsOf } from '../../code/bindings.ts';
import { isRelative, relativeSpecifier, resolveFile } from '../../code/modules.ts';
import { allSources } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const typed = /\.[cm]?tsx?$/;
const built = /\.(?:[cm]?js|jsx|json)$/;

/** What stands without an ending (TS2834, TS2835), or with that of a source (TS5097): the compiler stops at every one of them. */
export function endingIdeas(context: RecipeContext): Idea[] {
  const { diagnosis, tree } = context;
  const code = /^TS(2834|2835|5097): /.exec(diagnosis.message)?.[1];
  if (code === undefined) return [];
  const isWrong = (specifier: string): boolean =>
    isRelative(specifier) && (code === '5097' ? typed.test(specifier) : !built.test(specifier));
  const sources = allSources(tree).filter(({ path }) => typed.test(path) && (!isTest(path) || path === diagnosis.file));
  // Where nobody else writes an ending there is none to write.
  const isBare = code === '5097' && !relatives(sources).some((each) => built.test(each) && !each.endsWith('.json'));
  const changes = sources.flatMap((source) => {
    const splices = importsOf(source).flatMap(({ specifier, style, literal }): Splice[] => {
      const to = style === 'run' || !isWrong(specifier) ? null : resolveFile(tree, beside(source, specifier));
      if (to === null || !typed.test(to) || to.includes('.d.')) return [];
      const full = relativeSpecifier(source.path, to);
      const text = isBare ? full.replace(typed, '') : full.replace(/\.([cm]?)tsx?$/, '.$1js');
      return [{ start: literal.start + 1, end: literal.end - 1, text }];
    });
    return splices.length === 0 ? [] : [{ source, splices }];
  });
  const [first] = changes.filter(({ source }) => source.path === diagnosis.file);
  const written = first?.splices[0]?.text;
  if (written === undefined) return [];
  const title = `relative imports end as the compiler asks: \`${written}\``;
  return [ideaOf('import-path', { title, rank: 0 }, changes)];
}

function relatives(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .map(({ specifier }) => specifier)
      .filter(isRelative),
  );
}

function beside(source: Source, specifier: string): string {
  return posix.join(posix.dirname(source.path), specifier);
}
