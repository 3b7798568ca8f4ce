/** What a folder that is gone held: in the last good release, else in git. */
import path from 'node:path';
import type { Edit } from '../../incident/nouns.ts';
import type { RecipeContext } from '../recipe.ts';
import { allSources } from '../code/syntax.ts';
import { keptText } from './moved.ts';
import { pathValues } from './path-values.ts';

const posix = path.posix;

/** Of a folder that is put back whole. */
const filesMax = 50;

export interface Held {
  readonly from: string;
  readonly edits: readonly Edit[];
}

/** All files of the folder, anew; null where nobody knows them all, or one of them is no text. */
export async function heldBy(context: RecipeContext, folder: string): Promise<Held | null> {
  const { lastGood, git } = context;
  const kept = lastGood?.files.filter((file) => file.startsWith(`${folder}/`)) ?? [];
  const files = kept.length > 0 ? kept : ((await git?.below(folder)) ?? []);
  // `.gitkeep` keeps an empty folder.
  const isEmpty = files.every((file) => posix.basename(file).startsWith('.'));
  if (isEmpty || files.length > filesMax) return null;
  const texts = await Promise.all(files.map((file) => keptText(context, file)));
  const edits = files.flatMap((path, index) => {
    const after = texts[index] ?? '\uFFFD';
    return after.includes('\uFFFD') ? [] : [{ path, before: null, after }];
  });
  return edits.length < files.length ? null : { from: kept.length > 0 ? 'the last good release' : 'git', edits };
}

export interface Gone extends Held {
  readonly folder: string;
  /** What it held lies elsewhere now. */
  readonly isMoved: boolean;
}

/** The outermost folder on the way to a missing file, where it is gone as a whole since it was last released or committed; null where that is not so. */
export async function goneWith(context: RecipeContext, missing: string): Promise<Gone | null> {
  const { tree, lastGood, git } = context;
  const parts = missing.split('/');
  const at = parts.findIndex((_, index) => !tree.exists(parts.slice(0, index + 1).join('/')));
  const folder = parts.slice(0, at + 1).join('/');
  if (at < 0 || at === parts.length - 1) return null;
  const held = await heldBy(context, folder);
  const [first] = held?.edits ?? [];
  if (held === null || first === undefined) return null;
  const isLate = lastGood?.exists(first.path) === true || ((await git?.show(first.path)) ?? null) !== null;
  const names = new Map(held.edits.map((edit) => [posix.basename(edit.path), edit.after]));
  const isMoved = tree.files.some((file) => {
    const text = names.get(posix.basename(file)) ?? '';
    return text.trim() !== '' && tree.read(file) === text;
  });
  return isLate ? { folder, isMoved, ...held } : null;
}

/** The other folders that are gone with this one, below one that is, where something is written or was kept empty: half of them made is half a repair. */
export async function goneBeside(context: RecipeContext, folder: string): Promise<string[]> {
  const { tree, git } = context;
  const parts = folder.split('/');
  const at = parts.findIndex((_, index) => !tree.exists(parts.slice(0, index + 1).join('/')));
  const top = parts.slice(0, at + 1).join('/');
  if (at < 0 || top === folder) return [];
  const kept = ((await git?.below(top)) ?? []).filter((file) => posix.basename(file).startsWith('.'));
  const said = allSources(tree)
    .flatMap((source) => pathValues(context, source))
    .map(({ path: each }) => (posix.extname(each) === '' ? each : posix.dirname(each)))
    .filter((each) => isFilledByProgram(context, each));
  const below = [...kept.map((file) => posix.dirname(file)), ...said].filter((each) => each.startsWith(`${top}/`));
  return [...new Set(below)].filter((each) => !`${folder}/`.startsWith(`${each}/`));
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
