/** Where the copies of a project lie: in memory where they are small beside it, since a file there costs a tenth of one on a disk. */
import { lstatSync, readFileSync, readdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../kit/errors.ts';
import { isLeftOut } from './aside.ts';

const inMemory = '/dev/shm';
const tmpfs = 0x01_02_19_94;
/** With less than this at hand nothing is put there. */
const leastBytes = 2 * 1024 ** 3;
/** Copies of one stage, and of all the memory at hand what they may take together. */
const [copiesMax, share] = [6, 1 / 16];
const pageBytes = 4096;

/** `disk`, or a folder in memory. */
export function placeOfCopies(project: string, disk: string, aside: readonly string[] = []): string {
  const bytes = memoryAtHand();
  return bytes >= leastBytes && left(project, (bytes * share) / copiesMax, aside) > 0 ? inMemory : disk;
}

/** Every folder where a stage that was killed may have left something. */
export function placesOf(disk: string): string[] {
  return [disk, inMemory];
}

/** Bytes that may be put there and run from there; 0 where that is no such folder. */
function memoryAtHand(): number {
  try {
    const { type, bavail, bsize } = statfsSync(inMemory);
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === inMemory);
    const mayRun = mount !== undefined && !/[ ,]noexec[ ,]/.test(mount);
    return type === tmpfs && mayRun ? Math.min(bavail * bsize, process.availableMemory()) : 0;
  } catch (error) {
    if (isErrno(error)) return 0;
    throw error;
  }
}

/** What is left of so many bytes when the files of a folder are taken off, but for those of some in it; below 0 as soon as that is known. */
function left(folder: string, bytes: number, but: readonly string[]): number {
  let rest = bytes;
  try {
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      if (rest < 0) return rest;
      const full = path.join(folder, item.name);
      if (isLeftOut(item.name) || but.includes(full)) continue;
      if (item.isDirectory()) rest = left(full, rest, but);
      else if (item.isFile()) rest -= pageBytes + (lstatSync(full, { throwIfNoEntry: false })?.size ?? 0);
    }
  } catch (error) {
    if (!isErrno(error)) throw error; // what cannot be read is not copied
  }
  return rest;
}
