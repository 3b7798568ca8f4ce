/** A unix socket that says that somebody lives, also to a container that counts processes by other pids. */
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';

const pathBytesMax = 100;

/** From where we stand, if that is shorter. Null where it is too long for a socket all the same. */
function address(file: string): string | null {
  const shorter = [path.relative(process.cwd(), file), file].toSorted((one, other) => one.length - other.length)[0]!;
  return Buffer.byteLength(shorter) <= pathBytesMax ? shorter : null;
}

/** Shines until it is put out, at the latest with this process. Null where nothing can be opened there. */
export async function openBeacon(file: string): Promise<{ close(): void } | null> {
  const at = address(file);
  if (at === null) return null;
  const server = createServer((socket) => void socket.destroy()).unref();
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(at, () => resolve(true));
  });
  if (!isOpen) return null;
  return {
    close() {
      server.close();
      rmSync(file, { force: true });
    },
  };
}

/** Whether somebody listens on `file`. */
export async function isServed(file: string): Promise<boolean> {
  const socket = connect(address(file) ?? file);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
