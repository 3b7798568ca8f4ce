/** Ports for tests: each is given out once in a run, whichever process asks. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isErrno } from '../src/kit/errors.ts';

/** Below the range from which connections get theirs. */
const [lowest, count] = [12_000, 20_000] as const;
/** The temporary folder is this run's own. */
const folder = path.join(os.tmpdir(), 'ports');

/** A port that nobody listens on, and that no other test was given. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = lowest + Math.floor(Math.random() * count);
    if ((await isFree(port)) && isMine(port)) return port;
  }
  throw new Error('no free port found');
}

function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

function isMine(port: number): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    closeSync(openSync(path.join(folder, String(port)), 'wx'));
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}
