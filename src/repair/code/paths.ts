/** From a path as an error prints it to the path inside the project. */
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { foldersOver, outFolderOver } from '../../kit/out-folders.ts';
import { isTypeScript } from '../../kit/typescript.ts';
import type { RecipeContext } from '../recipe.ts';
import { isOwnPath } from '../sound.ts';
import { workspaces } from './modules.ts';

const posix = path.posix;

/** The project's folder as the failure prints it, in a frame or elsewhere: it may be of another machine; null where nothing shows it. */
export function projectRoot(context: RecipeContext): string | null {
  const { diagnosis, signal } = context;
  const texts = [signal.error?.stack ?? '', signal.stderr];
  for (const frame of diagnosis.frames) {
    if (!frame.own) continue;
    const at = `/${frame.file}:${frame.line}`;
    for (const text of texts) {
      const end = text.indexOf(at);
      if (end < 0) continue;
      const start = Math.max(text.lastIndexOf('(', end), text.lastIndexOf(' ', end), text.lastIndexOf('\n', end)) + 1;
      const root = text.slice(start, end).replace(/^file:\/\//, '');
      if (root.startsWith('/')) return root;
    }
  }
  // Of an answer that failed without a word only the replay knows the error.
  return [...texts, diagnosis.message].some((text) => text.includes(`${context.root}/`)) ? context.root : null;
}

/** Project-relative, posix, normalised; null for paths outside and for hidden or protected ones. */
export function insideProject(context: RecipeContext, printed: string | undefined): string | null {
  if (printed === undefined || printed.length > 1000) return null;
  const plain = printed.replace(/^file:\/\//, '').replaceAll('\\', '/');
  const relative = plain.startsWith('/') ? fromAbsolute(context, plain) : fromCwd(context, plain);
  if (relative === null) return null;
  const clean = throughLink(context.tree, relative.replace(/^\.\//, '').replace(/\/$/, ''));
  return isOwnPath(clean) ? asSource(context, clean) : null;
}

/** `node_modules/@shop/core/src/a.ts` of a package of the project itself is `packages/core/src/a.ts`. */
function throughLink(tree: SourceTree, path: string): string {
  const [, name = '', below] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(path) ?? [];
  const home = workspaces(tree).get(name);
  return home === undefined ? path : posix.join(home, below ?? '');
}

/** Project-relative, of a path as the server itself means it; `..` where it leads out. */
export function fromCwd({ root, cwd }: RecipeContext, said: string): string {
  return cwd === '' ? posix.normalize(said) : posix.relative(root, posix.join(root, cwd, said)) || '.';
}

/** A file that stands in the folder where the server runs, or in one above it, as `.env` does; at the top where it is in none. */
export function nearFile({ tree, cwd }: RecipeContext, name: string): string {
  const places = foldersOver(posix.join(cwd, name)).map((at) => posix.join(at, name));
  return places.find((each) => tree.exists(each)) ?? name;
}

/** `dist/config/app.yaml` of what a compiler wrote: the sources, which are what is mended, would ask for `src/config/app.yaml`. */
export function asSource({ tree }: RecipeContext, file: string): string {
  const made = outFolderOver((each) => tree.read(each))(file);
  if (made === null || tree.exists(file)) return file;
  const below = file.slice(made.folder.length + 1);
  const sources = posix.join(made.at, 'src/');
  const hasSources = tree.files.some((each) => each.startsWith(sources) && isTypeScript(each));
  return posix.join(below.startsWith('src/') || !hasSources ? made.at : sources, below);
}

function fromAbsolute(context: RecipeContext, file: string): string | null {
  const root = projectRoot(context);
  if (root !== null) return file.startsWith(`${root}/`) ? posix.normalize(file.slice(root.length + 1)) : null;
  const parts = file.split('/').filter((part) => part !== '');
  // Without a root: the longest tail whose folder, or which itself, is in the project. At the top only a known file counts.
  for (let at = 1; at < parts.length; at++) {
    const tail = parts.slice(at).join('/');
    if (context.tree.files.includes(tail)) return tail;
    const folder = posix.dirname(tail);
    if (folder !== '.' && isOwnPath(folder) && context.tree.exists(folder)) return tail;
  }
  return null;
}

/** A file of the release that an error names; null for others. */
export function ownPath(context: RecipeContext, printed: string | undefined): string | null {
  const inside = insideProject(context, printed);
  return inside !== null && context.tree.files.includes(inside) ? inside : null;
}
