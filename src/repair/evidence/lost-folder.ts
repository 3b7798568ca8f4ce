/** What a folder that is gone held: in the last good release, else in git. */
import type { Edit } from '../../incident/nouns.ts';
import type { RecipeContext } from '../recipe.ts';
import { keptText } from './moved.ts';

/** Of a folder that is put back whole. */
const filesMax = 50;

/** All files of the folder, anew; null where nobody knows them all, or one of them is no text. */
export async function heldBy(
  context: RecipeContext,
  folder: string,
): Promise<{ readonly from: string; readonly edits: readonly Edit[] } | null> {
  const { lastGood, git } = context;
  const kept = lastGood?.files.filter((file) => file.startsWith(`${folder}/`)) ?? [];
  const files = kept.length > 0 ? kept : ((await git?.below(folder)) ?? []);
  if (files.length === 0 || files.length > filesMax) return null;
  const texts = await Promise.all(files.map((file) => keptText(context, file)));
  const edits = files.flatMap((path, index) => {
    const after = texts[index] ?? '\uFFFD';
    return after.includes('\uFFFD') ? [] : [{ path, before: null, after }];
  });
  return edits.length < files.length ? null : { from: kept.length > 0 ? 'the last good release' : 'git', edits };
}
