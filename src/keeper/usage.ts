/** How the server's processes are, seen from outside and in their own words: RUN/vitals.json, for `status` (SUP-5). */
import { renameSync, writeFileSync } from 'node:fs';
import { iso, systemClock } from '../kit/clock.ts';
import { isFailure, type RouteAnswers } from './answers.ts';
import type { Boot } from './child.ts';
import { cgroupLimits, type Limits } from './cgroup.ts';
import type { Core } from './core.ts';
import type { Vitals } from './reports.ts';
import { cpuMsOf } from './tree.ts';

export interface ProcessVitals {
  readonly pid: number;
  readonly boot: number;
  /** Of the whole tree. */
  readonly rssBytes: number;
  /** Of one core, over the last ten seconds; null at the first look. */
  readonly cpuPercent: number | null;
  /** The latest of each process of the tree that speaks to us. */
  readonly inside: readonly (Vitals & { readonly pid: number })[];
}

export interface VitalsRecord {
  readonly v: 1;
  readonly at: string;
  readonly limits: Limits;
  readonly processes: readonly ProcessVitals[];
  /** Of the route prober; [] where it is off. */
  readonly routes: readonly RouteAnswers[];
}

const everyMs = 10_000;
/** What does nothing is told so seldom. */
const stillMs = 60_000;
/** Less is no news. */
const newsBytes = 4 * 1024 * 1024;

export class Usage {
  readonly #core: Core;
  readonly #cpu = new WeakMap<Boot, { readonly ms: number; readonly atMs: number }>();
  #lookedMs = -everyMs;
  #told = '';
  #failing = '';
  #toldMs = -stillMs;
  /** Read once: a dozen files, which hardly ever change. */
  #limits: Limits | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Called every other second at least; every ten, where a route begins or ceases to fail, and where `isDue`, the file is written where there is news. */
  look(nowMs: number, isDue: boolean): void {
    const routes = this.#core.answers.list();
    const failing = routes.flatMap(({ route, status }) => (isFailure(status) ? [`${route} ${status}`] : [])).join();
    const isSoon = nowMs - this.#lookedMs < everyMs && failing === this.#failing && !isDue;
    if (isSoon) return;
    this.#failing = failing;
    this.#lookedMs = nowMs;
    const { boot, workers } = this.#core;
    const all = [...(boot === null ? [] : [boot]), ...workers];
    const processes = all.flatMap((one) => this.#of(one, nowMs) ?? []);
    const news = JSON.stringify([processes.map(newsOf), failing]);
    if (news === this.#told && nowMs - this.#toldMs < stillMs) return;
    [this.#told, this.#toldMs] = [news, nowMs];
    const limits = (this.#limits ??= cgroupLimits());
    this.#write({ v: 1, at: iso(systemClock.now()), limits, processes, routes });
  }

  #of(boot: Boot, nowMs: number): ProcessVitals | null {
    const { tree, n, rssBytes, voices } = boot;
    if (tree === null) return null;
    const before = this.#cpu.get(boot);
    const ms = cpuMsOf(tree);
    this.#cpu.set(boot, { ms, atMs: nowMs });
    const percent = before === undefined ? null : (100 * Math.max(0, ms - before.ms)) / (nowMs - before.atMs);
    const inside = [...voices.values()].flatMap(({ pid, vitals }) => {
      const latest = vitals.at(-1);
      return latest === undefined ? [] : [{ pid, ...latest }];
    });
    return { pid: tree.root.pid, boot: n, rssBytes, cpuPercent: percent && Math.round(10 * percent) / 10, inside };
  }

  /** Old news is worth nothing, so it need not be durable. Handed to the threads of the pool it would cost four wakings and ten times the CPU. */
  #write(record: VitalsRecord): void {
    const { vitalsJson } = this.#core.run;
    this.#core.attempt('writing vitals.json', () => {
      writeFileSync(`${vitalsJson}.tmp`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
      renameSync(`${vitalsJson}.tmp`, vitalsJson);
    });
  }
}

/** Not what was served: our own look at its health counts there. */
function newsOf({ pid, rssBytes, cpuPercent, inside }: ProcessVitals): readonly unknown[] {
  const cpu = cpuPercent === null ? null : Math.round(cpuPercent);
  return [pid, Math.round(rssBytes / newsBytes), cpu, ...inside.map(({ delayMaxMs }) => delayMaxMs)];
}
