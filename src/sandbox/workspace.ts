/** A throwaway copy in which one candidate is tried, and which is then put back to pristine for the next. */
import {
  constants,
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Edit } from '../incident/nouns.ts';
import { exec } from '../kit/exec.ts';
import { ensureFolder, readText } from '../kit/files.ts';
import { isIn, linksIn } from './mounts.ts';
import type { Entry, Pristine } from './project.ts';

export interface Workspace {
  readonly folder: string;
  /** Writes the edits; returns null, or why one of them does not apply (nothing is written then). */
  apply(edits: readonly Edit[]): string | null;
  /** Makes it equal to the pristine copy again, whatever was run in it. */
  reset(): Promise<void>;
  remove(): Promise<void>;
  /** The absolute path of a project-relative one; null where it would leave the copy. */
  inside(file: string): string | null;
}

export interface Making {
  /** Without confinement there is nothing to bind, so node_modules are copied too. */
  readonly clone: boolean;
  /** Nobody wants it any more. */
  readonly signal?: AbortSignal;
}

export async function openWorkspace(base: Pristine, folder: string, how: Making): Promise<Workspace> {
  const stamps = new Map<string, string>();
  ensureFolder(folder);
  let count = 0;
  for (const [at, entry] of base.entries) {
    place(base, folder, at, entry, stamps);
    count += 1;
    if (count % 200 !== 0) continue;
    await yieldToLoop();
    how.signal?.throwIfAborted();
  }
  if (how.clone) await cloneModules(base, folder, how.signal);
  const inside = (file: string): string | null => resolveInside(folder, file);
  return {
    folder,
    inside,
    apply: (edits) => apply(inside, edits),
    reset: async () => {
      const seen = new Set<string>();
      await clean({ base, folder, stamps, seen }, '');
      for (const [at, entry] of base.entries) if (!seen.has(at)) place(base, folder, at, entry, stamps);
    },
    remove: () => removeTree(folder),
  };
}

/** Removes a folder also where what ran in it took our own rights away; ten thousand files of copied node_modules hold nobody else up. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    // a folder without write or search bits; give them back and try once more
    await exec(['chmod', '-R', 'u+rwX', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

function place(base: Pristine, folder: string, at: string, entry: Entry, stamps: Map<string, string>): void {
  const to = path.join(folder, at);
  if (entry.kind === 'folder') mkdirSync(to, { recursive: true, mode: entry.mode });
  else if (entry.kind === 'link') symlinkSync(entry.target, to);
  else copyFileSync(path.join(base.folder, at), to, constants.COPYFILE_FICLONE);
  if (entry.kind === 'folder') chmodSync(to, entry.mode);
  stamps.set(at, stampOf(to, entry.kind));
}

/** Inode, size, mode, modification and change time: a process cannot set the last one, so a change always shows. */
function stampOf(file: string, kind: Entry['kind']): string {
  const stat = lstatSync(file, { bigint: true });
  const type = stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : stat.isFile() ? 'file' : 'other';
  if (type !== kind) return 'other';
  return kind === 'folder'
    ? `folder ${stat.mode}`
    : `${type} ${stat.ino} ${stat.size} ${stat.mode} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

interface Cleaning {
  readonly base: Pristine;
  readonly folder: string;
  readonly stamps: ReadonlyMap<string, string>;
  readonly seen: Set<string>;
}

async function clean(task: Cleaning, at: string): Promise<void> {
  const kept = new Set(task.base.modules.map((one) => one.at));
  for (const item of readdirSync(path.join(task.folder, at), { withFileTypes: true })) {
    const name = at === '' ? item.name : `${at}/${item.name}`;
    const entry = task.base.entries.get(name);
    const full = path.join(task.folder, name);
    if (entry === undefined) {
      if (!kept.has(name)) await removeTree(full);
    } else if (stampOf(full, entry.kind) === task.stamps.get(name)) {
      task.seen.add(name);
      if (entry.kind === 'folder') await clean(task, name);
    } else if (entry.kind === 'folder' && item.isDirectory()) {
      chmodSync(full, entry.mode);
      task.seen.add(name);
      await clean(task, name);
    } else {
      await removeTree(full);
    }
  }
}

function resolveInside(folder: string, file: string): string | null {
  const parts = file.split('/');
  if (file === '' || path.isAbsolute(file) || file.includes('\0') || file.includes('\\')) return null;
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return null;
  if (parts.some((part) => part === 'node_modules' || part === '.git' || part === '.kintsugi')) return null;
  // No component may be a link: what is written must be in the copy.
  for (let at = folder, rest = parts.slice(); rest.length > 0;) {
    at = path.join(at, rest.shift() ?? '');
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) break;
    if (stat.isSymbolicLink() || (rest.length > 0 && !stat.isDirectory())) return null;
  }
  return path.join(folder, ...parts);
}

function apply(inside: Workspace['inside'], edits: readonly Edit[]): string | null {
  const planned: [string, Edit][] = [];
  for (const edit of edits) {
    const to = inside(edit.path);
    if (to === null) return `${edit.path} is no file of the project that may be changed`;
    if (readText(to) !== edit.before) return `${edit.path} is not what the change was made for`;
    planned.push([to, edit]);
  }
  for (const [to, edit] of planned) {
    if (edit.after === null) rmSync(to);
    else {
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, edit.after);
    }
  }
  return null;
}

async function cloneModules(base: Pristine, folder: string, signal?: AbortSignal): Promise<void> {
  for (const { at, target } of base.modules) {
    signal?.throwIfAborted();
    mkdirSync(path.join(folder, at), { recursive: true });
    const from = target ?? path.join(base.project, at);
    // Without -a: the copies must be ours, whoever installed them.
    const copying = ['cp', '-RP', `${from}/.`, path.join(folder, at)];
    await exec(copying, { timeoutMs: 120_000, ...(signal ? { signal } : {}) });
    signal?.throwIfAborted();
    relink(path.join(folder, at), base.project, folder);
  }
}

/** Whole paths into the project, as some package managers link its packages by, lead into the copy. */
function relink(modules: string, project: string, folder: string): void {
  for (const link of linksIn(modules)) {
    const target = readlinkSync(link);
    if (!path.isAbsolute(target) || !isIn(project, target)) continue;
    rmSync(link);
    symlinkSync(path.join(folder, path.relative(project, target)), link);
  }
}
