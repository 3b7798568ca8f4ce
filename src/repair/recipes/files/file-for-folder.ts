/** A file lies where the code wants a folder. No repair deletes a file, so a person is told. */
import path from 'node:path';
import type { Action } from '../../../incident/nouns.ts';
import { insideProject } from '../../code/paths.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

export function fileForFolder(context: RecipeContext): Action | null {
  const file = fileInTheWay(context);
  if (file === null) return null;
  const [what, deed] = context.tree.read(file) === '' ? ['an empty file', 'remove it'] : ['a file', 'move it away'];
  return { why: `${file} is ${what}, and a folder is wanted there: ${deed}`, command: null };
}

/** The file itself, or one on the way to what is wanted. */
function fileInTheWay(context: RecipeContext): string | null {
  const { code, path: said, syscall } = context.diagnosis.named;
  const isIt = code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir');
  let at = isIt ? insideProject(context, said) : null;
  while (at !== null && at !== '.') {
    if (context.tree.read(at) !== null) return at;
    at = posix.dirname(at);
  }
  return null;
}
