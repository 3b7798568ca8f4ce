/** A way out of the sandbox to one named service: a unix socket that leads to one address and to no other (SPEC TRY-8). */
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import path from 'node:path';
import { readonlyProtocol, splitAddress } from '../../kit/services.ts';
import { httpRelay } from './http.ts';
import { mayConnect, mayPass, relayLimits, type Meter, type Watch } from './meter.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { redis } from './redis.ts';
import type { Ends, Guard } from './talk.ts';

export interface Service {
  /** What the app connects to, `host:port`. */
  readonly target: string;
  /** Where the trial is led instead, `host:port`, a test instance; or `readonly:<protocol>`: there, to read. */
  readonly to: string;
}

export interface Route extends Service {
  readonly address: { readonly host: string; readonly port: number };
}

export interface Relays {
  /** `host:port` → socket path on the host. */
  readonly sockets: ReadonlyMap<string, string>;
  /** The first thing that a trial wanted and may not, as a sentence with what to do; null where there was none. */
  refused(): string | null;
  close(): void;
}

/** Names are resolved once, here: what a trial is led to does not change under it. */
export function routesOf(services: readonly Service[]): Promise<Route[]> {
  return Promise.all(
    services.map(async (service) => {
      const { host, port } = splitAddress(readonlyProtocol(service.to) === null ? service.to : service.target);
      return { ...service, address: { host: await addressOf(host), port } };
    }),
  );
}

async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch {
    return host; // the connection will say that the name is unknown, as it says so live
  }
}

/** The list is enforced here, outside: what runs inside can only choose among these sockets. */
export async function openRelays(routes: readonly Route[], folder: string): Promise<Relays> {
  let first: string | null = null;
  const meter: Meter = { connections: 0, bytes: 0 };
  const sockets = new Map<string, string>();
  const closers: (() => void)[] = [];
  for (const [index, route] of routes.entries()) {
    const at = path.join(folder, `r${index}`);
    const refuse = (what: string): void => void (first ??= sentence(route.target, what));
    closers.push(await relay(at, route, { meter, refuse }));
    sockets.set(route.target, at);
  }
  return {
    sockets,
    refused: () => first,
    close: () => {
      for (const close of closers) close();
    },
  };
}

function sentence(target: string, what: string): string {
  const row = `{"target": "${target}", "to": "<host:port of a test instance>"}`;
  return `the proof is inconclusive: at ${target} a trial may only read, and ${what}; name a test instance with trial.services: [${row}] (a trial may write there)`;
}

/** So long a client that says nothing by itself waits for a service that is not there. */
const silentMs = 250;

const guards: Readonly<Record<'postgres' | 'mysql' | 'redis', Guard>> = { postgres, mysql, redis };
/** A test instance: everything may pass. */
const open: Guard = (ends) => ({ fromTrial: ends.toService, fromService: ends.toTrial });

async function relay(at: string, route: Route, watch: Watch): Promise<() => void> {
  const protocol = readonlyProtocol(route.to);
  if (protocol === 'http') return httpRelay(at, route.address, watch);
  const guard = protocol === null ? open : guards[protocol];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((inner) => {
    if (!mayConnect(watch)) return void inner.destroy();
    const outer = net.connect({ ...route.address, noDelay: true, timeout: relayLimits.connectMs });
    outer.once('timeout', () => outer.destroy(new Error('no connection in time')));
    const nobody = (): void => hangUp(inner);
    outer.once('error', nobody);
    outer.once('connect', () => {
      outer.setTimeout(0).off('error', nobody);
      join(inner, outer, guard, watch);
    });
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  server.unref();
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

/** Nobody is there. A client that is cut off before its first word (fetch) would only connect again, for ever; one that waits for the other's is not kept waiting. */
function hangUp(inner: net.Socket): void {
  const timer = setTimeout(() => inner.destroy(), silentMs);
  inner.once('data', () => inner.destroy());
  inner.once('error', () => inner.destroy());
  inner.once('close', () => clearTimeout(timer));
}

function join(inner: net.Socket, outer: net.Socket, guard: Guard, watch: Watch): void {
  const end = (): void => {
    inner.destroySoon();
    outer.destroySoon();
  };
  const ends: Ends = {
    toService: (bytes) => void outer.write(bytes),
    toTrial: (bytes) => void inner.write(bytes),
    refuse: watch.refuse,
    end,
  };
  const talk = guard(ends);
  const attempt = (take: () => void): void => {
    try {
      take();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      watch.refuse('it sent what is no message of that protocol'); // shorter than it says: nothing of it goes on
      end();
    }
  };
  const carry = (from: net.Socket, to: net.Socket, take: (bytes: Buffer) => void): void => {
    from.on('data', (bytes: Buffer) => {
      if (!mayPass(watch, bytes.length)) return end();
      to.cork();
      attempt(() => take(bytes));
      to.uncork();
      if (!to.writableNeedDrain) return;
      from.pause();
      to.once('drain', () => from.resume());
    });
    from.once('error', () => to.destroy()); // either end going away ends both
    from.once('close', () => to.destroySoon());
  };
  carry(inner, outer, talk.fromTrial);
  carry(outer, inner, talk.fromService);
  inner.once('close', () => talk.ended?.());
}
