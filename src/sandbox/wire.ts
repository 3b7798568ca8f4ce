/** The control socket of a trial: JSON lines to and from the hook inside. What comes from there is not trusted. */
import { closeSync, constants, fstatSync, linkSync, lstatSync, openSync, opendirSync, readSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { sleep } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';

const lineBytesMax = 1024 * 1024;

export type Message = Readonly<Record<string, unknown>> & { readonly t: string };

export interface Wire {
  /** As the process itself tells; of the trial's own process numbers. */
  readonly pid: number;
  readonly ppid: number;
  /** A worker of a server that clusters by itself: what listens is its primary. */
  readonly isWorker: boolean;
  /** Sends a line and resolves with the next message of type `reply`, or null when none came in time. */
  ask(message: Message, reply: string, timeoutMs: number): Promise<Message | null>;
  close(): void;
}

/**
 * A path for the same socket that nobody inside can swap for a link to some other socket of the host: a hard link in
 * a folder they cannot reach, checked there. Null where it is no socket.
 */
export function pinSocket(inside: string, ownFolder: string): string | null {
  const pinned = path.join(ownFolder, path.basename(inside));
  try {
    linkSync(inside, pinned);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    if (!isErrno(error, 'EEXIST')) throw error;
  }
  if (lstatSync(pinned).isSocket()) return pinned;
  rmSync(pinned);
  return null;
}

export interface WireEvents {
  readonly onOpen: (wire: Wire) => void;
  readonly onMessage: (message: Message, from: Wire) => void;
  readonly onClose: (wire: Wire) => void;
}

/** A control socket of a process of the trial: what starts the server has one, and so has the server. */
const controlName = /^c-(\d{1,10})-(\d{1,10})(-w)?$/;
const wiresMax = 20;
const namesMax = 500;

/** Connects to each control socket as soon as it is there, until `signal` aborts. */
export async function openWires(
  folder: string,
  ownFolder: string,
  options: { signal: AbortSignal } & WireEvents,
): Promise<void> {
  const known = new Set<string>();
  for (let waitMs = 3; !options.signal.aborted && known.size < wiresMax; waitMs = Math.min(waitMs * 1.1, 25)) {
    for (const name of controlsIn(folder)) {
      const at = known.has(name) ? null : pinSocket(path.join(folder, name), ownFolder);
      const socket = at === null ? null : await connect(at);
      if (socket === null) continue;
      known.add(name);
      options.onOpen(wireOn(socket, name, options));
    }
    await sleep(waitMs, options.signal);
  }
}

const meetMs = 25;
const meetLooks = 12;

/** Resolves when each worker that has a control socket was met, or after 0.3 s: one that is not met yet may be the one that answers. */
export async function workersMet(folder: string, met: () => number, signal: AbortSignal): Promise<void> {
  const there = (): number => Math.min(controlsIn(folder).filter((name) => name.endsWith('-w')).length, wiresMax);
  for (let look = 0; look < meetLooks && !signal.aborted && there() > met(); look += 1) await sleep(meetMs, signal);
}

/** Of a folder in which the trial may put as much as it likes. */
function controlsIn(folder: string): string[] {
  const names: string[] = [];
  const listing = opendirSync(folder);
  for (let seen = 0; seen < namesMax; seen += 1) {
    const name = listing.readSync()?.name;
    if (name === undefined) break;
    if (controlName.test(name)) names.push(name);
  }
  listing.closeSync();
  return names;
}

/** Null where nobody listens (yet). */
function connect(at: string): Promise<net.Socket | null> {
  return new Promise((resolve) => {
    const socket = net.connect(at);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null)); // also later: what ends a trial is its exit, not its socket
  });
}

function wireOn(socket: net.Socket, name: string, { onMessage, onClose }: WireEvents): Wire {
  const [, pid, ppid, worker] = controlName.exec(name) ?? [];
  const waiting = new Map<string, (message: Message | null) => void>();
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineBytesMax) socket.destroy();
    for (const line of lines) {
      const message = parse(line);
      if (message === null) continue;
      waiting.get(message.t)?.(message);
      onMessage(message, wire);
    }
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer(null);
    onClose(wire);
  });
  const wire: Wire = {
    pid: Number(pid),
    ppid: Number(ppid),
    isWorker: worker !== undefined,
    ask: (message, reply, timeoutMs) =>
      new Promise((resolve) => {
        const done = (answer: Message | null): void => {
          clearTimeout(timer);
          waiting.delete(reply);
          resolve(answer);
        };
        const timer = setTimeout(done, timeoutMs, null);
        if (socket.destroyed) return done(null);
        waiting.set(reply, done);
        socket.write(`${JSON.stringify(message)}\n`);
      }),
    close: () => socket.destroy(),
  };
  return wire;
}

/** The process `pid` lives, and has no other child: one beside the dead may be the server, and slow to start. */
export function isChildless(living: readonly Wire[], pid: unknown): boolean {
  return living.some((one) => one.pid === pid) && living.every((one) => one.ppid !== pid);
}

function parse(line: string): Message | null {
  try {
    const value = JSON.parse(line) as Message | null;
    return value !== null && typeof value === 'object' && typeof value.t === 'string' ? value : null;
  } catch {
    return null; // a torn or forged line says nothing
  }
}

const plainBytesMax = 4 * 1024 * 1024;

/** What a trial wrote, at most its first bytes; null where there is no plain file: it may put anything there. */
function readPlain(file: string): string | null {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ELOOP', 'ENXIO', 'EACCES')) return null;
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(stat.size, plainBytesMax));
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fd);
  }
}

/** What the hook wrote when a process of the trial ended. The file lies where the trial could write: only a plain file is read. */
export function lastWords(controlFolder: string): Readonly<Record<string, unknown>> | null {
  const line = readPlain(path.join(controlFolder, 'last'))?.trim().split('\n').at(-1) ?? '';
  try {
    return line === '' ? null : (JSON.parse(line) as Record<string, unknown>);
  } catch {
    return null; // cut short by the end of the process
  }
}

/** What a process that ended before anybody heard it had asked for in vain; not yet checked for shape. */
export function lastLost(controlFolder: string): unknown[] {
  const lines = readPlain(path.join(controlFolder, 'lost'))?.trim().split('\n') ?? [];
  return lines.flatMap((line) => {
    try {
      return [(JSON.parse(line) as Record<string, unknown>)['error']];
    } catch {
      return []; // cut short by the end of the process
    }
  });
}
