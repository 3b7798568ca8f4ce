/** The end of what a process prints. */
import type { Readable } from 'node:stream';

export type Stream = 'stdout' | 'stderr';

const bytesMax = 64 * 1024;

/** Reads on to the end of the stream; what is kept of it is asked for by a call. */
export function tailOf(stream: Readable | null): () => string {
  let tail = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-bytesMax);
  });
  return () => tail.toString('utf8');
}
