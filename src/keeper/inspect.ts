/** Reads the stack of a blocked event loop from outside: SIGUSR1 opens Node's inspector, a pause tells where it is (SUP-15), and the hook writes what was asked. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { ErrorReport } from '../incident/nouns.ts';
import { sleep, systemClock } from '../kit/clock.ts';
import { signalProcess, type Identity } from '../kit/identity.ts';

const withinMs = 3000;
const framesMax = 50;
const wordsMs = 500;
/** Short enough for one frame. */
const writeWords = { expression: "process[Symbol.for('kintsugi.blocked')]?.()" };

interface Paused {
  readonly callFrames: readonly {
    readonly functionName: string;
    readonly url: string;
    readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number };
  }[];
}

/** Null where the process does not answer in time, or has no inspector. The process is killed right after, which closes it again. */
export async function blockedStack(process: Identity, stderr: () => string): Promise<ErrorReport | null> {
  const deadline = systemClock.monotonic() + withinMs;
  const before = stderr();
  if (!signalProcess(process, 'SIGUSR1')) return null;
  for (; systemClock.monotonic() < deadline; await sleep(20)) {
    const now = stderr();
    const address = now === before ? undefined : addresses(now).at(-1);
    if (address !== undefined) return ask(address, deadline - systemClock.monotonic());
  }
  return null;
}

/** What is known where nobody could look. */
export const blockedSomewhere: ErrorReport = {
  name: 'EventLoopBlocked',
  message: 'the event loop was blocked; where is not known, since the inspector of the process did not answer',
  code: null,
  stack: '',
  cause: null,
};

interface Address {
  readonly port: number;
  readonly path: string;
}

function addresses(text: string): Address[] {
  return [...text.matchAll(/^Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)(\/[\w-]+)$/gm)].map(([, port, path]) => ({
    port: Number(port),
    path: path ?? '/',
  }));
}

function ask(address: Address, timeoutMs: number): Promise<ErrorReport | null> {
  return new Promise((resolve) => {
    const socket = connect(address.port, '127.0.0.1');
    const done = (paused: Paused | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(paused === null ? null : describe(paused, urls));
    };
    const timer = setTimeout(() => done(null), timeoutMs);
    const urls = new Map<string, string>();
    socket.on('error', () => done(null));
    socket.on('close', () => done(null));
    socket.on('connect', () => {
      const key = randomBytes(16).toString('base64');
      socket.write(
        `GET ${address.path} HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
    let paused: Paused | null = null;
    converse(socket, (said) => {
      if (said.method === 'Debugger.scriptParsed')
        urls.set(String(said.params?.['scriptId']), String(said.params?.['url']));
      if (said.id === wordsId) done(paused);
      if (said.method !== 'Debugger.paused' || paused !== null) return;
      paused = said.params as unknown as Paused;
      socket.write(frame({ id: wordsId, method: 'Runtime.evaluate', params: writeWords }));
      setTimeout(() => done(paused), wordsMs).unref();
    });
  });
}

interface Said {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

const wordsId = 3;

/** After the handshake: enable, pause, and all that is said to whom it concerns. */
function converse(socket: Socket, hear: (said: Said) => void): void {
  let rest = Buffer.alloc(0);
  let isOpen = false;
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      isOpen = true;
      rest = rest.subarray(end + 4);
      socket.write(frame({ id: 1, method: 'Debugger.enable' }));
      socket.write(frame({ id: 2, method: 'Debugger.pause' }));
    }
    for (let next = unframe(rest); next !== null; next = unframe(rest)) {
      rest = next.rest;
      const said = parse(next.text);
      if (said !== null) hear(said);
    }
  });
}

function parse(text: string): Said | null {
  try {
    return JSON.parse(text) as Said;
  } catch {
    return null; // a ping, or somebody else's server on a port that was named in the server's output
  }
}

/** One masked text frame, short enough for 7 bits of length. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const mask = randomBytes(4);
  const masked = text.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, masked]);
}

function unframe(bytes: Buffer): { text: string; rest: Buffer<ArrayBuffer> } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return null;
  return { text: bytes.toString('utf8', start, start + length), rest: Buffer.from(bytes.subarray(start + length)) };
}

function describe(paused: Paused, urls: ReadonlyMap<string, string>): ErrorReport | null {
  if (!Array.isArray(paused.callFrames)) return null;
  const message = 'the event loop was blocked here';
  const lines = paused.callFrames.slice(0, framesMax).map(({ functionName, url, location }) => {
    const file = url || (urls.get(location.scriptId) ?? '<anonymous>');
    const place = `${file.replace(/^file:\/\//, '')}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1}`;
    return functionName === '' ? `    at ${place}` : `    at ${functionName} (${place})`;
  });
  return {
    name: 'EventLoopBlocked',
    message,
    code: null,
    stack: [`EventLoopBlocked: ${message}`, ...lines].join('\n'),
    cause: null,
  };
}
