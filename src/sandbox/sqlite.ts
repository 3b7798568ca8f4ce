/** SQLite databases in a copy: a database and its log belong together and may be written while they are read (SPEC TRY-8). */
import { constants, copyFileSync, existsSync, readSync, openSync, closeSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const magic = 'SQLite format 3\0';
/** What stands beside a database while it is in use. */
export const sideFiles = ['-wal', '-journal'];
const tries = 20;

/** Copies it again, with its log, until nothing of it changed meanwhile; false where it never rests. */
export async function settleDatabase(from: string, to: string): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    const before = stampOf(from);
    for (const side of ['', ...sideFiles]) copyOne(from + side, to + side);
    if (stampOf(from) === before) return true;
    await sleep(25);
  }
  return false;
}

/** Is it one, and in use now or a moment ago? A database at rest was copied whole. */
export function isBusyDatabase(file: string, sinceMs: number): boolean {
  if (!existsSync(file) || !startsAsDatabase(file)) return false;
  const busy = sideFiles.some((side) => existsSync(file + side));
  return busy || statSync(file).mtimeMs >= sinceMs - 1_000;
}

function copyOne(from: string, to: string): void {
  if (existsSync(from)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
  else rmSync(to, { force: true });
}

function stampOf(file: string): string {
  return ['', ...sideFiles]
    .map((side) => statSync(file + side, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat === undefined ? '-' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`))
    .join();
}

function startsAsDatabase(file: string): boolean {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(magic.length);
    return readSync(fd, bytes, 0, bytes.length, 0) === bytes.length && bytes.toString('latin1') === magic;
  } finally {
    closeSync(fd);
  }
}
