/** Makes the live tree equal to an earlier one: what is protected, and what others brought, stays (SPEC PRO-4, PRO-6). */
import { Fault } from '../kit/errors.ts';
import { randomId } from '../kit/hash.ts';
import type { StatePaths } from '../kit/paths.ts';
import { checkedTree, findBackup, keepBackup, type Backup } from './backups.ts';
import { NotPlain, type TreeFile } from './folder.ts';
import { cameByUs, readEntries, type Swap } from './ledger.ts';
import { locked } from './lock.ts';
import { lockFiles, outsideRelease, type ReleaseRules } from './set.ts';
import { makeEqual, read, recoverUnderLock } from './swap.ts';
import { own, readTree, snapshot, storeTree, treeChanges, type Tree } from './tree.ts';

export interface Place {
  readonly paths: StatePaths;
  readonly rules: ReleaseRules;
  /** ISO 8601. */
  readonly at: string;
}

export interface RolledBack {
  /** Tree hash that is live now; differs from the one asked for where something was `kept`. */
  readonly id: string;
  /** The safety copy of what was there before; null where nothing had to change. */
  readonly backup: string | null;
  readonly changed: readonly string[];
  /** Files that differ from the tree asked for and stay: not ours to remove, or no plain files. */
  readonly kept: readonly string[];
  /** The lock file differs from before: node_modules must be installed anew. */
  readonly reinstall: boolean;
}

export interface Return extends Place {
  readonly to: string;
  readonly incident: string | null;
  /** The tree that must be live, unless it is done already; absent = whatever is. */
  readonly from?: string;
}

/** Goes back to a stored tree. Doing it again changes nothing. Throws `base_moved` where neither `from` nor the end of it is live. */
export function rollbackTo(place: Return): Promise<RolledBack> {
  return locked(place.paths, () => becomes(place, storedTree(place.paths, place.to), place));
}

/** Keeps a stored tree as a backup, so that a person can restore it. */
export function offer({ paths, at }: Place, tree: string, why: string): Promise<Backup> {
  return locked(paths, () => keepBackup(paths, storedTree(paths, tree), { state: 'UNSTABLE', at, why }));
}

function storedTree(paths: StatePaths, hash: string): Tree {
  const tree = readTree(paths, hash);
  if (tree === null) throw new Fault('backup_broken', `The release ${hash.slice(0, 12)} is not stored.`);
  return tree;
}

/** Goes back to a backup by its id; every content is checked first. */
export function restoreBackup(place: Place & { id: string }): Promise<RolledBack> {
  return locked(place.paths, () =>
    becomes(place, checkedTree(place.paths, findBackup(place.paths, place.id)), unasked),
  );
}

/** Takes the last change of ours back, be it a promotion, a rollback, a restore or an undo. */
export function undoLast(place: Place): Promise<RolledBack> {
  return locked(place.paths, () => {
    recoverUnderLock(place.paths);
    const deed = readEntries(place.paths).at(-1)?.deed;
    if (deed === undefined)
      throw new Fault('usage', 'There is nothing to undo.', {
        next: '`kintsugi backup list` shows what can be restored.',
      });
    const target = readTree(place.paths, deed.from);
    if (target === null)
      throw new Fault('backup_broken', `The release ${deed.from.slice(0, 12)} is not stored any more.`);
    return becomes(place, target, unasked);
  });
}

/** A backup of the live tree on request. */
export function createBackup(place: Place & { why: string }): Promise<Backup> {
  return locked(place.paths, async () => {
    recoverUnderLock(place.paths);
    const { paths, rules, at, why } = place;
    return keepBackup(paths, await snapshot(paths, rules), { state: 'UNSTABLE', at, why });
  });
}

const unasked = { incident: null };

async function becomes(
  place: Place,
  target: Tree,
  { incident, from }: Pick<Return, 'incident' | 'from'>,
): Promise<RolledBack> {
  const { paths, rules, at } = place;
  recoverUnderLock(paths);
  const now = await snapshot(paths, rules);
  const { swaps, kept } = swapsTowards(place, now, target);
  if (swaps.length === 0) return { id: now.hash, backup: null, changed: [], kept, reinstall: false };
  if (from !== undefined && now.hash !== from)
    throw new Fault('base_moved', `The files are not those of release ${from.slice(0, 12)} any more.`);
  const to = storeTree(paths, filesAfter(now, swaps), lockAfter(now, swaps));
  const backup = keepBackup(paths, now, {
    state: 'UNSTABLE',
    at,
    why: `before going back to ${target.hash.slice(0, 12)}`,
  });
  const trees = { from: now.hash, to: to.hash, backup: backup.id, changes: null };
  makeEqual(paths, { id: randomId().slice(0, 12), kind: 'rollback', incident, ...trees, at }, swaps);
  const changed = swaps.map((swap) => swap.path);
  return { id: to.hash, backup: backup.id, changed, kept, reinstall: now.lock !== target.lock };
}

function swapsTowards(place: Place, now: Tree, target: Tree): { swaps: Swap[]; kept: string[] } {
  const came = cameByUs(place.paths);
  const swaps: Swap[] = [];
  const kept: string[] = [];
  for (const { path, after } of treeChanges(now, target, outsideRelease(place.paths, place.rules))) {
    const stands = standing(place.paths.project, path);
    if (stands === 'foreign' || (after === null && !came.has(path))) kept.push(path);
    else if (stands?.sha !== after?.sha || stands?.mode !== after?.mode) swaps.push({ path, before: stands, after });
  }
  return { swaps, kept };
}

/** A file that is not in the release now may still stand there, e.g. no longer tracked. */
function standing(project: string, path: string): TreeFile | null | 'foreign' {
  try {
    return read(project, path)?.file ?? null;
  } catch (error) {
    if (error instanceof NotPlain) return 'foreign'; // a link stays a link
    throw error;
  }
}

function lockAfter(now: Tree, swaps: readonly Swap[]): string | null {
  const lock = swaps.find(({ path }) => lockFiles.some((name) => name === path));
  return lock === undefined ? now.lock : (lock.after?.sha ?? null);
}

function filesAfter(now: Tree, swaps: readonly Swap[]): Record<string, TreeFile> {
  const files = Object.assign(Object.create(null), now.files) as Record<string, TreeFile>;
  for (const { path, after } of swaps) {
    if (after === null) delete files[path];
    else if (own(now, path)?.sha !== after.sha || own(now, path)?.mode !== after.mode) files[path] = after;
  }
  return files;
}
