/**
 * More processes of the server on the same sockets (SUP-8). The first one is the keeper's own `boot` and goes before: only where it
 * answers are these started, one after the other, and after a promotion or a reload they are replaced one after the other too.
 */
import { systemClock } from '../kit/clock.ts';
import { isAlive } from '../kit/identity.ts';
import { isHeldBy, portTaken } from '../kit/ports.ts';
import type { Boot } from './child.ts';
import type { Core } from './core.ts';
import type { Exit } from './deaths.ts';
import type { Life } from './life.ts';
import { cleanSlate, deathOf, judge, type History } from './restarts.ts';
import { killTree, members } from './tree.ts';

interface Slot {
  boot: Boot | null;
  /** Takes its place when it listens. */
  next: Boot | null;
  isOutdated: boolean;
}

/** After so many deaths that the budget of restarts is spent: the first process goes on alone for a while. */
const restMs = 60_000;
/** Once it may have been a socket of ours that came too late. */
const inVainMax = 2;
const tailBytes = 4096;

export class Workers {
  readonly #core: Core;
  readonly #life: Life;
  readonly #retire: (old: Boot) => void;
  readonly #slots: Slot[];
  #history: History = cleanSlate;
  #notBeforeMs = 0;
  #inVain = 0;

  constructor(core: Core, life: Life, retire: (old: Boot) => void) {
    this.#core = core;
    this.#life = life;
    this.#retire = retire;
    const { workers } = core.options.settings;
    this.#slots = Array.from({ length: workers - 1 }, () => ({ boot: null, next: null, isOutdated: false }));
  }

  /** Those that the keeper before us left running; the rest of them is ended with the strays. */
  adopt(): void {
    const first = this.#core.boot?.token;
    const left = (this.#core.before?.workers ?? []).filter(({ child, token }) => token !== first && isAlive(child));
    for (const [at, worker] of left.slice(0, this.#slots.length).entries()) {
      const boot = this.#life.spawner.adopt(worker);
      const slot = this.#slots[at];
      if (slot) [slot.boot, slot.isOutdated] = [boot, worker.release !== undefined];
      boot.release = worker.release;
      boot.readyAtMs = boot.startedAtMs;
      this.#core.workers.add(boot);
    }
  }

  /** Starts what is missing, and one process beside each that runs older files. */
  tick(nowMs: number): void {
    const { state, next, held } = this.#core;
    if (state === 'crash_loop' || state === 'parked') return this.#goOn();
    this.#giveUpLate(nowMs);
    if (state !== 'ready' || next !== null || held.handles().size === 0 || nowMs < this.#notBeforeMs) return;
    if (this.#slots.some((slot) => slot.next !== null)) return;
    const slot = this.#slots.find(({ boot, isOutdated }) => boot === null || isOutdated);
    if (slot === undefined) return;
    slot.next = this.#life.spawner.beside();
    this.#core.workers.add(slot.next);
  }

  /** It listens: it counts, and the one it replaces goes. */
  answers(boot: Boot): void {
    const slot = this.#slots.find(({ next }) => next === boot);
    if (slot === undefined) return;
    boot.readyAtMs = systemClock.monotonic();
    this.#inVain = 0;
    const old = slot.boot;
    [slot.boot, slot.next, slot.isOutdated] = [boot, null, false];
    if (old !== null) {
      this.#core.workers.delete(old);
      this.#retire(old);
    }
    const running = 1 + this.#slots.filter((one) => one.boot !== null).length;
    this.#core.say('worker', `worker ready: ${running} of ${this.#slots.length + 1} run`, { boot: boot.n, running });
    this.#core.changed();
    this.tick(systemClock.monotonic());
  }

  lost(boot: Boot, exit: Exit): void {
    const core = this.#core;
    if (!core.workers.delete(boot)) return;
    const port = this.#sharedInVain(boot);
    boot.lostToUs = port !== null; // that there is more than one process is our doing
    const { cause } = this.#life.bury(boot, exit);
    const slot = this.#slots.find((one) => one.boot === boot || one.next === boot);
    if (slot === undefined) return; // no longer needed
    if (slot.boot === boot) slot.boot = null;
    else slot.next = null;
    if (port !== null && (this.#inVain += 1) >= inVainMax) return this.#stayAlone(port);
    const nowMs = systemClock.monotonic();
    const death = deathOf(boot, cause, nowMs);
    const judged = judge(this.#history, death, { limits: core.restartLimits, hold: false, random: Math.random() });
    const { verdict } = judged;
    this.#history = verdict.do === 'crash_loop' ? cleanSlate : judged.history;
    const delayMs = verdict.do === 'restart' ? verdict.delayMs : restMs;
    this.#notBeforeMs = nowMs + delayMs;
    const next = delayMs === 0 ? 'the next is started at once' : `the next is started in ${delayMs} ms`;
    core.say('worker_died', `a worker ${cause.text}; ${next}`, { boot: boot.n, delayMs });
    core.changed();
    this.tick(nowMs);
  }

  /** The port for want of which it died, where the first process has it: no two can (UDP, what a thread listens on). */
  #sharedInVain({ readyAtMs, follower }: Boot): number | null {
    const port = readyAtMs === null ? portTaken(follower.tail(tailBytes)) : null;
    const { boot } = this.#core;
    return port !== null &&
      boot?.tree &&
      isHeldBy(
        members(boot.tree).map(({ pid }) => pid),
        port,
      )
      ? port
      : null;
  }

  /** Until new files serve. */
  #stayAlone(port: number): void {
    this.#notBeforeMs = Infinity;
    const text = `port ${port} is taken by the first process, and cannot be shared with others (UDP, or a listening thread): \`workers\` is not used; give each process its own, open a UDP socket with \`reusePort: true\` (Node 22.12), or leave it to a server of its own`;
    this.#core.say('workers_alone', text, { port });
    this.#core.changed();
  }

  /** New files serve: what runs the old ones is replaced in turn. `release` is the tree that it runs. */
  outdate(release: string | null): void {
    this.#history = cleanSlate;
    [this.#notBeforeMs, this.#inVain] = [0, 0];
    for (const slot of this.#slots) {
      if (slot.boot !== null) slot.boot.release = release;
      slot.isOutdated = slot.boot !== null;
      this.#drop(slot.next);
      slot.next = null;
    }
  }

  /** It failed: it goes, and counts as a death. */
  #giveUpLate(nowMs: number): void {
    const { startupMs } = this.#core.options.settings;
    for (const { next } of this.#slots) if (next !== null && nowMs - next.startedAtMs > startupMs) this.#drop(next);
  }

  /** What serves still was started from files that worked: it stays until the first process answers again, and is replaced then. */
  #goOn(): void {
    for (const slot of this.#slots) {
      this.#drop(slot.next);
      [slot.next, slot.isOutdated] = [null, slot.boot !== null];
    }
  }

  #drop(boot: Boot | null): void {
    if (boot === null || boot.tree === null || boot.asked !== null) return;
    boot.asked = 'swap'; // by our own wish, not killed from outside
    void killTree(boot.tree);
  }
}
