/** The line to the keeper: JSON lines over a named unix socket on which listening handles can ride both ways; never keeps the process alive. */

import fs from 'node:fs';

import type { Message } from './words.cts';

/** The few internals used; FEASIBILITY is pinned by the self-test and by a test per Node major. */
export interface PipeHandle {
  onread: (chunk: ArrayBuffer | undefined) => void;
  pendingHandle: object | null;
  writeQueueSize: number;
  connect(request: { oncomplete: (status: number) => void }, path: string): number;
  writeUtf8String(request: object, text: string, handle?: object): number;
  readStart(): number;
  unref(): void;
  close(): void;
}

export interface ListeningHandle {
  listen(backlog: number): number;
}

export interface Internals {
  Pipe: { new (type: number): PipeHandle };
  PipeConnectWrap: { new (): { oncomplete: (status: number) => void } };
  WriteWrap: { new (): { oncomplete: () => void } };
  IPC: number;
  /** How many bytes the last read brought: from Node 24 on what is handed over may be longer. */
  bytesRead(): number;
}

export interface Wire {
  /** Sends, connecting first where needed; drops where the keeper is gone or does not read. */
  send(message: Message, handle?: object): void;
  isOpen(): boolean;
  /** Connects where that has not been tried yet; all there is to say follows from it. */
  wake(): void;
  /** For the last moment of a process: the kernel has connected it long before Node says so. */
  sayBeforeOpen(messages: readonly Message[]): void;
}

export interface WireEnds {
  readonly path: string;
  /** A connection is there: say hello and what is listening. */
  onOpen(): void;
  onMessage(message: Message, handle: object | null): void;
}

const queueMax = 200;
const unsentBytesMax = 2 * 1024 * 1024;
const reconnectMs = 100;
const later = setTimeout;

type Binding = (name: string) => Record<string, unknown>;

/** The deprecation notice would be the app's stderr, so it is held back. @throws where Node refuses its internals (`--permission`) */
function inBindings<T>(read: (binding: Binding) => T): T {
  const before = process.noDeprecation;
  Reflect.set(process, 'noDeprecation', true); // in vain where the app froze `process`
  try {
    return read((Reflect.get(process, 'binding') as Binding).bind(process));
  } finally {
    if (before === undefined) Reflect.deleteProperty(process, 'noDeprecation');
    else Reflect.set(process, 'noDeprecation', before);
  }
}

/** @throws where Node refuses them */
export function internals(): Internals {
  return inBindings((binding) => {
    const { Pipe, PipeConnectWrap, constants } = binding('pipe_wrap');
    const { WriteWrap, streamBaseState, kReadBytesOrError } = binding('stream_wrap');
    const bytesRead = (): number => (streamBaseState as Int32Array)[kReadBytesOrError as number] ?? Infinity;
    return { Pipe, PipeConnectWrap, WriteWrap, IPC: (constants as { IPC: number }).IPC, bytesRead } as Internals;
  });
}

/** What Node's handles that listen have in common. @throws where Node refuses them */
export function listeningHandles(): ListeningHandle[] {
  return inBindings((binding) => {
    const classes = [binding('pipe_wrap')['Pipe'], binding('tcp_wrap')['TCP']] as { prototype: ListeningHandle }[];
    return classes.map(({ prototype }) => prototype);
  });
}

/** Cuts what arrives into messages and pairs each announced handle with its line. */
function reader(pipe: PipeHandle, { bytesRead }: Internals, onMessage: WireEnds['onMessage'], onEnd: () => void): void {
  let rest = Buffer.alloc(0);
  const handles: object[] = [];
  pipe.pendingHandle = null;
  pipe.onread = (chunk) => {
    if (pipe.pendingHandle !== null) handles.push(pipe.pendingHandle);
    pipe.pendingHandle = null;
    if (chunk === undefined) return onEnd();
    rest = Buffer.concat([rest, Buffer.from(chunk, 0, Math.min(chunk.byteLength, bytesRead()))]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString();
      rest = rest.subarray(end + 1);
      const message = parse(line);
      if (message !== null) onMessage(message, message['fd'] === true ? (handles.shift() ?? null) : null);
    }
  };
  pipe.readStart();
}

export function parse(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 't' in value ? (value as Message) : null;
  } catch {
    // A line that is no JSON cannot be answered; the next one may be good.
    return null;
  }
}

/** Opens nothing yet: the first `send` does (a process that never listens nor fails is never announced). */
export function openWire(inside: Internals, ends: WireEnds): Wire {
  let pipe: PipeHandle | null = null;
  let opening: PipeHandle | null = null;
  let trying = false;
  const queue: string[] = [];

  function lost(which: PipeHandle): void {
    // Node aborts the process where onread is not a function.
    which.onread = () => undefined;
    which.close();
    if (pipe === which) pipe = null;
    trying = true;
    later(connect, reconnectMs).unref();
  }

  function connect(): void {
    trying = true;
    const fresh = new inside.Pipe(inside.IPC);
    opening = fresh;
    const request = new inside.PipeConnectWrap();
    request.oncomplete = (status) => (status === 0 ? opened(fresh) : lost(fresh));
    const refused = fresh.connect(request, ends.path);
    fresh.unref();
    if (refused) lost(fresh);
  }

  function opened(fresh: PipeHandle): void {
    trying = false;
    pipe = fresh;
    reader(fresh, inside, ends.onMessage, () => lost(fresh));
    ends.onOpen();
    for (const line of queue.splice(0)) write(line);
  }

  function write(line: string, handle?: object): void {
    if (pipe === null || pipe.writeQueueSize > unsentBytesMax) return;
    const request = new inside.WriteWrap();
    request.oncomplete = () => undefined;
    // A failed write shows as end of file on the reading side; that is where it is handled.
    if (handle === undefined) pipe.writeUtf8String(request, line);
    else pipe.writeUtf8String(request, line, handle);
  }

  return {
    isOpen: () => pipe !== null,
    wake() {
      if (pipe === null && !trying) connect();
    },
    sayBeforeOpen(messages) {
      const fd: unknown = pipe === null && opening !== null ? Reflect.get(opening, 'fd') : null;
      if (typeof fd !== 'number' || fd < 0) return;
      fs.writeSync(fd, messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    send(message, handle) {
      const line = `${JSON.stringify(message)}\n`;
      if (pipe !== null) return write(line, handle);
      // A handle is sent again by onOpen, so only words wait.
      if (handle === undefined && queue.length < queueMax) queue.push(line);
      if (!trying) connect();
    },
  };
}
