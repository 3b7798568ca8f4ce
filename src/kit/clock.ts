/** The clock as a parameter. Only this file and the keeper's loop read the real one. */
export interface Clock {
  /** Milliseconds since 1970, wall clock: for records. */
  now(): number;
  /** Milliseconds from an arbitrary start, never backwards: for durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not `performance.now()`: the first word of `performance` loads half a megabyte into a keeper.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
};

/** Asked, tells since when the wall clock is what it is: as of now, or since it was found to have been set back. */
export function setBack(clock: Clock): () => number {
  let [sinceMs, lastMs] = [clock.now(), clock.now()];
  return () => {
    const nowMs = clock.now();
    if (nowMs < lastMs) sinceMs = nowMs;
    lastMs = nowMs;
    return sinceMs;
  };
}

/** ISO 8601 UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Resolves when `done` does, at the latest after `ms`; leaves no timer behind that would keep the process. */
export async function atMost(ms: number, done: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  done.then(end, end);
  await sleep(ms, over.signal);
}

/** Resolves after `ms`, or at once when the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
