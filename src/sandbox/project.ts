/** The pristine copy of a project: read once from the live tree, never run in, never linked back (SPEC TRY-1). */
import {
  constants,
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import path from 'node:path';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { ensureFolder } from '../kit/files.ts';
import { systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { isLeftOut, type Aside } from './aside.ts';
import { isBusyDatabase, settleDatabase, sideFiles } from './sqlite.ts';
import { trialDotenv, trialNpmrc, type Allowed } from './environment.ts';
import type { Swap } from './resign.ts';

/** Made again by whoever needs it: the folder is there, its content is not. */
const emptied = new Set(['.cache', '.turbo', '.parcel-cache', '.nyc_output', 'coverage', 'lost+found']);
const placeholderEnv = /\.(example|sample|template|dist|defaults?)$/i;

export interface CopyLimits {
  readonly bytesMax: number;
  readonly fileBytesMax: number;
  readonly filesMax: number;
}
export const copyLimits: CopyLimits = { bytesMax: 1024 ** 3, fileBytesMax: 256 * 1024 ** 2, filesMax: 50_000 };

export type Entry =
  | { readonly kind: 'folder'; readonly mode: number }
  | { readonly kind: 'file'; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string };

export interface Pristine {
  readonly project: string;
  readonly folder: string;
  /** Project-relative, parents before children. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Folders named node_modules, project-relative; `target` where it is a link. */
  readonly modules: readonly { readonly at: string; readonly target: string | null }[];
  /** Live files and folders that stand in the copy only by a read-only bind: large files, linked folders, what lies aside; a secret there by nothing. */
  readonly bound: readonly { readonly at: string; readonly from: string }[];
  /** What is missing from the copy, each with the reason. */
  readonly missing: readonly { readonly at: string; readonly why: string }[];
  /** Names in `.env*` files that have stand-ins. */
  readonly replaced: readonly string[];
  readonly swaps: readonly Swap[];
  /** Set where the copy could not be made at all. */
  readonly tooLarge: string | null;
}

export interface CopyOptions {
  readonly project: string;
  readonly into: string;
  /** What of `.env*` stays as it is. */
  readonly allowed: Allowed;
  /** Absolute folders to leave out, such as a state folder with another name. */
  readonly exclude: readonly string[];
  /** Bound where they lie instead of being copied. */
  readonly aside?: readonly Aside[];
  readonly limits?: CopyLimits;
}

interface Walk {
  readonly options: CopyOptions;
  readonly limits: CopyLimits;
  readonly asRoot: boolean;
  readonly entries: Map<string, Entry>;
  readonly modules: { at: string; target: string | null }[];
  readonly bound: { at: string; from: string }[];
  readonly missing: { at: string; why: string }[];
  readonly replaced: Set<string>;
  readonly swaps: Swap[];
  bytes: number;
  files: number;
}

/** Copies everything but node_modules, version control and Kintsugi's own state. Secrets in `.env*` become stand-ins. */
export async function copyProject(options: CopyOptions): Promise<Pristine> {
  const walk: Walk = {
    options,
    limits: options.limits ?? copyLimits,
    asRoot: process.getuid?.() === 0,
    entries: new Map(),
    modules: [],
    bound: [],
    missing: [],
    replaced: new Set(),
    swaps: [],
    bytes: 0,
    files: 0,
  };
  const startedMs = systemClock.now();
  ensureFolder(options.into);
  const tooLarge =
    path.dirname(options.project) === options.project
      ? 'its project folder is the root of the machine'
      : await copyFolder(walk, '');
  if (tooLarge === null) await settleDatabases(walk, startedMs);
  const { entries, modules, bound, missing } = walk;
  return {
    project: options.project,
    folder: options.into,
    entries,
    modules,
    bound,
    missing,
    replaced: [...walk.replaced],
    swaps: walk.swaps,
    tooLarge,
  };
}

/** A database may have been written while it was copied; its log may have come or gone since. */
async function settleDatabases(walk: Walk, startedMs: number): Promise<void> {
  const { project, into } = walk.options;
  for (const [at, entry] of [...walk.entries]) {
    const from = path.join(project, at);
    if (entry.kind !== 'file' || !isBusyDatabase(from, startedMs)) continue;
    const rests = await settleDatabase(from, path.join(into, at));
    if (!rests) walk.missing.push({ at, why: 'it is written all the time, so the copy of it may be torn' });
    for (const side of sideFiles) {
      if (existsSync(path.join(into, at + side))) walk.entries.set(at + side, entry);
      else walk.entries.delete(at + side);
    }
  }
}

/** Returns why it had to stop, or null. */
async function copyFolder(walk: Walk, folder: string): Promise<string | null> {
  for (const item of readFolder(walk, folder)) {
    const at = folder === '' ? item.name : `${folder}/${item.name}`;
    const stop = await copyItem(walk, at, item);
    if (stop !== null) return stop;
  }
  return null;
}

function readFolder(walk: Walk, folder: string): Dirent[] {
  try {
    return readdirSync(path.join(walk.options.project, folder), { withFileTypes: true });
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM', 'ENOENT')) throw error;
    walk.missing.push({ at: folder, why: 'it cannot be read' });
    return [];
  }
}

async function copyItem(walk: Walk, at: string, item: Dirent): Promise<string | null> {
  const from = path.join(walk.options.project, at);
  if (walk.options.exclude.includes(from)) return null;
  // Looked at separately.
  if (item.name === 'node_modules') return noteModules(walk, at, item);
  if (isLeftOut(item.name)) return null;
  if (item.isSymbolicLink()) return copyLink(walk, at, from);
  if (item.isDirectory()) {
    const aside = walk.options.aside?.find((each) => each.at === at);
    if (aside !== undefined) return bindAside(walk, aside);
    makeFolder(walk, at, statSync(from).mode);
    return emptied.has(item.name) ? null : copyFolder(walk, at);
  }
  if (!item.isFile()) return null; // sockets, pipes and devices are no part of a project
  const stat = lstatSync(from, { throwIfNoEntry: false });
  return stat === undefined ? null : copyFile(walk, at, { from, stat });
}

function bindAside(walk: Walk, { at, secrets }: Aside): null {
  walk.bound.push({ at, from: path.join(walk.options.project, at) });
  for (const file of secrets) walk.bound.push({ at: file, from: '/dev/null' });
  return null;
}

async function copyFile(walk: Walk, at: string, source: { from: string; stat: Stats }): Promise<string | null> {
  const { from, stat } = source;
  const { limits } = walk;
  if (stat.size > limits.fileBytesMax) {
    walk.bound.push({ at, from });
    return null;
  }
  walk.bytes += stat.size;
  walk.files += 1;
  if (walk.bytes > limits.bytesMax || walk.files > limits.filesMax) {
    const size = `${limits.filesMax} files or ${Math.round(limits.bytesMax / 1024 ** 2)} MiB`;
    return `the project holds more than ${size} beside node_modules; move data out of the project folder`;
  }
  writeCopy(walk, at, source);
  if (walk.files % 200 === 0) await yieldToLoop();
  return null;
}

function writeCopy(walk: Walk, at: string, { from, stat }: { from: string; stat: Stats }): void {
  const to = path.join(walk.options.into, at);
  const mode = copyMode(walk, stat.mode, 0o600);
  try {
    const text = rewritten(walk, path.basename(at), from);
    if (text === null) copyFileSync(from, to, constants.COPYFILE_FICLONE);
    else writeFileSync(to, text);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return; // gone since the folder was read
    if (!isErrno(error, 'EACCES', 'EPERM')) throw error;
    walk.missing.push({ at, why: 'it cannot be read' });
    writeFileSync(to, '');
  }
  chmodSync(to, mode);
  walk.entries.set(at, { kind: 'file', mode });
}

/** The text of a file whose secrets are replaced, or null for a file that is copied as it is. */
function rewritten(walk: Walk, name: string, from: string): string | null {
  if (name === '.npmrc') return trialNpmrc(readFileSync(from, 'utf8'));
  if (!/^\.env(\.|$)/.test(name) || placeholderEnv.test(name)) return null;
  const result = trialDotenv(readFileSync(from, 'utf8'), walk.options.allowed);
  for (const key of result.replaced) walk.replaced.add(key);
  walk.swaps.push(...result.swaps);
  return result.text;
}

/** Modes do not bind root in the live process, so in the copy, where root has no capability, they must not either. */
function copyMode(walk: Walk, mode: number, rootBits: number): number {
  return (mode & 0o777) | (walk.asRoot ? rootBits : 0);
}

function makeFolder(walk: Walk, at: string, liveMode: number): void {
  // Our own right to fill and empty the copy is kept whatever the live mode says.
  const mode = copyMode(walk, liveMode, 0o700) | 0o700;
  mkdirSync(path.join(walk.options.into, at), { mode });
  walk.entries.set(at, { kind: 'folder', mode });
}

function noteModules(walk: Walk, at: string, item: Dirent): null {
  const live = path.join(walk.options.project, at);
  if (!item.isSymbolicLink()) {
    if (item.isDirectory()) walk.modules.push({ at, target: null });
    return null;
  }
  const target = realOf(live);
  if (target !== null) walk.modules.push({ at, target });
  return null;
}

/** Links inside the project stay links; what they bring in from outside is copied (files) or bound read-only (folders). */
async function copyLink(walk: Walk, at: string, from: string): Promise<string | null> {
  const real = realOf(from);
  const written = readlinkSync(from);
  if (real === null) {
    // A dangling link is kept, but only where it cannot begin to point somewhere later.
    if (
      path.isAbsolute(written) ||
      path.relative(walk.options.project, path.resolve(path.dirname(from), written)).startsWith('..')
    ) {
      walk.missing.push({ at, why: 'a dangling link out of the project' });
      return null;
    }
    return makeLink(walk, at, written);
  }
  const inside = path.relative(walk.options.project, real);
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) {
    return makeLink(walk, at, path.relative(path.dirname(from), real) || '.');
  }
  const stat = statSync(real);
  if (stat.isFile()) return copyFile(walk, at, { from: real, stat });
  if (!stat.isDirectory() || isAbove(real, walk.options.project)) walk.missing.push({ at, why: `a link to ${real}` });
  else walk.bound.push({ at, from: real });
  return null;
}

function makeLink(walk: Walk, at: string, target: string): null {
  symlinkSync(target, path.join(walk.options.into, at));
  walk.entries.set(at, { kind: 'link', target });
  return null;
}

/** Does `folder` hold the project or the user's whole home? Such a link would bring in far more than an app needs. */
function isAbove(folder: string, project: string): boolean {
  return (
    folder === '/' ||
    `${project}/`.startsWith(`${folder}/`) ||
    /^\/(home|Users)(\/[^/]+)?$|^\/(root|etc|usr|var)$/.test(folder)
  );
}

function realOf(at: string): string | null {
  try {
    return realpathSync(at);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ELOOP', 'EACCES', 'ENOTDIR')) return null;
    throw error;
  }
}
