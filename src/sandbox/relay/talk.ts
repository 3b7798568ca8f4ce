/** One connection through a read-only relay, seen from the protocol that is spoken on it. */

export interface Ends {
  toService(bytes: Buffer): void;
  toTrial(bytes: Buffer): void;
  /** Notes what a trial may not do, as the rest of "a trial may only read, and …": its proof is inconclusive from then on. */
  refuse(what: string): void;
  /** Closes both ends. */
  end(): void;
}

export interface Talk {
  fromTrial(bytes: Buffer): void;
  fromService(bytes: Buffer): void;
  /** The trial's end has closed. */
  ended?(): void;
}

/**
 * A refused command goes up as one that no service knows: the service's own error takes its place in the stream, in order
 * and with the transaction in the state that a client expects.
 */
export type Guard = (ends: Ends) => Talk;
export const noCommand = 'kintsugi_refused_a_write';

/** A query of a trial ends after this. */
export const statementMs = 5_000;

const messageBytesMax = 64 * 1024 ** 2;

/** Cuts a stream into whole messages. `lengthOf` says how long the first one in these bytes is; 0 where too few are there yet. */
export function cutter(lengthOf: (bytes: Buffer) => number, take: (message: Buffer) => void, ends: Ends) {
  let held: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  return (bytes: Buffer): void => {
    held.push(bytes);
    size += bytes.length;
    if (size < wanted) return;
    let rest = held.length === 1 ? bytes : Buffer.concat(held);
    for (;;) {
      wanted = lengthOf(rest);
      if (!(wanted >= 0) || wanted > messageBytesMax) {
        ends.refuse('it sent what is no message of that protocol');
        return ends.end();
      }
      if (wanted === 0 || rest.length < wanted) break;
      take(rest.subarray(0, wanted));
      rest = rest.subarray(wanted);
    }
    held = rest.length === 0 ? [] : [rest];
    size = rest.length;
  };
}
