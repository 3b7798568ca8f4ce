/** In a trial only: with what Node's file functions end, and which files of the project are asked for in vain. Much of it is thrown nowhere, so that the debugger does not stop there. */

import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import url from 'node:url';

import { guard, patch, read } from './guard.cts';
import type { ErrorReport } from './words.cts';

export interface FileEnds {
  /** Project folder. */
  readonly root: string;
  /** An error that went to a promise or a callback; `from` was made where the function was called. */
  handed(error: Error, from: Error): void;
  /** A file of the project is not there, or holds nothing that could be read of it, whatever the app makes of that. */
  lost(error: ErrorReport): void;
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

const lostMax = 100;
const readBytesMax = 1_000_000;
/** What shows a file's text, or its size. */
const isSeen = /^(?:readFile|open|l?stat)$/;
const tailsMax = 6;
/** As it was before it was watched. */
const wholeStat = fs.statSync;
const looks = /^(?:access|lstat|open|opendir|scandir|stat)$/;
let ends: FileEnds;
let told = 0;

export function watchFiles(given: FileEnds): void {
  ends = given;
  for (const name of Object.keys(fs.promises)) watch(fs.promises, name);
  // Some are names alone, but on macOS.
  for (const name of Object.keys(fs).filter((each) => typeof Reflect.get(fs, `${each}Sync`) === 'function')) {
    watch(fs, name);
    if (name !== 'exists') patch(fs, `${name}Sync`, atOnce(name) as never);
  }
  patch(fs, 'existsSync', whether as never);
  module.syncBuiltinESMExports();
}

function watch(owner: object, name: string): void {
  if (typeof Reflect.get(owner, name) !== 'function') return;
  patch(owner, name, ((original: AnyFunction): AnyFunction => {
    return function watched(this: unknown, ...args) {
      const from = new Error();
      const tell = (error: unknown): void => {
        if (!(error instanceof Error)) return;
        guard('trial', () => ends.handed(error, from));
        guard('trial', () => fails(error, from));
      };
      const done = args.at(-1);
      if (typeof done === 'function') {
        args[args.length - 1] = function (this: unknown, ...answer: unknown[]): unknown {
          tell(answer[0]);
          if (isSeen.test(name)) guard('trial', () => found(name, args, { result: answer[1], from }));
          return Reflect.apply(done, this, answer);
        };
      }
      const result = original.apply(this, args);
      if (!(result instanceof Promise)) return result;
      return result.then(
        (value: unknown) => {
          if (isSeen.test(name)) guard('trial', () => found(name, args, { result: value, from }));
          return value;
        },
        (error: unknown) => {
          tell(error);
          throw error;
        },
      );
    };
  }) as never);
}

const atOnce = (name: string) => (original: AnyFunction) =>
  function watched(this: unknown, ...args: unknown[]): unknown {
    let result: unknown;
    try {
      result = original.apply(this, args);
    } catch (error) {
      guard('trial', () => fails(error));
      throw error;
    }
    if (isSeen.test(name)) guard('trial', () => found(name, args, { result }));
    // `{throwIfNoEntry: false}`
    if (result === undefined && /^l?stat$/.test(name)) guard('trial', () => isLost(args[0], name));
    return result;
  };

const whether = (original: AnyFunction) =>
  function watched(this: unknown, ...args: unknown[]): unknown {
    const isThere = original.apply(this, args);
    if (isThere === false) guard('trial', () => isLost(args[0], 'access'));
    return isThere;
  };

function fails(error: unknown, from?: Error): void {
  const how = String(read(error, 'syscall'));
  if (read(error, 'code') === 'ENOENT' && looks.test(how)) isLost(read(error, 'path'), how, from);
}

function isLost(target: unknown, how: string, from?: Error): void {
  const file = fileOf(target);
  if (file === null || !isOwn(file)) return;
  tellLost({ name: 'Error', message: `ENOENT: no such file or directory, ${how} '${file}'`, code: 'ENOENT' }, from);
}

/** What is sent to clients is not read as a whole: its size is asked for, or it is opened. */
function found(
  name: string,
  [target, flags]: readonly unknown[],
  { result, from }: { result: unknown; from?: Error },
): void {
  if (name === 'readFile') isRead(target, result, from);
  const isOpened = name === 'open' && (typeof flags === 'function' || /^(?:undefined|0|r)$/.test(String(flags)));
  // It failed, or nobody asked for more than that.
  if (result === undefined || (!isOpened && !name.endsWith('stat'))) return;
  const file = fileOf(target);
  if (file === null || !isOwn(file)) return;
  const stat = isOpened ? wholeStat(file, { throwIfNoEntry: false }) : (result as fs.Stats | undefined);
  if (stat?.isFile() === true && stat.size === 0)
    tellLost({ name: 'SyntaxError', message: `${file}: is empty`, code: null }, from);
}

/** `catch { return {} }` says nothing of settings that do not parse, and an empty text is as good as any. */
function isRead(target: unknown, result: unknown, from?: Error): void {
  const file = fileOf(target);
  const isText = typeof result === 'string' || Buffer.isBuffer(result);
  if (file === null || !isText || result.length > readBytesMax || !isOwn(file)) return;
  const wrong = path.extname(file) === '.json' ? unparsed(String(result)) : result.length > 0 ? null : 'is empty';
  if (wrong !== null) tellLost({ name: 'SyntaxError', message: `${file}: ${wrong}`, code: null }, from);
}

function unparsed(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return String(read(error, 'message')); // what is wrong with it
  }
}

function fileOf(target: unknown): string | null {
  const named = target instanceof URL ? url.fileURLToPath(target) : Buffer.isBuffer(target) ? String(target) : target;
  return typeof named === 'string' ? path.resolve(named) : null;
}

/** `from`: who called; whoever is on the stack where it is told at once, since a stack costs more than most reads. */
function tellLost(what: Pick<ErrorReport, 'name' | 'message' | 'code'>, from = new Error()): void {
  if ((told += 1) > lostMax) return;
  const frames = (from.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !line.includes(__dirname));
  const stack = [`${what.name}: ${what.message}`, ...frames].join('\n');
  ends.lost({ ...what, stack, cause: null });
}

function isOwn(file: string): boolean {
  const relative = path.relative(ends.root, file);
  if (relative === '' || /(?:^|[\\/])(?:node_modules|\.git|\.kintsugi)(?:[\\/]|$)/.test(relative)) return false;
  return !relative.startsWith('..') || isMeant(file);
}

/** `/public/logo.svg`, `/srv/shoppublic/logo.svg`: it lies outside, and what it ends in is a file below a folder of the project. */
function isMeant(file: string): boolean {
  const parts = file.split(path.sep).filter((part) => part !== '');
  const tails = parts.map((_, at) => parts.slice(at)).filter(({ length }) => length > 1);
  const glued = file.startsWith(ends.root) ? [file.slice(ends.root.length).split(path.sep)] : [];
  return [...glued, ...tails.slice(-tailsMax)].some((tail) => isThere(path.join(ends.root, ...tail)));
}

/** Asked of the disk itself: these questions are nobody's. */
function isThere(file: string): boolean {
  try {
    return wholeStat(file).isFile();
  } catch {
    return false; // it is not there, or nobody may look
  }
}
