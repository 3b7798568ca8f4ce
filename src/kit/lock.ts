/** A lock file that names its holder by more than a pid, is taken over only from the dead, and is removed only by its owner (SUP-4, CLI-12). */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isServed, openBeacon } from './beacon.ts';
import { Fault, isErrno } from './errors.ts';
import { ensureFolder, readJson } from './files.ts';
import { randomId } from './hash.ts';
import { bootId, identify, isAlive, pidSpace, type Identity } from './identity.ts';

const settleMs = 50;

export interface Lock {
  readonly token: string;
  /** Removes the file where it is still ours. */
  release(): void;
}

export interface Holder extends Identity {
  readonly token: string;
  /** ISO 8601, for people. */
  readonly at: string;
  /** By what its pid is counted. */
  readonly space: string;
}

/** Throws what `inUse` makes of a living holder, another task of this process included. A dead holder's lock is taken over, whoever has its pid now. */
export async function takeLock(file: string, inUse: (holder: Holder) => Fault): Promise<Lock> {
  const me = identify(process.pid);
  if (me === null) throw new Fault('internal', 'cannot read my own start time');
  const holder = readHolder(file);
  if (holder !== null && (await lives(holder, file))) throw inUse(holder); // known even where nothing can be written
  const token = randomId();
  const draft = `${file}.${token}`;
  ensureFolder(path.dirname(file));
  const beacon = isContainer() ? await openBeacon(beaconOf(file, token)) : null;
  try {
    const mine = { ...me, token, at: new Date().toISOString(), space: pidSpace() };
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
    await hold({ file, draft, token, inUse });
  } catch (error) {
    beacon?.close();
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    token,
    release() {
      release(file, token);
      beacon?.close();
    },
  };
}

/** The kernel gives the machine's own namespace this number. */
const isContainer = (): boolean => !['', 'pid:[4026531836]'].includes(pidSpace());

/** Of another container only the beacon can be seen. */
async function lives(holder: Holder, file: string): Promise<boolean> {
  if (holder.space === pidSpace()) return isAlive(holder);
  return holder.bootId === bootId() && (await isServed(beaconOf(file, holder.token)));
}

function beaconOf(file: string, token: string): string {
  return `${file}.${token.replace(/\W/g, '').slice(0, 8)}.sock`; // a socket's path has to be short
}

interface Taking {
  readonly file: string;
  readonly draft: string;
  readonly token: string;
  inUse(holder: Holder): Fault;
}

/** After a takeover the lock counts only once it has stood: another that saw the same dead holder may be moving it away just now. */
async function hold({ file, draft, token, inUse }: Taking): Promise<void> {
  let tookOver = false;
  for (;;) {
    if (linked(draft, file) && !tookOver) return;
    if (tookOver) await new Promise((resolve) => setTimeout(resolve, settleMs));
    const holder = readHolder(file);
    if (holder?.token === token) return;
    if (holder !== null && (await lives(holder, file))) throw inUse(holder);
    await setAside(file, holder?.token ?? null);
    tookOver = true;
  }
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

/** Moves a dead holder's lock away; where it was another's fresh lock by then, puts that one back. */
async function setAside(file: string, deadToken: string | null): Promise<void> {
  const aside = `${file}.${randomId()}.dead`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return; // its holder has just released it
    throw error;
  }
  const moved = readHolder(aside);
  if (moved !== null && moved.token !== deadToken && (await lives(moved, file))) linked(aside, file);
  else if (moved !== null) rmSync(beaconOf(file, moved.token), { force: true });
  rmSync(aside, { force: true });
}

function release(file: string, token: string): void {
  if (readHolder(file)?.token === token) rmSync(file, { force: true });
}

function readHolder(file: string): Holder | null {
  const holder = readJson<Partial<Holder>>(file);
  if (holder === null || typeof holder.pid !== 'number' || typeof holder.startTime !== 'string') return null;
  const { pid, startTime, bootId = '', token = '', at = 'an unknown time', space = pidSpace() } = holder;
  return { pid, startTime, bootId, token, at, space };
}

/** For what supervises: `what` goes on under another process. */
export function alreadyRunning(what: string): (holder: Holder) => Fault {
  return ({ pid, at, space }) =>
    space === pidSpace()
      ? new Fault('already_running', `${what} is supervised already, by pid ${pid} since ${at}`, {
          next: `Stop it with \`kill ${pid}\`, or leave it and use it.`,
        })
      : new Fault('already_running', `${what} is supervised already, in another container since ${at}`, {
          next: 'Stop that one, give this one a copy of the project of its own, or let `workers` run several processes in one.',
        });
}
