/** The control socket of a trial: JSON lines to and from the hook inside. What comes from there is not trusted. */
import { closeSync, constants, fstatSync, linkSync, lstatSync, openSync, readSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { sleep } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';

const lineBytesMax = 1024 * 1024;

export type Message = Readonly<Record<string, unknown>> & { readonly t: string };

export interface Wire {
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

/** Connects as soon as the socket is there; null when `signal` aborts first. */
export async function openWire(
  inside: string,
  ownFolder: string,
  options: { signal: AbortSignal; onMessage: (message: Message) => void },
): Promise<Wire | null> {
  for (let waitMs = 3; !options.signal.aborted; waitMs = Math.min(waitMs * 1.1, 25)) {
    const at = pinSocket(inside, ownFolder);
    const socket = at === null ? null : await connect(at);
    if (socket !== null) return wireOn(socket, options.onMessage);
    await sleep(waitMs, options.signal);
  }
  return null;
}

/** Null where nobody listens (yet). */
function connect(at: string): Promise<net.Socket | null> {
  return new Promise((resolve) => {
    const socket = net.connect(at);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null)); // also later: what ends a trial is its exit, not its socket
  });
}

function wireOn(socket: net.Socket, onMessage: (message: Message) => void): Wire {
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
      onMessage(message);
    }
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer(null);
  });
  return {
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
export function readPlain(file: string): string | null {
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
