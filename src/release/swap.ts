/** Makes the live tree equal to another state, all of it or nothing of it, whenever the process is killed. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { readText, syncFolder, writeJson } from '../kit/files.ts';
import { sha256 } from '../kit/hash.ts';
import type { StatePaths } from '../kit/paths.ts';
import { getBlob, putBlob, syncBlob } from './blobs.ts';
import {
  giveTo,
  inFolder,
  makeFolders,
  NotPlain,
  readPlain,
  segments,
  split,
  type Folder,
  type Plain,
  type TreeFile,
} from './folder.ts';
import { boundEntries, cameByUs, entryPath, prepareEntries, type Deed, type Entry, type Swap } from './ledger.ts';

export interface Recovered {
  readonly outcome: 'finished' | 'undone';
  readonly deed: Deed;
  /** Files that are neither what they had been nor what they should become: somebody else's, left alone. */
  readonly foreign: readonly string[];
}

/**
 * Carries out a deed; the caller holds the lock and has recovered. Throws `base_moved` where a file is not what the deed
 * starts from, `journal_write` where the disk refuses; the tree is then as it was before.
 */
export function makeEqual(paths: StatePaths, deed: Deed, swaps: readonly Swap[]): void {
  const { project } = paths;
  for (const swap of swaps) keepBoth(paths, swap);
  let wal: Entry = { v: 1, phase: 'prepare', deed, swaps, folders: missingFolders(project, swaps) };
  prepareEntries(paths);
  writeJson(walPath(paths), wal);
  try {
    for (const index of swaps.keys()) stage(paths, wal, index);
    const ready: Entry = { ...wal, phase: 'swap' };
    writeJson(walPath(paths), ready);
    wal = ready;
    for (const index of swaps.keys()) exchange(project, wal, index);
    checkDone(project, swaps);
    settle(paths, wal);
  } catch (error) {
    putBack(paths, wal); // half a change must not stay, whatever the reason
    throw error;
  }
}

/** Finishes or undoes what a killed process left half done. Null where nothing was. The caller holds the lock. */
export function recoverUnderLock(paths: StatePaths): Recovered | null {
  const wal = readWal(paths);
  if (wal === null) return null;
  const foreign = wal.swaps.filter((swap) => standing(paths.project, swap) === 'foreign').map((swap) => swap.path);
  if (wal.phase === 'prepare' || foreign.length > 0) {
    putBack(paths, wal);
    return { outcome: 'undone', deed: wal.deed, foreign };
  }
  try {
    finish(paths, wal);
  } catch (error) {
    putBack(paths, wal);
    throw error;
  }
  return { outcome: 'finished', deed: wal.deed, foreign };
}

function finish(paths: StatePaths, wal: Entry): void {
  for (const [index, swap] of wal.swaps.entries()) {
    if (standing(paths.project, swap) === 'after') continue;
    stage(paths, wal, index);
    exchange(paths.project, wal, index);
  }
  settle(paths, wal);
}

/** The end of a deed: its record moves among what was done. */
function settle(paths: StatePaths, wal: Entry): void {
  clearStaged(paths.project, wal);
  removeEmptied(paths, wal.swaps);
  boundEntries(paths);
  renameSync(walPath(paths), entryPath(paths, wal.deed));
}

/** Puts back every file that stands at its new state already. */
function putBack(paths: StatePaths, wal: Entry): void {
  const { project } = paths;
  const back: Entry = {
    ...wal,
    swaps: wal.swaps.map(({ path, before, after }) => ({ path, before: after, after: before })),
  };
  if (wal.phase === 'swap') {
    for (const [index, swap] of back.swaps.entries()) {
      if (standing(project, swap) !== 'before') continue;
      stage(paths, back, index);
      exchange(project, back, index);
    }
  }
  clearStaged(project, wal);
  for (const folder of wal.folders.toReversed()) removeFolder(project, folder);
  removeWal(paths);
}

/** Finishing needs the new content at hand and undoing the old one, also of a file that belongs to no release. */
function keepBoth(paths: StatePaths, { path: relative, before, after }: Swap): void {
  const now = read(paths.project, relative);
  if (!same(now && now.file, before)) throw moved(relative);
  if (now !== null) putBlob(paths, now.bytes);
  if (after === null) return;
  getBlob(paths, after.sha);
  syncBlob(paths, after.sha);
}

/** Lays the new content of one file beside it, durable, with its mode and its owner. */
function stage(paths: StatePaths, wal: Entry, index: number): void {
  const { path: relative, after } = swapAt(wal, index);
  if (after !== null) writing(relative, () => layBeside(paths, wal, { index, relative, after }));
}

