/** WebSocket messages and raw socket data count like requests: the latest one is known when a handler fails. */

import net from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { guard, patch, read } from './guard.cts';
import { nowMs } from './loop.cts';
import type { CapturedRequest } from './words.cts';

interface Latest {
  readonly socket: net.Socket;
  readonly chunk: Buffer;
  readonly at: number;
}

const recentMs = 5000;
const bytesMax = 256 * 1024;

let latest: Latest | null = null;
/** The request that opened a connection which is no longer HTTP. */
const openers = new WeakMap<object, IncomingMessage>();
const upgraded = new Set<Duplex>();

type Push = (this: net.Socket, chunk: Buffer | null, encoding?: BufferEncoding) => boolean;

/** Plain HTTP never passes here (its parser reads the handle itself), and over TLS the parser tells it apart. */
export function watchSockets(): void {
  patch(net.Socket.prototype, 'push', ((original: Push): Push => {
    return function push(this: net.Socket, chunk, encoding) {
      if (chunk !== null) guard('capture', () => note(this, chunk));
      return original.call(this, chunk, encoding);
    };
  }) as never);
}

function note(socket: net.Socket, chunk: Buffer): void {
  const isServed = read(socket, 'server') !== undefined && read(socket, 'server') !== null;
  // A copy, since WebSocket libraries unmask in place; a chunk is 64 KiB at most.
  if (isServed && !read(socket, 'parser')) latest = { socket, chunk: Buffer.from(chunk), at: nowMs() };
}

/** Only beside listeners of the app: one of ours alone would change what Node does with an upgrade. */
export function watchUpgrades(server: Server): void {
  if (server.listenerCount('upgrade') === 0) return;
  server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    openers.set(socket, request);
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    if (server.listenerCount('upgrade') === 1) socket.destroy();
  });
}

/** Connections that are no longer HTTP and still open; of TLS the one that encrypts. */
export function openUpgrades(): Duplex[] {
  return [...upgraded];
}

export interface Session {
  readonly closed: boolean;
  goaway(code: number, lastStream: number): void;
  close(): void;
}

/** Each with when it began. */
const sessions = new Map<Session, number>();

/** Of HTTP/2: one connection for all that a client asks. */
export function watchSessions(server: Server): void {
  server.on('session', (session: Session & { once(event: 'close', gone: () => void): void }) => {
    sessions.set(session, nowMs());
    session.once('close', () => sessions.delete(session));
  });
}

/** Those that began so long ago or longer. */
export function openSessions(leastMs: number): Session[] {
  const open = [...sessions].filter(([{ closed }, atMs]) => !closed && nowMs() - atMs >= leastMs);
  return open.map(([session]) => session);
}

/** The message that came last, where it came lately; `SOCKET` or `WEBSOCKET` stands for a method. */
export function latestMessage(): CapturedRequest | null {
  if (latest === null || nowMs() - latest.at > recentMs) return null;
  const { socket, chunk } = latest;
  const opener = openers.get(socket);
  const message = opener === undefined ? chunk : unframed(chunk);
  const payload = message ?? chunk;
  const body = payload.subarray(0, bytesMax);
  const text = isText(body);
  return {
    method: opener === undefined ? 'SOCKET' : 'WEBSOCKET',
    url: opener?.url ?? `tcp://${socket.localAddress}:${socket.localPort}`,
    headers: Object.fromEntries(Object.entries(opener?.headers ?? {}).map(([name, value]) => [name, String(value)])),
    body: body.toString(text ? 'utf8' : 'base64'),
    bodyEncoding: text ? 'utf8' : 'base64',
    truncated: message === null || body.length < payload.length,
  };
}

function isText(bytes: Buffer): boolean {
  return bytes.equals(Buffer.from(bytes.toString('utf8'), 'utf8'));
}

/** The payload of the last whole, uncompressed client frame in a chunk (RFC 6455, 5.2); null where there is none. */
function unframed(chunk: Buffer): Buffer | null {
  let found: Buffer | null = null;
  for (let at = 0; at + 6 <= chunk.length;) {
    const [first, second] = [chunk[at]!, chunk[at + 1]!];
    const short = second & 0x7f;
    const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (at + 6 + wide > chunk.length || (second & 0x80) === 0) break;
    const length = wide === 2 ? chunk.readUInt16BE(at + 2) : wide === 8 ? Number(chunk.readBigUInt64BE(at + 2)) : short;
    const from = at + 2 + wide + 4;
    if (from + length > chunk.length) break;
    const mask = chunk.subarray(from - 4, from);
    const isData = (first & 0x0f) <= 2 && (first & 0x70) === 0;
    if (isData) found = Buffer.from(chunk.subarray(from, from + length).map((byte, index) => byte ^ mask[index & 3]!));
    at = from + length;
  }
  return found;
}
