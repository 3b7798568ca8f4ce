/** The line to the keeper, on which failures are said again until one who keeps the server has them on disk. */

import { guard } from './guard.cts';
import { internals, openWire } from './wire.cts';
import type { CapturedRequest, Message } from './words.cts';

// Loaded when first needed: every file costs the app's start a fraction of a millisecond.
const lazy = {
  good: (): typeof import('./good.cts') => require('./good.cjs'),
  plain: (): typeof import('./plain.cts') => require('./plain.cjs'),
};

export interface Line {
  send(message: Message, handle?: object): void;
  /** A failure, and before it what was answered well: the repair is tried against both. */
  tell(failure: Message): void;
  /** The number of a failure that is on disk. */
  kept(n: unknown): void;
  isOpen(): boolean;
  /** Connects where that has not been tried yet; all there is to say follows from it. */
  wake(): void;
  /** The process ends now: what waits for the connection is said on it before Node knows that it is there. */
  sayLast(): void;
}

export interface LineEnds {
  /** Unix socket of the keeper. */
  readonly path: string;
  hello(): Message;
  /** After the hello: what else a keeper must know at once. */
  announce(): void;
  onMessage(message: Message, handle: object | null): void;
}

/** A storm is folded before it gets here; each may hold a request of 256 KiB. */
const unkeptMax = 20;

export function openLine({ path, hello, announce, onMessage }: LineEnds): Line {
  /** Failures that no keeper has on disk yet, by their number, the latest last. */
  const unkept = new Map<number, Message>();
  let told = 0;
  const inside = guard('fds', internals) ?? lazy.plain().plainInternals;
  const wire = openWire(inside, { path, onOpen: greet, onMessage });

  /** The keeper before may have been killed with what it was told. */
  function greet(): void {
    wire.send(hello());
    announce();
    for (const line of unkept.values()) wire.send(line);
  }

  return {
    send: wire.send,
    isOpen: wire.isOpen,
    wake: wire.wake,
    tell(failure) {
      const good = guard('capture', () => lazy.good().unsaid()) ?? [];
      if (good.length > 0) wire.send(goodOf(good));
      const line = { ...failure, n: ++told };
      unkept.set(told, line);
      for (const oldest of unkept.keys()) if (unkept.size > unkeptMax) unkept.delete(oldest);
      if (wire.isOpen()) wire.send(line);
      else wire.wake();
    },
    kept: (n) => void unkept.delete(Number(n)),
    sayLast() {
      if (!wire.isOpen() && unkept.size > 0) wire.sayBeforeOpen([hello(), ...unkept.values()]);
    },
  };
}

export function goodOf(requests: readonly CapturedRequest[]): Message {
  return { t: 'good', requests };
}