function layBeside(paths: StatePaths, wal: Entry, file: { index: number; relative: string; after: TreeFile }): void {
  const { index, relative, after } = file;
  const { folder, name } = split(relative);
  makeFolders(paths.project, folder);
  const bytes = getBlob(paths, after.sha);
  const done = inFolder(paths.project, folder, (open) => {
    const staged = open.at(stagedName(wal, index));
    rmSync(staged, { force: true });
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const fd = openSync(staged, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      giveTo(fd, readPlain(open, name)?.stat ?? fstatSync(open.fd, { bigint: true }));
      fchmodSync(fd, after.mode);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return true;
  });
  if (done === null) throw moved(relative);
}

/** The moment of one file: it is looked at once more, then renamed over or removed. */
function exchange(project: string, wal: Entry, index: number): void {
  const swap = swapAt(wal, index);
  const { folder, name } = split(swap.path);
  const exchangeIn = (open: Folder): true => {
    if (!same(fileIn(open, name), swap.before)) throw moved(swap.path);
    if (swap.after === null) unlinkSync(open.at(name));
    else renameSync(open.at(stagedName(wal, index)), open.at(name));
    fsyncSync(open.fd);
    return true;
  };
  if (writing(swap.path, () => inFolder(project, folder, exchangeIn)) === null) throw moved(swap.path);
}

/** A refusal of the disk, with the file as its owner knows it. */
function writing<T>(relative: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault || !isErrno(error)) throw error;
    const next = 'Nothing was changed. Free space, or let the user that Kintsugi runs as write there.';
    throw new Fault('journal_write', `${relative} cannot be written (${error.code}).`, { next, cause: error });
  }
}

/** Read again from the project down: a folder that was exchanged for a link meanwhile shows here. */
function checkDone(project: string, swaps: readonly Swap[]): void {
  for (const swap of swaps) if (standing(project, swap) !== 'after') throw moved(swap.path);
}

function standing(project: string, swap: Swap): 'before' | 'after' | 'foreign' {
  try {
    const now = read(project, swap.path)?.file ?? null;
    return same(now, swap.after) ? 'after' : same(now, swap.before) ? 'before' : 'foreign';
  } catch (error) {
    if (error instanceof NotPlain) return 'foreign'; // a link or a pipe is nobody's release file
    throw error;
  }
}

/** What stands at a path of the project; null where nothing does. Throws NotPlain. */
export function read(project: string, relative: string): { file: TreeFile; bytes: Buffer } | null {
  segments(relative);
  const { folder, name } = split(relative);
  const plain = inFolder(project, folder, (open) => readPlain(open, name));
  return plain && { file: named(plain), bytes: plain.bytes };
}

function fileIn(open: Folder, name: string): TreeFile | null {
  const plain = readPlain(open, name);
  return plain && named(plain);
}

function named(plain: Plain): TreeFile {
  return { sha: sha256(plain.bytes), mode: Number(plain.stat.mode) & 0o777 };
}

function same(a: TreeFile | null, b: TreeFile | null): boolean {
  return a?.sha === b?.sha && a?.mode === b?.mode;
}

function moved(relative: string): Fault {
  return new Fault('base_moved', `${relative} is not what this change was made for.`);
}

function missingFolders(project: string, swaps: readonly Swap[]): string[] {
  const wanted = new Set<string>();
  for (const { path: relative, after } of swaps) {
    const parts = segments(split(relative).folder);
    if (after !== null) parts.forEach((_, index) => wanted.add(parts.slice(0, index + 1).join('/')));
  }
  return [...wanted].sort().filter((folder) => inFolder(project, folder, () => true) === null);
}

/** Removes folders that we brought and that the removals have left empty. */
function removeEmptied(paths: StatePaths, swaps: readonly Swap[]): void {
  const came = cameByUs(paths);
  for (const { path: relative } of swaps.filter(({ after }) => after === null)) {
    let { folder } = split(relative);
    while (came.has(`${folder}/`) && removeFolder(paths.project, folder)) folder = split(folder).folder;
  }
}

/** True where the folder is gone afterwards; one that holds anything stays. */
function removeFolder(project: string, folder: string): boolean {
  const { folder: parent, name } = split(folder);
  try {
    inFolder(project, parent, (open) => {
      rmdirSync(open.at(name));
      fsyncSync(open.fd);
    });
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return true;
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY') || error instanceof NotPlain) return false;
    throw error;
  }
}

function clearStaged(project: string, wal: Entry): void {
  for (const [index, { path: relative }] of wal.swaps.entries()) {
    try {
      inFolder(project, split(relative).folder, (open) => rmSync(open.at(stagedName(wal, index)), { force: true }));
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error; // behind a link there is nothing of ours
    }
  }
}

/** Hidden, so that neither a release nor a watcher of sources takes it for one. */
function stagedName(wal: Entry, index: number): string {
  return `.kintsugi-${wal.deed.id}-${index}`;
}

function swapAt(wal: Entry, index: number): Swap {
  const swap = wal.swaps[index];
  if (swap === undefined) throw new RangeError(`no swap ${index}`);
  return swap;
}

function walPath(paths: StatePaths): string {
  return path.join(paths.state, 'release', 'wal.json');
}

function readWal(paths: StatePaths): Entry | null {
  const text = readText(walPath(paths));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Entry;
  } catch (cause) {
    const next = `Look at ${walPath(paths)}; move it aside and restore a release with \`kintsugi backup restore\`.`;
    throw new Fault('backup_broken', 'The record of a change that was cut short cannot be read.', { next, cause });
  }
}

function removeWal(paths: StatePaths): void {
  rmSync(walPath(paths), { force: true });
  syncFolder(path.dirname(walPath(paths)));
}
