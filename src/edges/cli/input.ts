/** Text that a command is given: a file, or stdin for `-`. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isErrno } from '../../kit/errors.ts';
import { existingFile } from './args.ts';
import type { Call } from './call.ts';

/** Of a longer text the end counts: that is where a failure stands. */
const inputBytesMax = 16 * 1024 * 1024;

/** @throws Fault `usage` where there is no such file; `what` names the option or command. */
export function inputText({ args }: Call, word: string, what: string): string {
  const fd = word === '-' ? 0 : openSync(existingFile(what, word, args.cwd), 'r');
  try {
    return readAll(fd).toString('utf8');
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

function readAll(fd: number): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.alloc(65_536);
    const read = readChunk(fd, chunk);
    if (read === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
    size += read;
    while (size - (chunks[0]?.length ?? 0) >= inputBytesMax) size -= chunks.shift()?.length ?? 0;
  }
}

/** stdin may be a pipe whose other side set it to non-blocking: then nothing is there *yet*. */
function readChunk(fd: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, chunk, 0, chunk.length, null);
    } catch (error) {
      if (isErrno(error, 'EOF')) return 0; // how a closed console says so on Windows
      if (!isErrno(error, 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
