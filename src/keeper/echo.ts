/** The keeper's own stderr: never blocks the keeper, keeps the order, and may vanish without harm. */
import { write } from 'node:fs';
import { sleep, systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';

export interface Echo {
  write(bytes: Buffer | string): void;
  /** Handed over, but not yet out: whoever reads from a file waits while this is high. */
  pendingBytes(): number;
  /** Resolves when all is out, or after the time given. */
  flushed(timeoutMs: number): Promise<void>;
}

/** A slow reader at the other end makes the queue wait in a thread, not the loop; a closed end makes it forget. */
export function openEcho(fd: number): Echo {
  const queue: Buffer[] = [];
  let pending = 0;
  let busy = false;
  let closed = false;

  const next = (): void => {
    const head = queue[0];
    if (busy || head === undefined) return;
    busy = true;
    write(fd, head, (error, written) => {
      busy = false;
      if (error && isErrno(error, 'EAGAIN')) return void setTimeout(next, 10);
      if (error) {
        closed = !isErrno(error, 'ENOSPC', 'EDQUOT'); // EPIPE, EIO: nobody reads any more, and the server must not care
        queue.length = 0;
        pending = 0;
        return;
      }
      pending -= written;
      if (written < head.length) queue[0] = head.subarray(written);
      else queue.shift();
      next();
    });
  };

  return {
    write(bytes) {
      if (closed || bytes.length === 0) return;
      const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      queue.push(buffer);
      pending += buffer.length;
      next();
    },
    pendingBytes: () => pending,
    async flushed(timeoutMs) {
      const deadline = systemClock.monotonic() + timeoutMs;
      for (; systemClock.monotonic() < deadline; await sleep(5)) if (pending === 0) return;
    },
  };
}
