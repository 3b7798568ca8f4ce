/** One writer of the live tree at a time. */
import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { namesIn } from '../kit/files.ts';
import { takeLock } from '../kit/lock.ts';
import { ensureState, type StatePaths } from '../kit/paths.ts';

/** Runs `work` as the only writer. Throws `locked` where another living process, or another task of this one, is at it. */
export async function locked<T>(paths: StatePaths, work: () => T | Promise<T>): Promise<T> {
  const file = path.join(paths.state, 'release', 'lock');
  try {
    ensureState(paths);
    const lock = await takeLock(
      file,
      ({ pid }) => new Fault('locked', `The files are being changed by process ${pid}.`),
    );
    try {
      sweep(path.dirname(file));
      return await work();
    } finally {
      lock.release();
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
