/** Says a captured message of a WebSocket once more: its handshake is made again, then it is sent in one frame (RFC 6455, 5.2; see hook/sockets). */
import type { Duplex } from 'node:stream';
import type { Answer, CapturedRequest } from '../incident/nouns.ts';

/** So long a handler has for it. */
const handledMs = 500;

export function isMessage({ method }: CapturedRequest): boolean {
  return method === 'WEBSOCKET';
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

/** Null where it was handled; `reset` where the connection was cut, as by a process that died. A server that only ends the conversation says so before. */
export function say(socket: Duplex, request: CapturedRequest): Promise<Answer['error']> {
  const isText = request.bodyEncoding === 'utf8';
  const payload = Buffer.from(request.body ?? '', request.bodyEncoding);
  const frames = isEngine(request.url) ? [frame(greetingOf(request.body ?? ''), true)] : [];
  frames.push(frame(payload, isText));
  return new Promise((resolve) => {
    let isClosing = false;
    const over = (error: Answer['error']): void => {
      clearTimeout(timer);
      resolve(error);
    };
    const timer = setTimeout(over, frames.length * handledMs, null);
    const next = (): void => void (frames.length > 0 && socket.write(frames.shift()!));
    socket.on('data', (chunk: Buffer) => {
      isClosing ||= chunk.at(0) === 0x88;
      next();
    });
    socket.on('error', () => undefined); // `close` comes, too
    socket.on('close', () => over(isClosing ? null : 'reset'));
    if (frames.length === 1) next();
  });
}

/** Socket.IO speaks first, wants to be told which namespace is meant, and says when it is joined. */
function isEngine(url: string): boolean {
  return /[?&]EIO=\d/.test(url);
}

function greetingOf(packet: string): Buffer {
  return Buffer.from(`40${/^4[25](?:\d+-)?(\/[^,]*,)/.exec(packet)?.[1] ?? ''}`);
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
