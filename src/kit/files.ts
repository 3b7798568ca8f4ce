/** Files that are either the old or the new one, never half: write beside, fsync, rename, fsync the folder. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from './errors.ts';
import { randomId } from './hash.ts';

/**
 * A folder that may be there (else 0700), folder by folder: where none can be made and the system says that there is none (`/proc`), Node's own
 * `recursive` asks for ever.
 */
export function ensureFolder(folder: string): void {
  if (isFolder(folder)) return;
  ensureFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isErrno(error, 'EEXIST') || !isFolder(folder)) throw error; // else another process was quicker
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Replaces `file` atomically and durably. Folders are made (0700) where missing. */
export function writeFileAtomic(file: string, data: string | Buffer, mode = 0o600): void {
  const folder = path.dirname(file);
  ensureFolder(folder);
  const temporary = path.join(folder, `.${path.basename(file)}.${randomId().slice(0, 12)}.tmp`);
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const fd = openSync(temporary, 'wx', mode);
  try {
    let at = 0;
    while (at < bytes.length) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(fd);
  chmodSync(temporary, mode);
  renameSync(temporary, file);
  syncFolder(folder);
}

/** Makes renames, creations and removals in a folder durable. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The text of a file, or null where there is none. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** A JSON file, or null where there is none or it is not JSON (whoever needs to tell these apart reads the text). */
export function readJson<T>(file: string): T | null {
  const text = readText(file);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The same of a record of ours, which says its version; null too where it is anything else. */
export function readRecord<T>(file: string): T | null {
  const value = readJson<(T & { v?: unknown }) | null>(file);
  return value?.v === 1 ? value : null;
}

/** Writes a value as one JSON document, atomically. */
export function writeJson(file: string, value: unknown): void {
  writeFileAtomic(file, `${JSON.stringify(value)}\n`);
}

/** Names in a folder, sorted; [] where there is none. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** The same of a folder of the owner's. @throws Fault `usage` where we may not list it. */
export function listed(folder: string): string[] {
  try {
    return namesIn(folder);
  } catch (error) {
    if (!isErrno(error)) throw error;
    const next = 'Whoever runs this must be allowed to read it.';
    throw new Fault('usage', `the folder ${folder} cannot be listed (${error.code})`, { next, cause: error });
  }
}

/** True where something stands at this path, a dangling link included. */
export function present(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
