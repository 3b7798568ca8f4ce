/** What was done to the live tree: the deeds, newest last, and which files came in by them. Written under the lock. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { FileChange } from '../incident/nouns.ts';
import { ensureFolder, namesIn, readJson } from '../kit/files.ts';
import type { StatePaths } from '../kit/paths.ts';
import type { TreeFile } from './folder.ts';

/** One change of the live tree by us. */
export interface Deed {
  readonly id: string;
  readonly kind: 'promote' | 'rollback';
  readonly incident: string | null;
  /** Tree hashes before and after. */
  readonly from: string;
  readonly to: string;
  /** Safety copy of `from`. */
  readonly backup: string | null;
  /** Hash over the proposal's changes: the same promotion asked for again is recognised. */
  readonly changes: string | null;
  readonly at: string;
}

/** One file of a deed. */
export interface Swap {
  readonly path: string;
  readonly before: TreeFile | null;
  readonly after: TreeFile | null;
}

/**
 * The write-ahead record of a deed, and once it is done its entry here. `prepare`: new contents are being laid beside the
 * old ones, nothing is changed yet, so a restart clears up. `swap`: everything lies ready and files are being exchanged,
 * so a restart finishes; where it cannot, it undoes.
 */
export interface Entry {
  readonly v: 1;
  readonly phase: 'prepare' | 'swap';
  readonly deed: Deed;
  readonly swaps: readonly Swap[];
  /** Folders that are made for new files, outermost first. */
  readonly folders: readonly string[];
}

const entriesMax = 500;

/** All deeds, oldest first. */
export function readEntries(paths: StatePaths): Entry[] {
  return entryNames(paths).flatMap((name) => readJson<Entry>(path.join(entriesFolder(paths), name)) ?? []);
}

/** Paths, folders with a trailing slash, that we brought into the tree: only these may a rollback remove (PRO-6). */
export function cameByUs(paths: StatePaths): Set<string> {
  const came = new Set<string>();
  for (const { swaps, folders } of readEntries(paths)) {
    for (const folder of folders) came.add(`${folder}/`);
    for (const { path, before, after } of swaps) {
      if (before === null) came.add(path);
      if (after === null) came.delete(path);
    }
  }
  return came;
}

/** Did a person's own return (`backup undo`, `backup restore`) take all of these changes back? By the contents, so that it does not matter what else came since. */
export function wasTakenBack(paths: StatePaths, changes: readonly FileChange[]): boolean {
  const returns = readEntries(paths).filter(({ deed }) => deed.kind === 'rollback' && deed.incident === null);
  const undone = returns.flatMap(({ swaps }) => swaps);
  return (
    changes.length > 0 &&
    changes.every(({ path, before, after }) =>
      undone.some(
        (swap) => swap.path === path && (swap.before?.sha ?? null) === after && (swap.after?.sha ?? null) === before,
      ),
    )
  );
}

/** Makes the place for a deed's record ready, so that its end is one rename that needs no space. */
export function prepareEntries(paths: StatePaths): void {
  ensureFolder(entriesFolder(paths));
}

/** Where a deed's record ends up. */
export function entryPath(paths: StatePaths, deed: Deed): string {
  const names = entryNames(paths);
  const known = names.find((name) => name.endsWith(`-${deed.id}.json`));
  const last = Number(names.at(-1)?.slice(0, 8) ?? 0);
  return path.join(entriesFolder(paths), known ?? `${String(last + 1).padStart(8, '0')}-${deed.id}.json`);
}

/** Forgets the oldest entries; files they brought then count as the owner's. */
export function boundEntries(paths: StatePaths): void {
  for (const name of entryNames(paths).slice(0, -entriesMax))
    rmSync(path.join(entriesFolder(paths), name), { force: true });
}

function entryNames(paths: StatePaths): string[] {
  return namesIn(entriesFolder(paths)).filter((name) => /^\d{8}-[0-9a-f]+\.json$/.test(name));
}

function entriesFolder(paths: StatePaths): string {
  return path.join(paths.state, 'release', 'deeds');
}
