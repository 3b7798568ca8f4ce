/** What a folder that is gone held: in the last good release, else in git. */
import path from 'node:path';
import type { Edit } from '../../incident/nouns.ts';
import type { RecipeContext } from '../recipe.ts';
import { allSources } from '../code/syntax.ts';
import { keptText } from './moved.ts';

const posix = path.posix;

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

/** Git leaves the folder out, or a source that names it writes files. */
export function isFilledByProgram({ tree }: RecipeContext, folder: string): boolean {
  const name = posix.basename(folder);
  const left = (tree.read('.gitignore') ?? '').split('\n').map((line) => line.trim().replace(/^\/|\/\**$/g, ''));
  if (left.includes(folder) || left.includes(name)) return true;
  return allSources(tree).some(
    ({ text }) =>
      /\b(?:writeFile|appendFile|createWriteStream|mkdir|copyFile|rename)\w*\(/.test(text) && text.includes(name),
  );
}
