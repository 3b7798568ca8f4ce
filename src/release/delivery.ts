/** The owner's way home where the live files are not it: a patch in the state folder, and whether live files last (PRO-9). */
import path from 'node:path';
import { present, readText, writeFileAtomic } from '../kit/files.ts';
import { canWrite, type StatePaths } from '../kit/paths.ts';

/** Writes the patch of an incident's repair; the later one replaces the earlier. Returns its absolute path. */
export function writePatch(paths: StatePaths, incident: string, diff: string): string {
  const file = path.join(paths.state, 'patches', `${incident}.patch`);
  writeFileAtomic(file, diff);
  return file;
}

/** The first of these project-relative files that cannot be exchanged, because its folder is not ours to write; null = all can. */
export function closedTo(paths: StatePaths, files: readonly string[]): string | null {
  return (
    files.find((file) => {
      let folder = path.dirname(path.join(paths.project, file));
      while (!present(folder)) folder = path.dirname(folder);
      return !canWrite(folder);
    }) ?? null
  );
}

/** File systems that begin anew with each container, or with each start of the machine. */
const passing = new Set(['overlay', 'aufs', 'tmpfs', 'ramfs']);

/** Are files written here lost at the next start? `mounts` has the form of /proc/self/mountinfo. */
export function isPassing(folder: string, mounts: string = readText('/proc/self/mountinfo') ?? ''): boolean {
  let best = { at: '', kind: '' };
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const at = unescaped(before.split(' ')[4] ?? '');
    const covers = at === '/' || folder === at || folder.startsWith(`${at}/`);
    if (at !== '' && covers && at.length >= best.at.length) best = { at, kind: after.split(' ')[0] ?? '' };
  }
  return passing.has(best.kind);
}

/** `\040` stands for a space. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
