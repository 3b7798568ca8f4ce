/** WebSocket messages and raw socket data count like requests: the latest ones are known when a handler fails. */

import events from 'node:events';
import net from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { guard, patch, read } from './guard.cts';
import { nowMs } from './loop.cts';
import type { CapturedRequest } from './words.cts';

type Message = NonNullable<CapturedRequest['before']>[number];

/** What is said on one connection that is no HTTP. */
interface Talk {
  readonly socket: Duplex;
  /** The request that opened it; null where it never was HTTP. */
  readonly opener: IncomingMessage | null;
  readonly port: number | undefined;
  /** What was said first (who it is, which room), without which the rest means little; kept for as long as it lasts. */
  readonly first: Said[];
  firstBytes: number;
  /** Its messages are told by the library that reads them, whole: its bytes are not looked at. */
  isRead: boolean;
}

interface Said {
  readonly talk: Talk;
  readonly data: Buffer;
  /** `bytes`: as they came, with the frames of a WebSocket in them. */
  readonly kind: 'text' | 'binary' | 'bytes';
  readonly at: number;
}

const recentMs = 5000;
/** So long after a message what is printed is put down to it, where nothing else is at work. */
const handledMs = 100;
const bytesMax = 256 * 1024;
const saidMax = 16;
const saidBytesMax = 128 * 1024;
const firstMax = 4;
const firstBytesMax = 1024;
const suspectsMax = 4;

/** The latest of all connections, the last one last. */
const said: Said[] = [];
let saidBytes = 0;
/** Whose handler runs. */
let inHand: Said | null = null;
/** Whose handler threw. */
let thrown: { readonly one: Said; readonly at: number } | null = null;
const talks = new WeakMap<object, Talk>();
const webSockets = new Set<Duplex>();

type Push = (this: net.Socket, chunk: Buffer | null, encoding?: BufferEncoding) => boolean;

/** Plain HTTP never passes here (its parser reads the handle itself), and over TLS the parser tells it apart. */
export function watchSockets(): void {
  patch(net.Socket.prototype, 'push', ((original: Push): Push => {
    return function push(this: net.Socket, chunk, encoding) {
      const heard = chunk === null ? null : noteChunk(this, chunk);
      return heard === null ? original.call(this, chunk, encoding) : handle(heard, original, this, [chunk, encoding]);
    };
  }) as never);
}

/** Apart, so that what is not looked at costs no closure; so with messages. */
function noteChunk(socket: net.Socket, chunk: Buffer): Said | null {
  return guard('capture', () => note(socket, chunk)) ?? null;
}

function note(socket: net.Socket, chunk: Buffer): Said | null {
  const talk = talks.get(socket) ?? begin(socket, null);
  if (talk === null || (talk.opener !== null && readByWs(talk))) return null;
  return hear(talk, Buffer.from(chunk), 'bytes'); // a copy, since libraries unmask in place; 64 KiB at most
}

/** Null for what is still HTTP, and for connections that the app itself opened. */
function begin(socket: net.Socket, opener: IncomingMessage | null): Talk | null {
  if (opener === null && ((read(socket, 'server') ?? null) === null || read(socket, 'parser'))) return null;
  const talk: Talk = { socket, opener, port: socket.localPort, first: [], firstBytes: 0, isRead: false };
  talks.set(socket, talk);
  return talk;
}

function hear(talk: Talk, data: Buffer, kind: Said['kind']): Said {
  const one = { talk, data, kind, at: nowMs() };
  if (talk.first.length < firstMax && talk.firstBytes + data.length <= firstBytesMax && isNew(data, talk.first)) {
    talk.first.push(one);
    talk.firstBytes += data.length;
  }
  saidBytes += data.length;
  said.push(one);
  while (said.length > saidMax || (saidBytes > saidBytesMax && said.length > 1)) saidBytes -= said.shift()!.data.length;
  return one;
}

function handle<S, A extends unknown[]>(one: Said, work: (this: S, ...args: A) => boolean, self: S, args: A): boolean {
  const before = inHand;
  let isDone = false;
  inHand = one;
  try {
    const result = work.apply(self, args);
    isDone = true;
    return result;
  } finally {
    inHand = before;
    if (!isDone) thrown = { one, at: nowMs() };
  }
}

/** What is said again and again (a heartbeat) leaves room for the others. */
function isNew(data: Buffer, first: readonly Said[]): boolean {
  return !first.some((one) => one.data.equals(data));
}

type Emit = (this: object, type: unknown, ...args: unknown[]) => boolean;

const patched = new WeakSet<object>();

