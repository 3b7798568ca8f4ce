/**
 * The socket that hooks speak to, and the listening sockets they hand up. The only file that leans on Node's internals
 * (`process.binding`), since no public way passes a bare descriptor over a named socket. Where they are refused, lines still pass.
 */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { isErrno } from '../kit/errors.ts';

/** A listening socket that nobody here accepts on. */
export interface Handle {
  readonly fd: number;
  close(): void;
}

interface Pipe extends Handle {
  pendingHandle: Handle | null;
  onread: (bytes: ArrayBuffer | undefined) => void;
  open(fd: number): number;
  readStart(): number;
  writeUtf8String(request: object, text: string, handle?: Handle): number;
}

interface Bindings {
  readonly Pipe: new (type: number) => Pipe;
  readonly ipc: number;
  readonly WriteWrap: new () => { oncomplete: () => void };
  /** How many bytes the last read brought: from Node 24 on what is handed over may be longer. */
  readonly bytesRead: () => number;
}

export type Message = Readonly<Record<string, unknown>> & { readonly t: string };

export interface Peer {
  /** `sent`: the other end's copy of the handle is on its way, ours can go. */
  send(message: Message, handle?: Handle, sent?: () => void): void;
  close(): void;
}

export interface PeerEvents {
  message(peer: Peer, message: Message, handle: Handle | null): void;
  /** The process at the other end is gone, or let go. */
  gone(peer: Peer): void;
}

const lineCharsMax = 2 * 1024 * 1024;

/** Null where this Node refuses them (`--permission`, policy). */
function loadBindings(): Bindings | null {
  const source = process as unknown as { binding?: (name: string) => Record<string, unknown> };
  const quiet = process.noDeprecation;
  process.noDeprecation = true;
  try {
    const pipes = source.binding?.('pipe_wrap') as { Pipe: Bindings['Pipe']; constants: { IPC: number } } | undefined;
    const streams = source.binding?.('stream_wrap') as
      | { WriteWrap: Bindings['WriteWrap']; streamBaseState?: Int32Array; kReadBytesOrError?: number }
      | undefined;
    if (!pipes?.Pipe || !streams?.WriteWrap) return null;
    const { WriteWrap, streamBaseState, kReadBytesOrError = 0 } = streams;
    const bytesRead = (): number => streamBaseState?.[kReadBytesOrError] ?? Number.POSITIVE_INFINITY;
    return { Pipe: pipes.Pipe, ipc: pipes.constants.IPC, WriteWrap, bytesRead };
  } catch {
    return null; // refused: sockets are then not held, and `sockets` in run.json says so
  } finally {
    if (quiet === undefined) delete (process as { noDeprecation?: boolean }).noDeprecation;
    else process.noDeprecation = quiet;
  }
}

const bindings = loadBindings();

/** Null where sockets can be passed, else why not. */
export const passingRefused: string | null = bindings === null ? 'this Node refuses process.binding' : null;

/** Listens on `file`. Throws where its folder belongs to somebody else: whoever connects here is handed the server's sockets. */
export async function servePeers(file: string, events: PeerEvents): Promise<{ close(): void }> {
  prepareFolder(path.dirname(file));
  rmSync(file, { force: true });
  const peers = new Set<Peer>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const peer = accept(socket, {
      message: events.message,
      gone: (gone) => {
        peers.delete(gone);
        events.gone(gone);
      },
    });
    if (peer) peers.add(peer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  chmodSync(file, 0o600);
  return {
    close() {
      server.close();
      for (const peer of peers) peer.close();
    },
  };
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
  const stat = lstatSync(folder);
  const mine = process.getuid === undefined || stat.uid === process.getuid();
  if (!stat.isDirectory() || !mine) throw new Error(`${folder} belongs to somebody else`);
  chmodSync(folder, 0o700);
}

function accept(socket: Socket, events: PeerEvents): Peer | null {
  return bindings === null ? overStream(socket, events) : overPipe(socket, events, bindings);
}

/**
 * The paused socket only lends its descriptor, and is never read. Whoever reads has closed that by now: the socket would close the same
 * number, which may be another's at any moment. So a file of ours takes the number first; where somebody else was faster, it stays lent.
 */
function takeBack(socket: Socket, fd: number): void {
  const opened: number[] = [];
  do opened.push(openSync('/dev/null', 'r'));
  while ((opened.at(-1) ?? fd) < fd);
  if (opened.at(-1) === fd) {
    opened.pop();
    socket.destroy();
  }
  for (const other of opened) closeSync(other);
}

function overPipe(socket: Socket, events: PeerEvents, { Pipe, ipc, WriteWrap, bytesRead }: Bindings): Peer | null {
  const fd = (socket as unknown as { _handle: Handle | null })._handle?.fd ?? -1;
  const pipe = new Pipe(ipc);
  if (fd < 0 || pipe.open(fd) !== 0) {
    socket.destroy();
    return null;
  }
  socket.unref();
  const handles: Handle[] = [];
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    for (const handle of handles.splice(0)) handle.close();
    pipe.close();
    takeBack(socket, fd);
    events.gone(peer);
  };
  const read = lines((message) => {
    const handle = message['fd'] === true ? (handles.shift() ?? null) : null;
    events.message(peer, message, handle);
  });
  const peer: Peer = {
    send(message, handle, sent = () => {}) {
      if (!open) return sent();
      const request = new WriteWrap();
      request.oncomplete = sent;
      const text = `${JSON.stringify(message)}\n`;
      const failed = handle ? pipe.writeUtf8String(request, text, handle) : pipe.writeUtf8String(request, text);
      // One that is gone may have said more than was read by now, and handed its sockets up: the end of what it said closes.
      if (failed !== 0) sent();
    },
    close,
  };
  pipe.pendingHandle = null;
  pipe.onread = (bytes) => {
    if (pipe.pendingHandle) handles.push(pipe.pendingHandle);
    pipe.pendingHandle = null;
    if (bytes === undefined) close();
    else read(Buffer.from(bytes, 0, Math.min(bytes.byteLength, bytesRead())));
  };
  pipe.readStart();
  return peer;
}

function overStream(socket: Socket, events: PeerEvents): Peer {
  const peer: Peer = {
    send(message, _handle, sent) {
      socket.write(`${JSON.stringify(message)}\n`);
      sent?.();
    },
    close: () => void socket.destroy(),
  };
  const read = lines((message) => events.message(peer, message, null));
  socket.on('data', read);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => events.gone(peer));
  socket.resume();
  return peer;
}

/** Cuts bytes into messages. What is not a message is dropped: the other end is a program under repair. */
function lines(onMessage: (message: Message) => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (bytes) => {
    rest += decoder.write(bytes);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const message = parse(rest.slice(0, end));
      rest = rest.slice(end + 1);
      if (message !== null) onMessage(message);
    }
    if (rest.length > lineCharsMax) rest = '';
  };
}

function parse(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    if (value === null || typeof value !== 'object' || !('t' in value) || typeof value.t !== 'string') return null;
    return value as Message;
  } catch {
    return null; // half a line of a process that died writing it
  }
}
