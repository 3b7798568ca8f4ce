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

/** Null where it was handled; `reset` where the connection was cut, as by a process that died. A server that only ends the conversation says so before. */
export function say(socket: Duplex, payload: Buffer, isText: boolean): Promise<Answer['error']> {
  return new Promise((resolve) => {
    let isClosing = false;
    const over = (error: Answer['error']): void => {
      clearTimeout(timer);
      resolve(error);
    };
    const timer = setTimeout(over, handledMs, null);
    socket.on('data', (chunk: Buffer) => (isClosing ||= chunk.at(0) === 0x88));
    socket.on('error', () => undefined); // `close` comes, too
    socket.on('close', () => over(isClosing ? null : 'reset'));
    socket.write(frame(payload, isText));
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
