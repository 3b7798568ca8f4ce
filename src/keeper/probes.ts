/** Asks the server whether it answers, by bare sockets: a few bytes each way, no HTTP client to load (SUP-6). */
import { connect, type Socket } from 'node:net';
import { randomId } from '../kit/hash.ts';
import type { Listening } from './child.ts';

/** Tells our own requests from all others; random, so that no client can pass for us. */
export const probeAgent = `kintsugi-probe/${randomId()}`;

/** The server is ours, and asked on this machine: whoever signed its certificate does not matter. TLS is loaded where a server has it. */
function open({ port, address, speaks }: Listening): Socket {
  const host = address === '::' || address === '0.0.0.0' || address === '' ? '127.0.0.1' : address;
  const place = port === null ? { path: address } : { host, port };
  if (speaks !== 'https') return connect(place);
  const tls = process.getBuiltinModule('node:tls');
  return tls.connect({ ...place, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
}

/** The status of `GET path`; null where there was no complete answer in time. */
export function probe(target: Listening, path: string, timeoutMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = open(target);
    let head = '';
    const done = (status: number | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(status);
    };
    const timer = setTimeout(() => done(null), timeoutMs);
    socket.on('error', () => done(null));
    socket.on(target.speaks === 'https' ? 'secureConnect' : 'connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${probeAgent}\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (bytes: Buffer) => {
      if (head.length < 64) head += bytes.toString('latin1');
    });
    socket.on('end', () => done(statusOf(head)));
  });
}

function statusOf(head: string): number | null {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  return status === undefined ? null : Number(status);
}

export interface HealthSettings {
  readonly enabled: boolean;
  readonly paths: readonly string[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly failures: number;
  readonly startDelayMs: number;
}

export const healthDefaults: HealthSettings = {
  enabled: true,
  paths: ['/health', '/healthz', '/ready'],
  intervalMs: 15_000,
  timeoutMs: 5000,
  failures: 3,
  startDelayMs: 10_000,
};

export type Health = 'good' | 'bad' | 'dead' | 'none';

/** The health of one boot. A path counts once it answered like a health route; a server without one is never judged. */
export class Prober {
  readonly #settings: HealthSettings;
  #path: string | null = null;
  #looked = false;
  #failed = 0;

  constructor(settings: HealthSettings) {
    this.#settings = settings;
  }

  async check(target: Listening): Promise<Health> {
    if (!this.#looked) await this.#choose(target);
    if (this.#path === null) return 'none';
    const status = await probe(target, this.#path, this.#settings.timeoutMs);
    const good = status !== null && status >= 200 && status < 400;
    this.#failed = good ? 0 : this.#failed + 1;
    return good ? 'good' : this.#failed >= this.#settings.failures ? 'dead' : 'bad';
  }

  /** 4xx is no health route: 404 has none, 401 and 405 answer so on every path. No answer at all decides nothing yet. */
  async #choose(target: Listening): Promise<void> {
    for (const path of this.#settings.paths) {
      const status = await probe(target, path, this.#settings.timeoutMs);
      if (status === null) return;
      if (status < 400 || status >= 500) {
        this.#path = path;
        break;
      }
    }
    this.#looked = true;
  }
}
