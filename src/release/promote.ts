/** Puts a proven change live: every base checked under the lock, a safety copy kept, all files exchanged or none. */
import type { FileChange, Release } from '../incident/nouns.ts';
import { Fault } from '../kit/errors.ts';
import { hashOf, randomId } from '../kit/hash.ts';
import type { StatePaths } from '../kit/paths.ts';
import { keepBackup } from './backups.ts';
import type { TreeFile } from './folder.ts';
import { commitBranch } from './git.ts';
import { readEntries, type Deed, type Swap } from './ledger.ts';
import { locked } from './lock.ts';
import { lockFiles, outsideRelease, type ReleaseRules } from './set.ts';
import { makeEqual, read, recoverUnderLock, type Recovered } from './swap.ts';
import { own, readTree, snapshot, storeTree, treeChanges, type Tree } from './tree.ts';

export interface Promotion {
  readonly paths: StatePaths;
  readonly rules: ReleaseRules;
  /** Tree hash the change was proven on. */
  readonly base: string;
  readonly changes: readonly FileChange[];
  /** Names the git branch: `kintsugi/<incident>`. */
  readonly incident: string;
  /** ISO 8601. */
  readonly at: string;
  /** How the commit on the branch is worded; null = no branch is wanted. */
  readonly commit: { readonly message: string; readonly author: string | null } | null;
  /** Files that an operation of the same proposal has changed just before, e.g. the lock file: they may differ from `base`. */
  readonly operated?: readonly string[];
}

export interface Promoted extends Release {
  /** Why there is no branch though one was wanted; null otherwise. */
  readonly branchWhy: string | null;
}

/** Finishes or undoes what a killed process left half done; null where there was nothing. */
export function recover(paths: StatePaths): Promise<Recovered | null> {
  return locked(paths, () => recoverUnderLock(paths));
}

/**
 * Makes the changes live. Doing it again returns the same release. Throws `base_moved` where anything of the release
 * differs from `base`, `locked` where another process is changing files; the tree is untouched then.
 */
export function promote(input: Promotion): Promise<Promoted> {
  const { paths, rules, changes } = input;
  return locked(paths, async () => {
    recoverUnderLock(paths);
    const now = await snapshot(paths, rules);
    const swaps = changes.map((change) => swapOf(paths, change));
    if (swaps.every(({ before, after }) => before?.sha === after?.sha)) return live(input, now);
    assertBase(input, now, swaps);
    const to = storeTree(paths, ...treeAfter(input, now, swaps));
    const { id } = keepBackup(paths, now, {
      state: 'UNSTABLE',
      at: input.at,
      why: `before the repair of ${input.incident}`,
    });
    keepBackup(paths, to, { state: 'VERIFIED', at: input.at, why: `repair of ${input.incident}` });
    makeEqual(paths, deedOf(input, { from: now.hash, to: to.hash, backup: id }), swaps);
    return { id: to.hash, backup: id, ...(await branchFor(input)) };
  });
}

/** What one change does to the file that stands there now. The mode of a file is kept. */
function swapOf(paths: StatePaths, change: FileChange): Swap {
  const before = read(paths.project, change.path)?.file ?? null;
  const after: TreeFile | null = change.after === null ? null : { sha: change.after, mode: before?.mode ?? 0o644 };
  return { path: change.path, before, after };
}

function deedOf(input: Promotion, trees: { from: string; to: string; backup: string }): Deed {
  const changes = changesHash(input);
  return { id: randomId().slice(0, 12), kind: 'promote', incident: input.incident, ...trees, changes, at: input.at };
}

function changesHash(input: Promotion): string {
  return hashOf({ base: input.base, changes: input.changes });
}

/** Everything is there already: by this promotion, cut short after its end, or by the owner's own hand. */
async function live(input: Promotion, now: Tree): Promise<Promoted> {
  const changes = changesHash(input);
  const deed = readEntries(input.paths).findLast(
    ({ deed }) => deed.kind === 'promote' && deed.changes === changes,
  )?.deed;
  if (deed === undefined) return { id: now.hash, backup: null, branch: null, branchWhy: null };
  return { id: deed.to, backup: deed.backup, ...(await branchFor(input)) };
}

/** PRO-7: the release must be to the byte what the change was proven on. */
function assertBase(input: Promotion, now: Tree, swaps: readonly Swap[]): void {
  const base = readTree(input.paths, input.base);
  if (base === null) throw new Fault('base_moved', 'The release this change was made for is not stored any more.');
  const outside = outsideRelease(input.paths, input.rules);
  const ours = new Set(input.operated);
  const other = treeChanges(base, now, (path) => ours.has(path) || outside(path)).map(({ path }) => path);
  const files = swaps.filter(({ before }, index) => (before?.sha ?? null) !== input.changes[index]?.before);
  const moved = [...new Set([...files.map(({ path }) => path), ...other])];
  if (moved.length === 0) return;
  const more = moved.length > 3 ? ` and ${moved.length - 3} more` : '';
  throw new Fault('base_moved', `Changed since the change was proven: ${moved.slice(0, 3).join(', ')}${more}.`);
}

/** The tree there will be. A file outside the release may be repaired, but is no part of its name. */
function treeAfter(input: Promotion, now: Tree, swaps: readonly Swap[]): [Record<string, TreeFile>, string | null] {
  const files = Object.assign(Object.create(null), now.files) as Record<string, TreeFile>;
  const outside = outsideRelease(input.paths, input.rules);
  let { lock } = now;
  for (const { path, before, after } of swaps) {
    if (after === null) delete files[path];
    else if (own(now, path) !== null || (before === null && !outside(path))) files[path] = after;
    if (lockFiles.some((name) => name === path)) lock = after?.sha ?? null;
  }
  return [files, lock];
}

async function branchFor(input: Promotion): Promise<{ branch: string | null; branchWhy: string | null }> {
  if (input.commit === null) return { branch: null, branchWhy: null };
  const { paths, rules, changes, incident, commit } = input;
  const { branch, why } = await commitBranch({ paths, changes, incident, env: rules.env, ...commit });
  return { branch, branchWhy: why };
}
