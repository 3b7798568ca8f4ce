/** Where the time goes: spans on a diagnostics channel for whoever listens (bench/where.mjs); next to nothing where nobody does. */
import { channel } from 'node:diagnostics_channel';

/** Times in milliseconds since 1970, with fractions. */
export interface Span {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const spans = channel('kintsugi:span');

/** Carries `work` out, and tells how long it took. */
export async function span<Result>(name: string, work: () => Promise<Result> | Result): Promise<Result> {
  if (!spans.hasSubscribers) return work();
  const fromMs = nowMs();
  try {
    return await work();
  } finally {
    spans.publish({ name, fromMs, toMs: nowMs() } satisfies Span);
  }
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
