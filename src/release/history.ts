/** What git's history tells of names and files that are gone: evidence for repairs, never a text that is run. */
import { git, gitArgv, showFile, type Repository } from './git.ts';

const commitsMax = 5;

/** The text that a file had before the commit that removed or moved it; null where git knows of none. */
export async function lostFile(repository: Repository, file: string): Promise<string | null> {
  const commit = await lastRemoval(repository, file);
  return commit === null ? null : showFile(repository, `${commit}^`, file);
}

/** The files of a folder as committed, else as they were before the commit that removed it; none where git knows of none. */
export async function filesBelow(repository: Repository, folder: string): Promise<string[]> {
  const now = await listed(repository, 'HEAD', folder);
  const commit = now.length > 0 ? null : await lastRemoval(repository, folder);
  return commit === null ? now : listed(repository, `${commit}^`, folder);
}

async function listed(repository: Repository, rev: string, folder: string): Promise<string[]> {
  const result = await git(repository, gitArgv('ls-tree', '-r', '-z', '--name-only', rev, '--', `${folder}/`));
  return result.code === 0 ? result.stdout.split('\0').filter((name) => name !== '') : [];
}

async function lastRemoval(repository: Repository, place: string): Promise<string | null> {
  const argv = gitArgv('log', '-1', '--format=%H', '--diff-filter=D', '--no-renames', '--', `:(literal)${place}`);
  const result = await git(repository, argv);
  const commit = result.stdout.trim();
  return result.code === 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}

/** What the changes since HEAD, else the last commits, wrote in place of a name: the new name → on how many lines. */
export async function replacedName(repository: Repository, name: string): Promise<ReadonlyMap<string, number>> {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return new Map();
  const plain = ['-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--relative', `-S${name}`];
  for (const argv of [
    gitArgv('diff', ...plain, 'HEAD', '--', '.'),
    gitArgv('log', `-${commitsMax}`, '--format=', ...plain, 'HEAD', '--', '.'),
  ]) {
    const result = await git(repository, argv);
    const found = result.code === 0 ? replacements(result.stdout, name) : new Map<string, number>();
    if (found.size > 0) return found;
  }
  return new Map();
}

/** Counts, in a diff without context, the lines that differ only in that `name` became another name. Pure. */
export function replacements(diff: string, name: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const hunk of diff.split(/^@@.*$/m).slice(1)) {
    const lines = hunk.split('\n');
    const added = lines.filter((line) => line.startsWith('+') && !line.startsWith('+++')).map(tokensOf);
    for (const line of lines) {
      if (!line.startsWith('-') || line.startsWith('---') || !line.includes(name)) continue;
      const before = tokensOf(line);
      const to = added.map((after) => becameOf(before, after, name)).find((each) => each !== null);
      if (to !== undefined && to !== null) found.set(to, (found.get(to) ?? 0) + 1);
    }
  }
  return found;
}

function tokensOf(line: string): string[] {
  return line.slice(1, 2_000).match(/[\w$]+|[^\w$\s]/g) ?? [];
}

/** The one name that stands wherever `name` was replaced, all else being equal. */
function becameOf(before: readonly string[], after: readonly string[], name: string): string | null {
  if (before.length !== after.length) return null;
  const changed = before.flatMap((token, index) => (token === after[index] ? [] : [index]));
  const [to, ...others] = new Set(changed.map((index) => after[index] ?? ''));
  const isOnlyThis = changed.every((index) => before[index] === name);
  return isOnlyThis && to !== undefined && others.length === 0 && /^[A-Za-z_$]/.test(to) ? to : null;
}
