/** Kept copies of whole trees: a sealed manifest each, contents shared, a state that tells how the tree fared (SPEC PRO-3). */
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { namesIn, writeJson } from '../kit/files.ts';
import { hashOf } from '../kit/hash.ts';
import type { StatePaths } from '../kit/paths.ts';
import { getBlob } from './blobs.ts';
import { listReleases } from './releases.ts';
import { readTree, type Tree } from './tree.ts';

/** UNSTABLE: taken. VERIFIED: its trial passed. STABLE: ran 30 minutes without a crash. */
export const backupStates = ['UNSTABLE', 'VERIFIED', 'STABLE'] as const;
export type BackupState = (typeof backupStates)[number];

export interface Backup {
  /** 12 hex digits: the beginning of the tree's hash, so a tree has one backup however often it is taken. */
  readonly id: string;
  readonly tree: string;
  readonly state: BackupState;
  /** ISO 8601: when it was taken last. */
  readonly at: string;
  readonly why: string;
}

interface Taken {
  readonly state: BackupState;
  readonly at: string;
  readonly why: string;
}

/** Keeps a stored tree. Taken again it gets the new time and reason; its state never falls. */
export function keepBackup(paths: StatePaths, tree: Tree, taken: Taken): Backup {
  const id = tree.hash.slice(0, 12);
  const known = manifest(paths, id);
  const state = known !== null && rank(known.state) > rank(taken.state) ? known.state : taken.state;
  return write(paths, { id, tree: tree.hash, state, at: taken.at, why: taken.why });
}

/** Raises the state of a tree's backup; nothing happens where there is none. */
export function markBackup(paths: StatePaths, tree: string, state: BackupState): void {
  const known = manifest(paths, tree.slice(0, 12));
  if (known !== null && rank(known.state) < rank(state)) write(paths, { ...known, state });
}

export interface ListedBackup extends Backup {
  /** Why it cannot be restored; null where nothing speaks against it. */
  readonly broken: string | null;
}

/** All backups, newest first. */
export function listBackups(paths: StatePaths): ListedBackup[] {
  const ids = namesIn(folderOf(paths)).flatMap((name) => /^([0-9a-f]{12})\.json$/.exec(name)?.[1] ?? []);
  return ids.map((id) => listed(paths, id)).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function listed(paths: StatePaths, id: string): ListedBackup {
  try {
    const backup = findBackup(paths, id);
    return { ...backup, broken: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { id, tree: '', state: 'UNSTABLE', at: '', why: '', broken: error.message }; // shown, never restored
  }
}

/** A backup by its id. Throws `usage` for what is no id or not there, `backup_broken` for what was altered. */
export function findBackup(paths: StatePaths, id: string): Backup {
  const next = '`kintsugi backup list` shows them.';
  if (!/^[0-9a-f]{12}$/.test(id))
    throw new Fault('usage', `${JSON.stringify(id)} is not the id of a backup.`, { next });
  const found = manifest(paths, id);
  if (found === null) throw new Fault('usage', `There is no backup ${id}.`, { next });
  if (readTree(paths, found.tree) === null)
    throw new Fault('backup_broken', `The list of files of backup ${id} is missing.`);
  return found;
}

/** The whole tree of a backup with every content checked. Throws `backup_broken`. */
export function checkedTree(paths: StatePaths, backup: Backup): Tree {
  const tree = readTree(paths, backup.tree);
  if (tree === null) throw new Fault('backup_broken', `The list of files of backup ${backup.id} is missing.`);
  for (const { sha } of Object.values(tree.files)) getBlob(paths, sha);
  return tree;
}

function manifest(paths: StatePaths, id: string): Backup | null {
  const text = textOf(manifestPath(paths, id));
  if (text === null) return null;
  const { seal, ...backup } = parse(text, id);
  if (seal !== hashOf(backup) || backup.id !== id || !backup.tree.startsWith(id)) {
    throw new Fault('backup_broken', `The manifest of backup ${id} was altered.`);
  }
  return backup;
}

function parse(text: string, id: string): Backup & { readonly seal: string } {
  try {
    return JSON.parse(text) as Backup & { seal: string };
  } catch (cause) {
    throw new Fault('backup_broken', `The manifest of backup ${id} cannot be read.`, { cause });
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

function write(paths: StatePaths, backup: Backup): Backup {
  writeJson(manifestPath(paths, backup.id), { ...backup, seal: hashOf(backup) });
  return backup;
}

function rank(state: BackupState): number {
  return backupStates.indexOf(state);
}

function folderOf(paths: StatePaths): string {
  return path.join(paths.backups, 'manifests');
}

function manifestPath(paths: StatePaths, id: string): string {
  return path.join(folderOf(paths), `${id}.json`);
}

const dayMs = 24 * 60 * 60 * 1000;
const keepMs = 7 * dayMs;

/** Which backups have had their time: unstable and verified after 7 days, of the stable ones all but the newest a day. */
export function expired(backups: readonly Backup[], nowMs: number): Backup[] {
  const days = new Set<string>();
  const newestFirst = [...backups].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return newestFirst.filter((backup) => {
    const old = nowMs - Date.parse(backup.at) > keepMs;
    const day = backup.at.slice(0, 10);
    const firstOfDay = backup.state === 'STABLE' && !days.has(day);
    if (backup.state === 'STABLE') days.add(day);
    return old && !firstOfDay;
  });
}

export interface Keep {
  readonly nowMs: number;
  /** Trees still in use: running, last good, bases of what waits. */
  readonly trees: readonly string[];
  /** Contents that journal and memory still name; null = unknown, so no content is removed. */
  readonly blobs: ReadonlySet<string> | null;
}

/** Removes expired backups, then the lists and contents nothing names any more. Returns the ids that went. */
export function pruneBackups(paths: StatePaths, keep: Keep): string[] {
  const sound = listBackups(paths).filter(({ broken }) => broken === null);
  const gone = expired(sound, keep.nowMs).filter(({ tree }) => !keep.trees.includes(tree));
  for (const { id } of gone) rmSync(manifestPath(paths, id), { force: true });
  removeOld(folderOf(paths), keep.nowMs, (name) => name.endsWith('.json'));
  const ran = listReleases(paths).map(({ tree }) => tree);
  const trees = new Set([...keep.trees, ...ran, ...listBackups(paths).map(({ tree }) => tree)]);
  const treesFolder = path.join(paths.backups, 'trees');
  removeOld(treesFolder, keep.nowMs, (name) => trees.has(name.replace(/\.json$/, '')));
  if (keep.blobs !== null) {
    const blobs = new Set(keep.blobs);
    for (const name of namesIn(treesFolder)) addContents(paths, name, blobs);
    removeOld(paths.blobs, keep.nowMs, (name) => blobs.has(name));
  }
  return gone.map(({ id }) => id);
}

function addContents(paths: StatePaths, name: string, into: Set<string>): void {
  const tree = readTree(paths, name.replace(/\.json$/, ''));
  for (const { sha } of Object.values(tree?.files ?? {})) into.add(sha);
}

/** What is younger than the shortest keeping time may belong to something that is only just being written. */
function removeOld(folder: string, nowMs: number, kept: (name: string) => boolean): void {
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    if (!kept(name) && nowMs - statSync(file).mtimeMs > keepMs) rmSync(file, { force: true });
  }
}
