/** The marks of a merge in a file that is neither code nor JSON nor YAML: SQL, templates, texts; of `.env` a person is told. */
import { isCodeFile } from '../../../kit/code.ts';
import { lineOf } from '../../code/text.ts';
import { mergeSides } from '../../mending/merges.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const mergeMarks: Recipe = {
  name: 'merge-marks',
  classes: ['syntax', 'database', 'config', 'type', 'reference', 'env_missing', 'assertion', 'range', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'SQL, a template or a text that holds the marks of a merge: the side that was there before, or what both sides say; of sides that differ a person chooses.',
  ideas(context) {
    const [path, more] = marked(context);
    const before = path === undefined ? null : context.tree.read(path);
    if (path === undefined || more !== undefined || before === null) return [];
    const lastGood = context.lastGood?.read(path) ?? null;
    const sides = mergeSides(path, before, lastGood);
    const ask = sides.length > 1 ? `${path} holds both sides of a merge: only you know which one is meant` : null;
    return sides.slice(0, 2).map(({ what, text }) =>
      idea('merge-marks', {
        ...{ title: `${path}: ${what}`, rank: ask === null ? 0 : 2, ask },
        edits: [{ path, before, after: text }],
      }),
    );
  },
  outside({ tree }) {
    const text = tree.read('.env') ?? '';
    const at = text.search(marks);
    if (at < 0) return null;
    const why = `.env:${lineOf(text, at)} holds the marks of a merge; it is yours alone, so only you choose a side`;
    return { why, command: null };
  },
};

const marks = /^<{7} .*\r?\n[^]*?^={7}\r?\n[^]*?^>{7} /m;
const filesMax = 400;

function marked({ tree }: RecipeContext): string[] {
  return tree.files
    .filter((path) => !isCodeFile(path) && !/\.(?:json|ya?ml|md)$/i.test(path))
    .slice(0, filesMax)
    .filter((path) => marks.test(tree.read(path) ?? ''));
}
