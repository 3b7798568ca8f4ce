/** A read-only view of the pristine copy with edits laid over it; packages are read where they are installed. */
import { lstatSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Edit, SourceTree } from '../incident/nouns.ts';
import { isCodeFile } from '../kit/code.ts';
import { isErrno } from '../kit/errors.ts';
import type { Pristine } from './project.ts';

const textBytesMax = 2 * 1024 * 1024;
const sources =
  /\.(?:json|jsonc|ya?ml|toml|sql|html?|css|ejs|hbs|pug|graphql|gql|prisma|txt|xml|properties|ini|conf)$/i;
const never = /(^|\/)(\.env[^/]*|\.kintsugi|\.git|node_modules|dist\/.*\.map)(\/|$)/;

export function treeOf(base: Pristine, edits: readonly Edit[], isReleaseFile?: (file: string) => boolean): SourceTree {
  const over = new Map(edits.map((edit) => [edit.path, edit.after]));
  const belongs = isReleaseFile ?? ((file: string) => (isCodeFile(file) || sources.test(file)) && !never.test(file));
  const files = [...base.entries].filter(([, entry]) => entry.kind === 'file').map(([at]) => at);
  const all = new Set([
    ...files.filter((at) => over.get(at) !== null),
    ...[...over].filter(([, text]) => text !== null).map(([at]) => at),
  ]);
  const locate = (file: string): string | null => place(base, file);
  const texts = new Map<string, string | null>();
  return {
    files: [...all].filter(belongs).sort(),
    read: (file) => {
      const at = clean(file);
      const known = over.get(at) ?? texts.get(at);
      if (known !== undefined || over.has(at)) return known ?? null;
      const text = readAt(locate(file));
      // The copy stays as it is; packages are read where they may change.
      if (base.entries.has(at)) texts.set(at, text);
      return text;
    },
    exists: (file) => {
      const edited = over.get(clean(file));
      if (edited !== undefined) return edited !== null;
      const at = locate(file);
      return (
        (at !== null && statOrNull(at) !== null) ||
        [...over].some(([name, text]) => text !== null && name.startsWith(`${clean(file)}/`))
      );
    },
    list: (file) => listAt(locate(file), clean(file), over),
  };
}

/** Where a path really leads, project-relative; what is not there yet is judged by the folder it would lie in. Null = outside the project. */
export function realIn(base: Pristine, file: string): string | null {
  const at = place(base, file);
  if (at === null) return null;
  const root = at.startsWith(`${base.folder}/`) || at === base.folder ? base.folder : base.project;
  let existing = at;
  const rest: string[] = [];
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined && existing !== root) {
    rest.unshift(path.basename(existing));
    existing = path.dirname(existing);
  }
  const real = realOrNull(existing);
  const relative = real === null ? '..' : path.relative(realpathSync(root), path.join(real, ...rest));
  return relative === '..' || relative.startsWith('../') ? null : relative;
}

/** Null for a link that leads nowhere. */
function realOrNull(at: string): string | null {
  try {
    return realpathSync(at);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ELOOP', 'EACCES', 'ENOTDIR')) return null;
    throw error;
  }
}

function clean(file: string): string {
  const normal = path.posix.normalize(file).replace(/\/$/, '');
  return normal === '.' ? '' : normal;
}

/** Packages, and what lies aside, are in the live project; everything else in the copy. Null for a path that leaves both. */
function place(base: Pristine, file: string): string | null {
  const at = clean(file);
  if (path.isAbsolute(at) || at.startsWith('..') || at.includes('\0')) return null;
  if (at.split('/').includes('node_modules')) return path.join(base.project, at);
  const bound = base.bound.findLast((each) => at === each.at || at.startsWith(`${each.at}/`));
  const isShown =
    bound !== undefined && (bound.from === '/dev/null' || bound.from === path.join(base.project, bound.at));
  return isShown ? path.join(bound.from, path.relative(bound.at, at)) : path.join(base.folder, at);
}

function readAt(at: string | null): string | null {
  const stat = at === null ? null : statOrNull(at);
  if (at === null || stat === null || !stat.isFile() || stat.size > textBytesMax) return null;
  const bytes = readFileSync(at);
  return bytes.includes(0) ? null : bytes.toString('utf8');
}

function listAt(at: string | null, folder: string, over: ReadonlyMap<string, string | null>): string[] {
  const found = new Set<string>();
  if (at !== null && statOrNull(at)?.isDirectory() === true) {
    for (const item of readdirSync(at, { withFileTypes: true }))
      found.add(item.isDirectory() ? `${item.name}/` : item.name);
  }
  const prefix = folder === '' ? '' : `${folder}/`;
  for (const [name, text] of over) {
    if (!name.startsWith(prefix)) continue;
    const [first = '', ...rest] = name.slice(prefix.length).split('/');
    if (text !== null) found.add(rest.length > 0 ? `${first}/` : first);
    else if (rest.length === 0) found.delete(first);
  }
  return [...found].sort();
}

function statOrNull(at: string) {
  try {
    return lstatSync(at).isSymbolicLink() ? statSync(at) : lstatSync(at);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES')) return null;
    throw error;
  }
}
