/** Changes of the tree that are not ours: what a deploy changed, who made it, and when going back over it needs a word. */
import type { FileChange } from '../incident/nouns.ts';
import { sha256 } from '../kit/hash.ts';
import { lastCommitOf, showFile, type Repository } from './git.ts';
import { lockFiles } from './set.ts';
import { treeChanges, type Tree } from './tree.ts';

export interface Deploy {
  readonly from: string;
  readonly to: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * What somebody changed between two looks; null where nothing. `ignore` names what is no part of a release by now, e.g.
 * because the subject has been seen writing it since.
 */
export function observeTree(previous: Tree | null, now: Tree, ignore?: (path: string) => boolean): Deploy | null {
  if (previous === null || previous.hash === now.hash) return null;
  const changes = treeChanges(previous, now, ignore);
  if (changes.length === 0 && previous.lock === now.lock) return null;
  const names = (kept: (change: (typeof changes)[number]) => boolean): string[] =>
    changes.filter(kept).map(({ path }) => path);
  return {
    from: previous.hash,
    to: now.hash,
    added: names(({ before }) => before === null),
    changed: names(({ before, after }) => before !== null && after !== null),
    removed: names(({ after }) => after === null),
  };
}

const filesMax = 20;
const ageMaxMs = 24 * 60 * 60 * 1000;

/** Why going back from `from` to `to` needs a person under `auto` (PRO-8); null = it does not. `ageMs`: since `to` last ran. */
export function asksToGoBack(from: Tree, to: Tree, ageMs: number): string | null {
  const paths = treeChanges(to, from).map(({ path }) => path);
  const migration = paths.find(
    (path) => /(^|[/_.-])migrat(e|ion|ions)([/_.-]|$)/i.test(path) || /(^|\/)prisma\/schema/.test(path),
  );
  if (migration !== undefined) return `the deploy touched a migration (${migration})`;
  const isLock = (path: string): boolean => lockFiles.some((name) => path === name || path.endsWith(`/${name}`));
  if (from.lock !== to.lock || paths.some(isLock)) return 'the deploy touched the lock file';
  if (paths.length > filesMax) return `the deploy touched ${paths.length} files`;
  if (ageMs > ageMaxMs) return `the release before it last ran ${Math.round(ageMs / 3_600_000)} hours ago`;
  return null;
}

/** Has the owner taken the change over? True where HEAD holds the very bytes we promoted, or the lines where git keeps LF of CRLF (PRO-9). */
export async function isAdopted(repository: Repository, changes: readonly FileChange[]): Promise<boolean> {
  if (changes.length === 0 || (await lastCommitOf(repository, null)) === null) return false;
  const inHead = await Promise.all(changes.map(({ path }) => showFile(repository, 'HEAD', path)));
  return changes.every(({ after }, index) => {
    const text = inHead[index] ?? null;
    if (text === null) return after === null;
    return [text, text.replaceAll('\n', '\r\n')].some((each) => sha256(each) === after);
  });
}

/** The two commands by which the owner takes a promoted change over: the live files already hold it. */
export function wayHome(branch: string, changes: readonly FileChange[]): [string, string] {
  const files = changes.map(({ path }) => quoted(path)).join(' ');
  return [`git add -- ${files}`, `git merge ${quoted(branch)}`];
}

function quoted(word: string): string {
  return /^[\w./@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
