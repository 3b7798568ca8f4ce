/** Stands in where Node refuses its internals (`--permission`): the same words over a public socket, and no handles. */

import net from 'node:net';

import { markOwnSocket } from './observe.cts';
import type { Internals, PipeHandle } from './wire.cts';

class PlainPipe implements PipeHandle {
  onread: PipeHandle['onread'] = () => undefined;
  pendingHandle = null;
  readonly #socket = markOwnSocket(new net.Socket());

  get writeQueueSize(): number {
    return this.#socket.writableLength;
  }

  connect(request: { oncomplete: (status: number) => void }, path: string): number {
    let open = false;
    this.#socket.once('connect', () => {
      open = true;
      request.oncomplete(0);
    });
    // Every failure ends in `close`; without a listener it would end the app.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => (open ? this.onread(undefined) : request.oncomplete(-1)));
    this.#socket.connect(path);
    return 0;
  }

  writeUtf8String(_request: object, text: string): number {
    this.#socket.write(text);
    return 0;
  }

  readStart(): number {
    this.#socket.on('data', (chunk) => this.onread(Uint8Array.from(chunk).buffer));
    return 0;
  }

  unref(): void {
    this.#socket.unref();
  }

  close(): void {
    this.#socket.destroy();
  }
}

class PlainConnect {
  oncomplete: (status: number) => void = () => undefined;
}

class PlainWrite {
  oncomplete: () => void = () => undefined;
}

export const plainInternals: Internals = {
  Pipe: PlainPipe,
  PipeConnectWrap: PlainConnect,
  WriteWrap: PlainWrite,
  bytesRead: () => Infinity,
  IPC: 0,
};
