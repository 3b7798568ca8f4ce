/** In a trial: which files of the project the app asks the disk for in vain, as an app may that answers 404 or goes on without. */

import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import url from 'node:url';

import { guard, patch, read } from './guard.cts';
import type { ErrorReport } from './words.cts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Tell = (error: ErrorReport) => void;

const askers = ['access', 'lstat', 'open', 'opendir', 'readFile', 'readdir', 'stat'];
const toldMax = 100;

export function watchLost(root: string, tell: Tell): void {
  let told = 0;
  /** Called where the app asks, so that the stack is the app's. */
  const ask = (asker: AnyFunction, target: unknown): ((how: string) => void) => {
    const at: { stack?: string } = {};
    Error.captureStackTrace(at, asker);
    const file = fileOf(target);
    return (how) => {
      if (file === null || !isOwn(root, file) || (told += 1) > toldMax) return;
      const message = `ENOENT: no such file or directory, ${how} '${file}'`;
      tell({ name: 'Error', message, code: 'ENOENT', stack: `Error: ${message}\n${framesOf(at.stack)}`, cause: null });
    };
  };
  for (const name of askers) {
    patch(fs, `${name}Sync`, sync(name, ask) as never);
    patch(fs, name, byCallback(name, ask) as never);
    patch(fs.promises, name, byPromise(name, ask) as never);
  }
  patch(fs, 'existsSync', whether(ask) as never);
  module.syncBuiltinESMExports();
}

type Ask = (asker: AnyFunction, target: unknown) => (how: string) => void;

const sync = (name: string, ask: Ask) => (original: AnyFunction) =>
  function asks(this: unknown, ...args: unknown[]): unknown {
    const lost = guard('trial', () => ask(asks, args[0]));
    let result: unknown;
    try {
      result = original.apply(this, args);
    } catch (error) {
      if (isLost(error)) guard('trial', () => lost?.(name));
      throw error;
    }
    // `{throwIfNoEntry: false}`
    if (result === undefined && /stat/.test(name)) guard('trial', () => lost?.(name));
    return result;
  };

const byCallback = (name: string, ask: Ask) => (original: AnyFunction) =>
  function asks(this: unknown, ...args: unknown[]): unknown {
    const callback = args.at(-1);
    const lost = guard('trial', () => ask(asks, args[0]));
    if (typeof callback !== 'function') return original.apply(this, args);
    const heard = function (this: unknown, ...answer: unknown[]): unknown {
      if (isLost(answer[0])) guard('trial', () => lost?.(name));
      return Reflect.apply(callback, this, answer);
    };
    return original.apply(this, [...args.slice(0, -1), heard]);
  };

const byPromise = (name: string, ask: Ask) => (original: AnyFunction) =>
  function asks(this: unknown, ...args: unknown[]): unknown {
    const lost = guard('trial', () => ask(asks, args[0]));
    const made = original.apply(this, args) as Promise<unknown>;
    made.then(undefined, (error: unknown) => isLost(error) && guard('trial', () => lost?.(name)));
    return made;
  };

const whether = (ask: Ask) => (original: AnyFunction) =>
  function asks(this: unknown, ...args: unknown[]): unknown {
    const isThere = original.apply(this, args);
    if (isThere === false) guard('trial', () => ask(asks, args[0])('access'));
    return isThere;
  };

function isLost(error: unknown): boolean {
  return read(error, 'code') === 'ENOENT';
}

function fileOf(target: unknown): string | null {
  const file = target instanceof URL ? url.fileURLToPath(target) : Buffer.isBuffer(target) ? String(target) : target;
  return typeof file === 'string' ? path.resolve(file) : null;
}

function isOwn(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !/^\.\.|(?:^|[\\/])(?:node_modules|\.git|\.kintsugi)(?:[\\/]|$)/.test(relative);
}

function framesOf(stack = ''): string {
  return stack.slice(stack.indexOf('\n') + 1);
}
