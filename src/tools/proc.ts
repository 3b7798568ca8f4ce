/** What the kernel tells of processes; empty where one is gone meanwhile, is not ours to look at, or there is no /proc. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { isErrno } from '../kit/errors.ts';

/** A file below `/proc/<of>`. */
export function proc(of: number | 'net', file: string): string {
  return orEmpty(() => readFileSync(`/proc/${of}/${file}`, 'utf8'), '');
}

export function names(folder: string): string[] {
  return orEmpty(() => readdirSync(folder), []);
}

export function link(file: string): string {
  return orEmpty(() => readlinkSync(file), '');
}

function orEmpty<T>(look: () => T, empty: T): T {
  try {
    return look();
  } catch (error) {
    if (isErrno(error)) return empty; // as the head of this file says
    throw error;
  }
}
