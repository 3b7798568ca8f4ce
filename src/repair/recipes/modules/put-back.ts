/** A module that is imported and not there is put back: from the last good release, git, or a copy that was set aside. */
import type { Idea } from '../../../incident/nouns.ts';
import { backupOf } from '../../evidence/backups.ts';
import { movedDoubt } from '../../evidence/moved.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** The file was there in the last good release, or git has it. */
export async function restoreIdeas(context: RecipeContext, stem: string, late: boolean): Promise<Idea[]> {
  // TypeScript names what it will be built to.
  const typed = stem.replace(/(?<=\.[cm]?)js$/, 'ts');
  const tries = [
    stem,
    typed,
    ...['.js', '.json', '.mjs', '.cjs', '.ts', '/index.js', '/index.ts'].map((end) => stem + end),
  ];
  for (const file of tries) {
    const kept = context.lastGood?.read(file) ?? (await context.git?.show(file)) ?? null;
    const text = kept ?? (late ? null : (backupOf(context.tree, file)?.text ?? null));
    if (text === null || context.tree.exists(file)) continue;
    return [
      idea('import-path', {
        title: `put back ${file}`,
        kind: 'operational',
        rank: late ? 1 : 0,
        ask: await movedDoubt(context, file),
        edits: [{ path: file, before: null, after: text }],
      }),
    ];
  }
  return [];
}