/** `ws`, which most others rest on, hangs its WebSocket on the connection, and tells messages unpacked and in one piece. */
function readByWs(talk: Talk): boolean {
  if (talk.isRead) return true;
  const key = Object.getOwnPropertySymbols(talk.socket).find(({ description }) => description === 'websocket');
  const speaker = key === undefined ? undefined : read(talk.socket, key);
  if (!(speaker instanceof events)) return false;
  talk.isRead = true;
  const prototype: object = Object.getPrototypeOf(speaker);
  if (patched.has(prototype)) return true;
  patched.add(prototype);
  patch(prototype, 'emit', ((original: Emit): Emit => {
    return function emit(this: object, type, ...args) {
      const heard = type === 'message' ? noteMessage(this, args) : null;
      return heard === null ? original.call(this, type, ...args) : handle(heard, original, this, [type, ...args]);
    };
  }) as never);
  return true;
}

function noteMessage(speaker: object, args: unknown[]): Said | null {
  return guard('capture', () => messageFrom(speaker, args)) ?? null;
}

function messageFrom(speaker: object, [data, isBinary]: unknown[]): Said | null {
  const talk = talks.get(read(speaker, '_socket') as object);
  const bytes = bytesOf(data);
  if (talk === undefined || bytes === null) return null;
  return hear(
    talk,
    bytes,
    isBinary === true || (isBinary === undefined && typeof data !== 'string') ? 'binary' : 'text',
  );
}

/** A copy: the app may do with its own what it likes. */
function bytesOf(data: unknown): Buffer | null {
  if (typeof data === 'string' || Buffer.isBuffer(data)) return Buffer.from(data as string);
  if (data instanceof ArrayBuffer) return Buffer.from(new Uint8Array(data));
  return Array.isArray(data) && data.every((one) => Buffer.isBuffer(one)) ? Buffer.concat(data) : null;
}

/** Only beside listeners of the app: one of ours alone would change what Node does with an upgrade. */
export function watchUpgrades(server: Server): void {
  if (server.listenerCount('upgrade') === 0) return;
  server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const talk = begin(socket as net.Socket, request);
    // By then it is taken over, and nothing was read from it yet.
    if (talk !== null) process.nextTick(() => guard('capture', () => readByWs(talk)));
    if (/^websocket$/i.test(request.headers.upgrade ?? '')) {
      webSockets.add(socket);
      socket.once('close', () => webSockets.delete(socket));
    }
    if (server.listenerCount('upgrade') === 1) socket.destroy();
  });
}

/** Of TLS the one that encrypts. What else became of a connection (a tunnel, say) has an end of its own, and no frame for it. */
export function openWebSockets(): Duplex[] {
  return [...webSockets];
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

/** A message that may be to blame. */
export interface Suspect {
  /** `SOCKET` or `WEBSOCKET` stands for a method. */
  readonly method: string;
  readonly captured: () => CapturedRequest;
}

/** The message whose handler runs, or threw and was not asked about since; null where there is none. */
export function messageInHand(): Suspect | null {
  const one = thrown !== null && nowMs() - thrown.at < handledMs ? thrown.one : inHand;
  thrown = null;
  return one && suspect(one);
}

/** True where a handler of messages runs, or may still be busy with one that came just now. */
export function isOnMessage(): boolean {
  const last = said.at(-1);
  return inHand !== null || (last !== undefined && nowMs() - last.at < handledMs);
}

/** The last message of each connection on which one came lately, the latest first. */
export function latestMessages(): Suspect[] {
  const recent = said.filter(({ at }) => nowMs() - at <= recentMs).toReversed();
  const last = new Map(recent.toReversed().map((one) => [one.talk, one]));
  return recent
    .filter((one) => last.get(one.talk) === one)
    .slice(0, suspectsMax)
    .map(suspect);
}

function suspect(one: Said): Suspect {
  return { method: methodOf(one.talk), captured: () => captured(one) };
}

function methodOf({ opener }: Talk): string {
  return opener === null ? 'SOCKET' : 'WEBSOCKET';
}

function captured(one: Said): CapturedRequest {
  const { opener, port, first } = one.talk;
  const all = [...new Set([...first, ...said.filter(({ talk }) => talk === one.talk)])];
  const before = all.slice(0, all.indexOf(one)).flatMap((earlier) => messageOf(earlier) ?? []);
  const message = messageOf(one);
  return {
    method: methodOf(one.talk),
    url: opener?.url ?? `tcp://localhost:${port}`,
    headers: Object.fromEntries(Object.entries(opener?.headers ?? {}).map(([name, value]) => [name, String(value)])),
    ...(message ?? encoded(one.data, isText(one.data))),
    truncated: message === null || one.data.length > bytesMax,
    ...(port === undefined ? {} : { port }),
    ...(before.length === 0 ? {} : { before }),
  };
}

/** Null where the bytes hold no whole message. */
function messageOf({ talk, data, kind }: Said): Message | null {
  if (kind !== 'bytes') return encoded(data, kind === 'text');
  const payload = talk.opener === null ? data : unframed(data);
  return payload && encoded(payload, isText(payload));
}

function encoded(data: Buffer, asText: boolean): Message {
  const bodyEncoding = asText ? 'utf8' : 'base64';
  return { body: data.subarray(0, bytesMax).toString(bodyEncoding), bodyEncoding };
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
