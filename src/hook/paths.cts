/**
 * A path whose socket the keeper holds stays where it is: a server that clears a stale socket away at its start, or its own at its end,
 * would clear away the way to what the next process serves on. The keeper takes it away when nobody is to listen there any more.
 */

import fs from 'node:fs';
import path from 'node:path';
import url from 'node:url';

import { guard, patch } from './guard.cts';

type Remove = (this: unknown, target: unknown, ...rest: unknown[]) => unknown;

const held = new Set<string>();

/**
 * One name for one place, wherever the process stands and whichever links lead there: a release of a server asks for `run/app.sock` in its
 * own folder, unless that leads to one which all releases share.
 */
export function keyOfPath(file: string): string {
  return file.startsWith('\0') ? file : path.join(realFolder(path.dirname(path.resolve(file))), path.basename(file));
}

function realFolder(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder; // it is not there: nobody can listen in it
  }
}

function isPath(key: string): boolean {
  return key.startsWith('/');
}

/** Keys of sockets that the keeper holds, as it says; those that are no paths name no file. */
export function holdAlso(keys: Iterable<string>): void {
  for (const key of keys) if (isPath(key)) held.add(key);
}

export function holdOnly(keys: Iterable<string>): void {
  held.clear();
  holdAlso(keys);
}

export function letGo(key: string): void {
  held.delete(key);
}

/** `isKept`: false where nobody is there to take a path away later. Before `observe`, which has ES modules see it too. */
export function keepPaths(isKept: () => boolean): void {
  const keeps = (target: unknown): boolean => held.size > 0 && isKept() && held.has(fileOf(target) ?? '');
  for (const name of ['unlink', 'rm']) {
    replace(fs, `${name}Sync`, keeps, () => undefined);
    replace(fs.promises, name, keeps, () => Promise.resolve());
    replace(fs, name, keeps, (done) => typeof done === 'function' && process.nextTick(done, null));
  }
}

function replace(
  owner: object,
  name: string,
  keeps: (target: unknown) => boolean,
  instead: (last: unknown) => unknown,
): void {
  patch(owner, name, ((original: Remove): Remove => {
    return function remove(this: unknown, target, ...rest) {
      const isHeld = guard('listen', () => keeps(target)) === true;
      return isHeld ? instead(rest.at(-1)) : original.call(this, target, ...rest);
    };
  }) as never);
}

function fileOf(target: unknown): string | null {
  if (typeof target === 'string' || Buffer.isBuffer(target)) return keyOfPath(String(target));
  return target instanceof URL && target.protocol === 'file:' ? keyOfPath(url.fileURLToPath(target)) : null;
}
