/** Wiring: the healer's half of the handshake with the keeper: the files are swapped, now the process (docs/protocol.md, live.json). */
import { connect } from 'node:net';
import { sleep, type Clock } from '../kit/clock.ts';
import { readRecord, writeJson } from '../kit/files.ts';
import { isAlive, type Identity } from '../kit/identity.ts';
import type { StatePaths } from '../kit/paths.ts';

export interface Swapped {
  readonly ready: boolean;
  readonly why: string;
}

interface LiveRecord {
  readonly v: 1;
  readonly seq: number;
  readonly tree: string | null;
  readonly swap: boolean;
  readonly holdBackoff: boolean;
  readonly hopeless?: number;
}

interface KeeperRecord {
  readonly keeper: Identity | null;
  readonly child: Identity | null;
  readonly state: string;
  readonly socket: string | null;
  readonly swap: { readonly seq: number; readonly outcome: 'ready' | 'failed'; readonly why: string } | null;
}

const swapTimeoutMs = 90_000;
/** How long a server without a keeper is given to be adopted. */
const adoptionMs = 10_000;

/** The only writer of live.json. */
export class Swapper {
  readonly #paths: StatePaths;
  readonly #clock: Clock;

  constructor(paths: StatePaths, clock: Clock) {
    this.#paths = paths;
    this.#clock = clock;
  }

  /** The tree that runs, as far as was recorded. */
  tree(subject: string): string | null {
    return this.#read(subject).tree;
  }

  /** A tree that came by a deploy is recorded; nothing is restarted. */
  record(subject: string, tree: string): void {
    const live = this.#read(subject);
    if (live.tree !== tree) this.#write(subject, { ...live, tree, swap: false });
  }

  /** While a repair is under way the restart backoff stays short and nothing parks (SUP-2). */
  hold(subject: string, holdBackoff: boolean): void {
    const live = this.#read(subject);
    if (live.holdBackoff !== holdBackoff) this.#write(subject, { ...live, holdBackoff });
  }

  /** Of the crash loop that ended with this boot nothing is to come: who waits for the server is to be refused. */
  giveUp(subject: string, boot: number): void {
    const live = this.#read(subject);
    if (live.hopeless !== boot) this.#write(subject, { ...live, hopeless: boot });
  }

  /** Asks for a process from the files as they are now, and waits for what becomes of it. Without a keeper there is nothing to swap. */
  async swap(subject: string, tree: string): Promise<Swapped> {
    if (!this.#isRunning(subject)) {
      this.record(subject, tree);
      return { ready: true, why: 'nothing runs; it starts from these files next time' };
    }
    const seq = this.#read(subject).seq + 1;
    this.#write(subject, { v: 1, seq, tree, swap: true, holdBackoff: false });
    const startedMs = this.#clock.monotonic();
    let keptMs = startedMs;
    for (let nowMs = startedMs; nowMs - startedMs < swapTimeoutMs; nowMs = this.#clock.monotonic()) {
      const run = this.#run(subject);
      if (run?.swap?.seq === seq) return { ready: run.swap.outcome === 'ready', why: run.swap.why };
      if (!this.#isRunning(subject)) return { ready: true, why: 'nothing runs; it starts from these files next time' };
      if (this.#keeper(subject)) keptMs = nowMs;
      // A server that outlives its keeper runs the old files until the next keeper adopts it and does what is asked here.
      if (nowMs - keptMs > adoptionMs)
        return {
          ready: true,
          why: 'the server runs without a keeper: the next `kintsugi run` brings the new files in',
        };
      await sleep(25);
    }
    return { ready: false, why: `the keeper did not answer within ${swapTimeoutMs / 1000} s` };
  }

  /** A keeper, or a server that outlived one. */
  #isRunning(subject: string): boolean {
    const child = this.#run(subject)?.child ?? null;
    return this.#keeper(subject) !== null || (child !== null && isAlive(child));
  }

  /** True once something was promoted here: from then on the keeper itself names the tree that failed. */
  hasSwapped(subject: string): boolean {
    return this.#read(subject).seq > 0;
  }

  /** As its keeper says: given up for now. */
  isLooping(subject: string): boolean {
    const state = this.#run(subject)?.state;
    return this.isKept(subject) && (state === 'crash_loop' || state === 'parked');
  }

  /** As its keeper says: it answers, or did until its health route failed. */
  serves(subject: string): boolean {
    const state = this.#run(subject)?.state;
    return this.isKept(subject) && (state === 'ready' || state === 'unready');
  }

  isKept(subject: string): boolean {
    return this.#keeper(subject) !== null;
  }

  #keeper(subject: string): Identity | null {
    const keeper = this.#run(subject)?.keeper ?? null;
    return keeper && isAlive(keeper) ? keeper : null;
  }

  #run(subject: string): KeeperRecord | null {
    return readRecord<KeeperRecord>(this.#paths.run(subject).runJson);
  }

  #read(subject: string): LiveRecord {
    const live = readRecord<LiveRecord>(this.#paths.run(subject).liveJson);
    return live ?? { v: 1, seq: 0, tree: null, swap: false, holdBackoff: false };
  }

  #write(subject: string, live: LiveRecord): void {
    writeJson(this.#paths.run(subject).liveJson, live);
    const socket = this.#run(subject)?.socket;
    if (socket) nudge(socket);
  }
}

/** A nudge that may be lost: the keeper looks by itself within half a second. */
function nudge(socket: string): void {
  const connection = connect(socket, () => connection.end('{"t":"look"}\n'));
  connection.on('error', () => connection.destroy()); // nobody listens: then nobody needs to look
  connection.setTimeout(1_000, () => connection.destroy());
  connection.unref();
}
