/** In a trial only: with what Node's file functions end. They throw it nowhere, so that the debugger does not stop there. */

import fs from 'node:fs';
import module from 'node:module';

import { guard, patch } from './guard.cts';

/** `from` was made where the function was called. */
type Note = (error: Error, from: Error) => void;
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

export function watchFiles(note: Note): void {
  for (const name of Object.keys(fs.promises)) watch(fs.promises, name, note);
  for (const name of Object.keys(fs)) if (`${name}Sync` in fs) watch(fs, name, note);
  module.syncBuiltinESMExports();
}

function watch(owner: object, name: string, note: Note): void {
  if (typeof Reflect.get(owner, name) !== 'function') return;
  patch(owner, name, ((original: AnyFunction): AnyFunction => {
    return function watched(this: unknown, ...args) {
      const from = new Error();
      const tell = (error: unknown): void => {
        if (error instanceof Error) guard('trial', () => note(error, from));
      };
      const done = args.at(-1);
      if (typeof done === 'function') {
        args[args.length - 1] = function (this: unknown, ...told: unknown[]): unknown {
          tell(told[0]);
          return Reflect.apply(done, this, told);
        };
      }
      const result = original.apply(this, args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        tell(error);
        throw error;
      });
    };
  }) as never);
}
