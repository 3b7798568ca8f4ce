/** Asks the server whether it answers, by bare sockets: a few bytes each way, no HTTP client to load (SUP-6). */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock } from '../kit/clock.ts';
import { randomId } from '../kit/hash.ts';
import type { Boot, Listening } from './child.ts';
import type { Handle, Peer } from './handles.ts';

/**
 * Tell our own requests from all others: looks at the server's health, and questions to its routes (SEN-8). Random, and known to the hook
 * alone, so that no client can pass for us and have its failures overlooked.
 */
export const probeAgents = { health: `kintsugi-probe/${randomId()}`, route: `kintsugi-probe/${randomId()}` };

const bytesMax = 1024 * 1024;

function open({ port, address }: Listening): Socket {
  const host = address === '::' || address === '0.0.0.0' || address === '' ? '127.0.0.1' : address;
  return connect(port === null ? { path: address } : { host, port });
}

/** The server is ours, and asked on this machine: whoever signed its certificate does not matter. TLS is loaded where a server has it. */
function secured(socket: Socket): Socket {
  const tls = process.getBuiltinModule('node:tls');
  return tls.connect({ socket, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
}

/** A connection that this very process is handed, whoever else accepts on the same socket. */
function visit(peer: Peer, key: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const server = createServer({ pauseOnConnect: true }, (far) => {
      server.close();
      const { _handle } = far as unknown as { _handle: Handle };
      peer.send({ t: 'visit', key, fd: true }, _handle, () => far.destroy());
    });
    server.once('error', () => resolve(null));
    server.listen(0, '127.0.0.1', () => resolve(connect((server.address() as AddressInfo).port, '127.0.0.1')));
  });
}

/** The status with which this process itself answers `GET path`; null where it does not. */
export async function statusOfIts([key, target]: Door, path: string): Promise<number | null> {
  const socket = target.by === null ? open(target) : await visit(target.by, key);
  if (socket === null) return null;
  const { status, isWhole } = await askOn(socket, target, { path, timeoutMs: 2000, as: 'health' });
  return isWhole ? status : null;
}

/** Its key, and what it is. */
export type Door = readonly [key: string, target: Listening];

/** The first door that speaks HTTP, in the clear if there is one. */
export function doorOf({ listening }: Pick<Boot, 'listening'>): Door | null {
  const first = (what: Listening['speaks']): Door | undefined =>
    [...listening].find(([, { speaks }]) => speaks === what);
  return first('http') ?? first('https') ?? null;
}

/** What came of a question. */
export interface Told {
  /** Null where no head of an answer came in time. */
  readonly status: number | null;
  /** Until the head came, in milliseconds, or until it was given up. */
  readonly headMs: number;
  readonly isWhole: boolean;
  /** The server refused it for its load (hook/shed.cts): that says nothing of the route. */
  readonly isRefused: boolean;
}

/** Asks `GET path`. Of an answer longer than 1 MiB no more is read. */
export function ask(target: Listening, path: string, timeoutMs: number, as: keyof typeof probeAgents): Promise<Told> {
  return askOn(open(target), target, { path, timeoutMs, as });
}

interface Question {
  readonly path: string;
  readonly timeoutMs: number;
  readonly as: keyof typeof probeAgents;
}

function askOn(raw: Socket, { speaks }: Listening, { path, timeoutMs, as }: Question): Promise<Told> {
  const [socket, opens] = speaks === 'https' ? [secured(raw), 'secureConnect'] : [raw, 'connect'];
  return new Promise((resolve) => {
    const startedMs = systemClock.monotonic();
    let [head, bytes, headMs] = ['', 0, 0];
    const done = (isWhole: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const isRefused = /^x-kintsugi-shed:/im.test(head);
      resolve({ status: statusOf(head), headMs: headMs || systemClock.monotonic() - startedMs, isWhole, isRefused });
    };
    const timer = setTimeout(() => done(false), timeoutMs);
    socket.on('error', () => done(false));
    socket.on(opens, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${probeAgents[as]}\r\nConnection: close\r\n\r\n`,
      );
    });
    socket.on('data', (chunk: Buffer) => {
      headMs ||= systemClock.monotonic() - startedMs;
      if (head.length < 64) head += chunk.toString('latin1');
      bytes += chunk.length;
      if (bytes > bytesMax) done(true);
    });
    socket.on('end', () => done(true));
  });
}

/** The status of `GET path`; null where there was no complete answer in time. */
export async function probe(target: Listening, path: string, timeoutMs: number): Promise<number | null> {
  const { status, isWhole } = await ask(target, path, timeoutMs, 'health');
  return isWhole ? status : null;
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

  /** The health route; null where there is none, or nobody looked yet. */
  get path(): string | null {
    return this.#path;
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
