/** Reaches files of the project folder by folder without following a link, so that nothing read or written lies outside. */
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  type BigIntStats,
} from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** A path through an open folder is openat() in plain Node: what the folder's name points to by then does not matter. */
const throughProc = existsSync('/proc/self/fd');

/** A larger file is an asset or data, never part of a release. */
export const fileBytesMax = 8 * 1024 * 1024;

export interface Folder {
  readonly fd: number;
  /** A path for the entry `name` of this folder, good while the folder is open. */
  at(name: string): string;
}

/** Thrown where a link, or something else that is no folder, stands where a folder should be. */
export class NotPlain extends Fault {
  constructor(where: string) {
    super('base_moved', `${where} is a link or not a plain file or folder, so it is not touched.`);
  }
}

/** Opens `folder` (project-relative, '' = the project) for the time of `use`; null where there is none. */
export function inFolder<T>(project: string, folder: string, use: (folder: Folder) => T): T | null {
  let open = openPlain(project, project);
  if (open === null) return null;
  try {
    for (const name of segments(folder)) {
      const next: Folder | null = openPlain(open.at(name), folder);
      closeSync(open.fd);
      open = next;
      if (open === null) return null;
    }
    return use(open);
  } finally {
    if (open !== null) closeSync(open.fd);
  }
}

/** Makes the missing folders of `folder` and returns those it made, outermost first. */
export function makeFolders(project: string, folder: string): string[] {
  const made: string[] = [];
  const names = segments(folder);
  names.forEach((name, index) => {
    const parent = names.slice(0, index).join('/');
    const here = names.slice(0, index + 1).join('/');
    inFolder(project, parent, ({ fd, at }) => {
      if (openOnce(at(name), here)) return;
      mkdirSync(at(name), 0o755);
      const child = openPlain(at(name), here);
      if (child !== null) {
        giveTo(child.fd, fstatSync(fd, { bigint: true }));
        closeSync(child.fd);
      }
      made.push(here);
    });
  });
  return made;
}

function openOnce(file: string, where: string): boolean {
  const folder = openPlain(file, where);
  if (folder !== null) closeSync(folder.fd);
  return folder !== null;
}

function openPlain(file: string, where: string): Folder | null {
  try {
    const fd = openSync(file, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    return { fd, at: (name) => (throughProc ? `/proc/self/fd/${fd}/${name}` : path.join(file, name)) };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    if (isErrno(error, 'ELOOP', 'ENOTDIR')) throw new NotPlain(where);
    throw error;
  }
}

/** The parts of a project-relative path. One that leaves the project or enters our own or git's folders is a defect of ours. */
export function segments(relative: string): string[] {
  if (relative === '') return [];
  const parts = relative.split('/');
  const bad = parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'));
  const foreign = parts.some((part) => ['.git', '.kintsugi', 'node_modules'].includes(part.toLowerCase()));
  if (bad || foreign || path.isAbsolute(relative)) {
    throw new Fault('internal', `${JSON.stringify(relative)} is not a path a release may hold.`);
  }
  return parts;
}

export function split(relative: string): { folder: string; name: string } {
  const at = relative.lastIndexOf('/');
  return { folder: at < 0 ? '' : relative.slice(0, at), name: relative.slice(at + 1) };
}

export interface Plain {
  readonly bytes: Buffer;
  readonly stat: BigIntStats;
}

/** A plain file's bytes and state; null where there is none; NotPlain for links, devices, pipes and what is too large. */
export function readPlain(folder: Folder, name: string, bytesMax = fileBytesMax): Plain | null {
  let fd: number;
  try {
    // O_NONBLOCK: opening a pipe that nobody writes to must not hang.
    fd = openSync(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    if (isErrno(error, 'ELOOP', 'ENXIO')) throw new NotPlain(name);
    throw error;
  }
  try {
    const stat = fstatSync(fd, { bigint: true });
    if (!stat.isFile() || stat.size > BigInt(bytesMax)) throw new NotPlain(name);
    return { bytes: readAll(fd, Number(stat.size)), stat };
  } finally {
    closeSync(fd);
  }
}

/** Reads what is there up to the size that was seen; a file that grows meanwhile is cut there, and its next stat differs. */
function readAll(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const read = readSync(fd, bytes, at, size - at, at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

/** A file of a release: which bytes, and who may read and run it. */
export interface TreeFile {
  readonly sha: string;
  /** Permission bits only (0o777). */
  readonly mode: number;
}

/** Keeps the owner: a supervisor that runs as root must not take the project's files away from their owner. */
export function giveTo(fd: number, owner: BigIntStats): void {
  const mine = fstatSync(fd, { bigint: true });
  if (mine.uid === owner.uid && mine.gid === owner.gid) return;
  try {
    fchownSync(fd, Number(owner.uid), Number(owner.gid));
  } catch (error) {
    if (!isErrno(error, 'EPERM')) throw error; // not root: the file is ours then, as an editor would leave it
  }
}
