/** A source that does not parse: the token whose change mends it. */
import type { Idea } from '../../incident/nouns.ts';
import { moduleKindOf } from '../modules.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { sourcePattern, syntaxErrors } from '../syntax.ts';
import { mend } from '../syntax-repair.ts';

export const syntax: Recipe = {
  name: 'syntax',
  classes: ['syntax', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A source that does not parse: brackets, quotes, commas, misspelt keywords, merge markers; laid out as its indentation says.',
  ideas(context) {
    return brokenFiles(context).flatMap((path) => fileIdeas(context, path));
  },
};

/** The file that the loader named, else those that do not parse; at most 2. */
function brokenFiles(context: RecipeContext): string[] {
  const { file } = context.diagnosis;
  const isBroken = (path: string): boolean => {
    const text = context.tree.read(path);
    return (
      text !== null && text.length < 400_000 && syntaxErrors(path, text, moduleKindOf(context.tree, path)).length > 0
    );
  };
  if (file !== null && sourcePattern.test(file) && isBroken(file)) return [file];
  if (context.diagnosis.class !== 'syntax') return [];
  return context.tree.files.filter((path) => sourcePattern.test(path) && isBroken(path)).slice(0, 2);
}

function fileIdeas(context: RecipeContext, path: string): Idea[] {
  const before = context.tree.read(path);
  if (before === null) return [];
  const lastGood = context.lastGood?.read(path) ?? null;
  const line = context.diagnosis.file === path ? context.diagnosis.line : null;
  const found = mend({ path, text: before, kind: moduleKindOf(context.tree, path), line, lastGood });
  const best = found[0]?.cost ?? 0;
  const rivals = found.filter((each) => each.cost - best < 0.25).length;
  return found.map((each) => {
    const near = each.cost - best < 0.25;
    const rank = near ? (rivals === 1 ? 0 : 1) : each.cost - best < 2 ? 2 : 3;
    return idea('syntax', { title: `${path}: ${each.what}`, rank, edits: [{ path, before, after: each.text }] });
  });
}
