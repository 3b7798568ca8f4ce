/** One keeper per subject: a lock that names its holder by more than a pid, and that only its owner removes (SUP-4, CLI-12). */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../kit/errors.ts';
import { readJson } from '../kit/files.ts';
import { randomId } from '../kit/hash.ts';
import { identify, isAlive, type Identity } from '../kit/identity.ts';

export interface Lock {
  readonly token: string;
  /** Removes the file where it is still ours. */
  release(): void;
}

interface Holder extends Identity {
  readonly token: string;
  /** ISO 8601, for people. */
  readonly at: string;
}

/** Throws `already_running` where a living process holds it. A dead holder's lock is taken over, whoever has its pid now. */
export async function takeLock(file: string, what: string): Promise<Lock> {
  const me = identify(process.pid);
  if (me === null) throw new Fault('internal', 'cannot read my own start time');
  const token = randomId();
  const draft = `${file}.${token}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, JSON.stringify({ ...me, token, at: new Date().toISOString() }), { mode: 0o600, flag: 'wx' });
  try {
    while (!linked(draft, file)) {
      const holder = readHolder(file);
      if (holder !== null && isAlive(holder)) throw taken(holder, what);
      const contested = setAside(file, holder?.token ?? null);
      // Whoever takes over waits a moment: of two that saw the same dead holder, the later link stands.
      if (contested) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return { token, release: () => release(file, token) };
}

/** A link, unlike a create, appears together with its content. */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    return created(draft, file); // a file system without links
  }
}

function created(draft: string, file: string): boolean {
  try {
    writeFileSync(file, readFileSync(draft), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Moves a dead holder's lock away; where it was another's fresh lock by then, puts that one back. True = look again later. */
function setAside(file: string, deadToken: string | null): boolean {
  const aside = `${file}.${randomId()}.dead`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
  const moved = readHolder(aside);
  const fresh = moved !== null && moved.token !== deadToken && isAlive(moved);
  if (fresh) linked(aside, file);
  rmSync(aside, { force: true });
  return fresh;
}

function release(file: string, token: string): void {
  if (readHolder(file)?.token === token) rmSync(file, { force: true });
}

function readHolder(file: string): Holder | null {
  const holder = readJson<Partial<Holder>>(file);
  if (holder === null || typeof holder.pid !== 'number' || typeof holder.startTime !== 'string') return null;
  const { pid, startTime, bootId = '', token = '', at = 'an unknown time' } = holder;
  return { pid, startTime, bootId, token, at };
}

function taken(holder: Holder, what: string): Fault {
  return new Fault('already_running', `${what} is supervised already, by pid ${holder.pid} since ${holder.at}`, {
    next: `Stop it with \`kill ${holder.pid}\`, or leave it and use it.`,
  });
}
