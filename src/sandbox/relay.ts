/** A way out of the sandbox to one named service: a unix socket that leads to one address and to no other (SPEC TRY-8). */
import net from 'node:net';
import path from 'node:path';

export interface Service {
  /** What the app connects to, `host:port`. */
  readonly target: string;
  /** Where the trial is led instead, `host:port`; a test instance. */
  readonly to: string;
}

export interface Relays {
  /** `host:port` → socket path on the host. */
  readonly sockets: ReadonlyMap<string, string>;
  close(): void;
}

/** The list is enforced here, outside: what runs inside can only choose among these sockets. */
export async function openRelays(services: readonly Service[], folder: string): Promise<Relays> {
  const sockets = new Map<string, string>();
  const closers: (() => void)[] = [];
  for (const [index, service] of services.entries()) {
    const at = path.join(folder, `r${index}`);
    closers.push(await relay(at, service.to));
    sockets.set(service.target, at);
  }
  return {
    sockets,
    close: () => {
      for (const close of closers) close();
    },
  };
}

async function relay(at: string, to: string): Promise<() => void> {
  const port = Number(to.slice(to.lastIndexOf(':') + 1));
  const host = to.slice(0, to.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
  const open = new Set<net.Socket>();
  const server = net.createServer((inner) => {
    const outer = net.connect(port, host);
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy()); // either end going away ends both
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  server.unref();
  return () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
}
