/** One writer of the live tree at a time: a lock named by process, taken over only from the dead. */
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { namesIn, readJson, writeJson } from '../kit/files.ts';
import { randomId } from '../kit/hash.ts';
import { identify, isAlive, type Identity } from '../kit/identity.ts';
import { ensureState, type StatePaths } from '../kit/paths.ts';

interface Holder {
  readonly identity: Identity;
  readonly token: string;
}

/** Runs `work` as the only writer. Throws `locked` where another living process, or another task of this one, is at it. */
export async function locked<T>(paths: StatePaths, work: () => T | Promise<T>): Promise<T> {
  const file = path.join(paths.state, 'release', 'lock');
  try {
    ensureState(paths);
    const token = acquire(file);
    try {
      sweep(path.dirname(file));
      return await work();
    } finally {
      if (readJson<Holder>(file)?.token === token) rmSync(file, { force: true });
    }
  } catch (error) {
    if (error instanceof Fault || !isErrno(error)) throw error;
    throw new Fault('journal_write', `Releases and backups cannot be written (${error.message}).`, { cause: error });
  }
}

const lasting = new Set(['lock', 'wal.json', 'deeds', 'seen.json']);
const debrisMs = 60_000;

/** Temporary files of processes that were killed. Young ones may belong to one that lives. */
function sweep(folder: string): void {
  for (const name of namesIn(folder)) {
    if (lasting.has(name)) continue;
    const stat = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    if (stat?.isFile() && Date.now() - stat.mtimeMs > debrisMs) rmSync(path.join(folder, name), { force: true });
  }
}

function acquire(file: string): string {
  const identity = identify(process.pid);
  if (identity === null) throw new Fault('internal', 'This process cannot find itself in the process table.');
  const token = randomId();
  const mine = `${file}.${token}`;
  writeJson(mine, { identity, token } satisfies Holder);
  try {
    if (!claim(mine, file)) {
      removeDead(file, mine);
      if (!claim(mine, file)) throw inUse(readJson<Holder>(file));
    }
    return token;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A link appears whole or not at all, so a lock is never seen without its holder's name. */
function claim(mine: string, file: string): boolean {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Takes a dead holder's lock away. What was taken is looked at again: another may have been quicker. */
function removeDead(file: string, mine: string): void {
  const holder = readJson<Holder>(file);
  if (holder !== null && isAlive(holder.identity)) throw inUse(holder);
  const aside = `${mine}.dead`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return; // its holder has just released it
    throw error;
  }
  const taken = readJson<Holder>(aside);
  if (taken !== null && isAlive(taken.identity)) claim(aside, file);
  unlinkSync(aside);
}

function inUse(holder: Holder | null): Fault {
  return new Fault('locked', `The files are being changed by process ${holder?.identity.pid ?? 'unknown'}.`);
}
