/** Of a repository of several packages the large folders that the server's own package does not reach: trials see them as they are, read-only. */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../kit/errors.ts';
import { reachedPackages, type Started } from '../kit/workspaces.ts';

/** Below this a folder is copied like any other: what is put together from there by a path alone can be mended, too. */
const [filesMax, bytesMax] = [500, 32 * 1024 ** 2];

export interface Aside {
  /** Project-relative. */
  readonly at: string;
  /** Files in it that no trial may read, project-relative. */
  readonly secrets: readonly string[];
}

/** [] where the project is one package. */
export function asideOf(started: Started): Aside[] {
  const { project } = started;
  const needed = reachedPackages(started);
  if (needed === null) return [];
  const visit = (folder: string): Aside[] =>
    foldersIn(project, folder).flatMap((at) => {
      if (needed.includes(at)) return [];
      if (needed.some((each) => each.startsWith(`${at}/`))) return visit(at);
      const { files, bytes, secrets } = sizeOf(project, at);
      return files > filesMax || bytes > bytesMax ? [{ at, secrets }] : [];
    });
  return visit('');
}

interface Size {
  files: number;
  bytes: number;
  readonly secrets: string[];
}

function sizeOf(project: string, at: string, size: Size = { files: 0, bytes: 0, secrets: [] }): Size {
  for (const item of itemsIn(project, at)) {
    const file = `${at}/${item.name}`;
    if (item.isDirectory()) {
      if (!isLeftOut(item.name)) sizeOf(project, file, size);
      continue;
    }
    size.files += 1;
    if (/^\.env(?:\.|$)|^\.npmrc$/.test(item.name)) size.secrets.push(file);
    if (size.bytes <= bytesMax && size.files <= filesMax)
      size.bytes += lstatSync(path.join(project, file), { throwIfNoEntry: false })?.size ?? 0;
  }
  return size;
}

function foldersIn(project: string, folder: string): string[] {
  const folders = itemsIn(project, folder).filter((item) => item.isDirectory() && !isLeftOut(item.name));
  return folders.map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
}

/** What cannot be read is not there. */
function itemsIn(project: string, folder: string) {
  try {
    return readdirSync(path.join(project, folder), { withFileTypes: true });
  } catch (error) {
    if (isErrno(error)) return [];
    throw error;
  }
}

/** Never copied. */
export function isLeftOut(name: string): boolean {
  return left.has(name) || name === 'node_modules';
}

const left = new Set(['.git', '.hg', '.svn', '.kintsugi']);
