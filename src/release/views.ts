/** A stored tree, read-only, for those who look for a repair. Bounded, and never a file of secrets. */
import path from 'node:path';
import type { SourceTree } from '../incident/nouns.ts';
import { globMatcher } from '../kit/globs.ts';
import type { StatePaths } from '../kit/paths.ts';
import { isCompiled } from '../kit/typescript.ts';
import { getBlob } from './blobs.ts';
import { own, type Tree } from './tree.ts';

const textBytesMax = 1024 * 1024;

const isSecret = globMatcher(['.env*', '*.sqlite*', '*.db', '.git/', '.kintsugi/', '*.pem', '*.key', '.npmrc']);
const isSample = /(^|\/)\.env\.(example|sample|template|dist|defaults?)$/i;

/** May this file's text be shown to a repair? */
function isShown(relative: string): boolean {
  return isSample.test(relative) || !isSecret(relative);
}

/** A stored tree, read from the content store; what a compiler wrote is no source to look at. */
export function treeView(paths: StatePaths, tree: Tree): SourceTree {
  const isMade = isCompiled(paths.project);
  const files = Object.keys(tree.files)
    .filter((file) => !isMade(file))
    .sort();
  const folders = childrenOf(files);
  return {
    files,
    read(name) {
      const file = own(tree, clean(name) ?? '');
      if (file === null || !isShown(name)) return null;
      const bytes = getBlob(paths, file.sha);
      return bytes.length > textBytesMax ? null : textOf(bytes);
    },
    exists(name) {
      const at = clean(name);
      return at !== null && (own(tree, at) !== null || folders.has(at));
    },
    list: (name) => [...(folders.get(clean(name) ?? '..') ?? [])].sort(),
  };
}

function childrenOf(files: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  const add = (folder: string, name: string): void => {
    const names = folders.get(folder);
    if (names) names.add(name);
    else folders.set(folder, new Set([name]));
  };
  for (const file of files) {
    const parts = file.split('/');
    parts.forEach((part, index) => add(parts.slice(0, index).join('/'), index < parts.length - 1 ? `${part}/` : part));
  }
  return folders;
}

/** `./lib//a.js` → `lib/a.js`, '' for the project itself; null for what would leave it. */
function clean(name: string): string | null {
  if (name.includes('\0') || path.posix.isAbsolute(name)) return null;
  const normal = path.posix.normalize(name).replace(/\/$/, '');
  if (normal === '..' || normal.startsWith('../')) return null;
  return normal === '.' ? '' : normal;
}

/** Null for what is no text: an edit of it as text would not give its other bytes back. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null; // not UTF-8
    throw error;
  }
}
