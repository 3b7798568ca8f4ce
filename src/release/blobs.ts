/** Contents named by their sha256: written once, checked at every read. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { ensureFolder, syncFolder } from '../kit/files.ts';
import { randomId, sha256 } from '../kit/hash.ts';
import type { StatePaths } from '../kit/paths.ts';

type BlobHome = Pick<StatePaths, 'blobs'>;

/** Stores bytes, durable, and returns their name. What was altered under that name is put right. */
export function putBlob(home: BlobHome, bytes: Buffer | string): string {
  const known = readBlob(home, sha256(bytes));
  if (known !== null && sha256(known) !== sha256(bytes)) rmSync(blobPath(home, sha256(bytes)), { force: true });
  const sha = putBlobLater(home, bytes);
  syncBlob(home, sha);
  return sha;
}

/**
 * Stores bytes that a power cut may still take: thousands of files are copied in a moment so. A name whose bytes were lost
 * is found out at the next write (by size) or read (by hash).
 */
export function putBlobLater(home: BlobHome, bytes: Buffer | string): string {
  const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const sha = sha256(data);
  const file = blobPath(home, sha);
  if (sizeOf(file) === data.length) return sha;
  const temporary = path.join(home.blobs, `.${sha}.${randomId()}.tmp`);
  ensureFolder(home.blobs);
  try {
    writeFileSync(temporary, data, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return sha;
}

/** Makes a stored content durable. */
export function syncBlob(home: BlobHome, sha: string): void {
  const fd = openSync(blobPath(home, sha), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  syncFolder(home.blobs);
}

/** The bytes of that name. Throws `backup_broken` where they are gone or are not what the name says. */
export function getBlob(home: BlobHome, sha: string): Buffer {
  const bytes = readBlob(home, sha);
  if (bytes === null) throw new Fault('backup_broken', `The stored content ${sha.slice(0, 12)} is missing.`);
  if (sha256(bytes) !== sha) throw new Fault('backup_broken', `The stored content ${sha.slice(0, 12)} was altered.`);
  return bytes;
}

export function hasBlob(home: BlobHome, sha: string): boolean {
  return sizeOf(blobPath(home, sha)) !== null;
}

function readBlob(home: BlobHome, sha: string): Buffer | null {
  try {
    return readFileSync(blobPath(home, sha));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

function blobPath(home: BlobHome, sha: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha))
    throw new Fault('backup_broken', `${JSON.stringify(sha)} is not the name of a content.`);
  return path.join(home.blobs, sha);
}

function sizeOf(file: string): number | null {
  try {
    return statSync(file).size;
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
