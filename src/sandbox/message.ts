/** Says a captured message once more (see hook/sockets), behind what was said before it: of a WebSocket its handshake is made again, then each is sent in one frame (RFC 6455, 5.2). */
import type { Duplex } from 'node:stream';
import type { Answer, CapturedRequest } from '../incident/nouns.ts';

/** So long a handler has for it. */
const handledMs = 500;
/** What was said before it follows one another so soon after an answer, or without one; all of it takes a second at most. */
const answeredMs = 50;
const unansweredMs = 200;
const pausesMsMax = 1_000;

export function isMessage({ method }: CapturedRequest): boolean {
  return method === 'WEBSOCKET';
}

/** What came over a connection that never was HTTP. */
export function isRaw({ method }: CapturedRequest): boolean {
  return method === 'SOCKET';
}

/** A handshake of our own: what the client offered, compression say, is not spoken here. */
export function handshakeOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^sec-websocket-(?:key|version|extensions)$/i.test(name));
  const own = { 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
  return { ...Object.fromEntries(kept), ...own, connection: 'Upgrade', upgrade: 'websocket' };
}

/** Of an Engine.IO session that is over a new one is asked for. */
export function urlOf(url: string): string {
  return isEngine(url) ? url.replace(/([?&])sid=[^&]*&?/, '$1') : url;
}

/** Null where it was handled; `reset` where the connection was cut, as by a process that died. A server that only ends the conversation of a WebSocket says so before. */
export function say(socket: Duplex, request: CapturedRequest): Promise<Answer['error']> {
  const pieces = isMessage(request) ? framesOf(request) : bytesOf(request);
  const pauseMs = Math.min(unansweredMs, pausesMsMax / pieces.length);
  return new Promise((resolve) => {
    let isClosing = false;
    const over = (error: Answer['error']): void => {
      clearTimeout(timer);
      resolve(error);
    };
    const after = (ms: number): NodeJS.Timeout => setTimeout(() => (pieces.length === 0 ? over(null) : next()), ms);
    const next = (): void => {
      socket.write(pieces.shift()!);
      timer = after(pieces.length === 0 ? handledMs : pauseMs);
    };
    // Socket.IO speaks first.
    let timer = after(isEngine(request.url) ? pauseMs : 0);
    socket.on('data', (chunk: Buffer) => {
      isClosing ||= isMessage(request) && chunk.at(0) === 0x88;
      if (pieces.length === 0) return;
      clearTimeout(timer);
      timer = after(Math.min(answeredMs, pauseMs));
    });
    socket.on('error', () => undefined); // `close` comes, too
    socket.on('close', () => over(isClosing ? null : 'reset'));
  });
}

function bytesOf({ body, bodyEncoding, before = [] }: CapturedRequest): Buffer[] {
  return [...before, { body, bodyEncoding }].map((one) => Buffer.from(one.body ?? '', one.bodyEncoding));
}

function framesOf(request: CapturedRequest): Buffer[] {
  const { before = [] } = request;
  return (isEngine(request.url) ? packetsOf([...before, request]) : [...before, request]).map((one) =>
    frame(Buffer.from(one.body ?? '', one.bodyEncoding), one.bodyEncoding === 'utf8'),
  );
}

function isEngine(url: string): boolean {
  return /[?&]EIO=\d/.test(url);
}

type Said = Pick<CapturedRequest, 'body' | 'bodyEncoding'>;

/** Without those that belong to the session which is over (heartbeats, say); Socket.IO wants each namespace to be joined before anything is said in it. */
function packetsOf(all: readonly Said[]): Said[] {
  const joined = new Set<string>();
  return all.flatMap((one, index) => {
    if (one.bodyEncoding === 'base64') return [one];
    const [, kind, namespace = ''] = /^4(\d)(?:\d+-)?(\/[^,]*,)?/.exec(one.body ?? '') ?? [];
    if (kind === undefined) return index === all.length - 1 ? [one] : [];
    const greeting = { body: `40${namespace}`, bodyEncoding: 'utf8' } as const;
    const isIn = kind === '0' || joined.has(namespace);
    joined.add(namespace);
    return isIn ? [one] : [greeting, one];
  });
}

function frame(payload: Buffer, isText: boolean): Buffer {
  const size = payload.length;
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
  head[0] = isText ? 0x81 : 0x82;
  head[1] = 0x80 | (size < 126 ? size : size < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(size, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([head, Buffer.alloc(4), payload]); // a mask of zeros
}
