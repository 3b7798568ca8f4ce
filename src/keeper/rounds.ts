/**
 * The route prober (SEN-8), off by default: GET routes that the healer found to change nothing (RUN/routes.json) are asked over loopback,
 * each once in `sensing.probeMs`, one at a time and evenly spread. No cookie and no credential goes along; for parameters stand values that
 * were answered well before, without a query. Nothing is asked while the server is not ready, is being replaced or refuses requests, nor
 * while automatic action is paused. A route that answers 4xx (it wants a session, or is not there) is asked no more in that boot; one that
 * the server died of, no more at all.
 *
 * How it counts: status and time stand in RUN/vitals.json, for `status`. The hook counts the answers for SEN-7 under names of their own, so
 * that they are compared with the same of another release and never mixed with what clients asked; in its `failed` and among the requests
 * answered well they are not. In `served`, and as load of their second, they are, as looks at the server's health are. A 5xx is told as one
 * more occurrence of an open incident that is about the same failure, and opens none.
 */
import { existsSync } from 'node:fs';
import { iso, systemClock } from '../kit/clock.ts';
import { globMatcher } from '../kit/globs.ts';
import { readJson } from '../kit/files.ts';
import { pathOf } from './answers.ts';
import type { Boot } from './child.ts';
import type { Core } from './core.ts';
import { ask, doorOf } from './probes.ts';

/** RUN/routes.json: what was found of the files of a tree. */
export interface RoutesFile {
  readonly v: 1;
  readonly tree: string;
  readonly routes: readonly string[];
}

const routesMax = 200;
const gapMinMs = 50;
/** Where there is nothing to ask, or it may not be asked. */
const idleMs = 1000;

export class Rounds {
  readonly #core: Core;
  #timer: NodeJS.Timeout | null = null;
  #isEnded = false;
  #tree = '';
  #routes: readonly string[] = [];
  #next = 0;
  /** Whom `#refused` is about. */
  #boot: Boot | null = null;
  readonly #refused = new Set<string>();
  readonly #deadly = new Set<string>();
  /** The first question that got no answer since one did. */
  #waiting: { readonly boot: Boot; readonly route: string } | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  start(): void {
    if (this.#core.options.settings.sensing.probeMs > 0) this.#later(idleMs);
  }

  stop(): void {
    this.#isEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => {
      this.#turn().then(
        (nextMs) => this.#later(nextMs),
        (error: unknown) => {
          this.#core.trouble('asking routes', error);
          this.#later(idleMs);
        },
      );
    }, ms);
  }

  /** One question at most; how long until the next, in milliseconds. */
  async #turn(): Promise<number> {
    this.#lookForDeath();
    const boot = this.#askable();
    if (boot === null) return idleMs;
    if (boot !== this.#boot) this.#refused.clear();
    if (boot !== this.#boot || this.#next >= this.#routes.length) this.#begin();
    this.#boot = boot;
    const route = this.#routes[this.#next];
    if (route === undefined) return idleMs;
    this.#next += 1;
    const path = this.#refused.has(route) ? null : pathOf(route, boot.good);
    if (path !== null) await this.#ask(boot, route, path);
    return Math.max(gapMinMs, this.#core.options.settings.sensing.probeMs / this.#routes.length);
  }

  #begin(): void {
    const isLongPoll = globMatcher(this.#core.options.settings.sensing.longPolls);
    const known = readJson<RoutesFile>(this.#core.run.routesJson);
    const isOfLive = known?.v === 1 && known.tree === this.#core.live.known.tree;
    if (isOfLive && known.tree !== this.#tree) this.#deadly.clear();
    if (isOfLive) this.#tree = known.tree;
    const may = (route: string): boolean => !this.#deadly.has(route) && !isLongPoll(route.replace(/^\/+/, ''));
    this.#routes = (isOfLive ? known.routes : []).filter(may).slice(0, routesMax);
    this.#next = 0;
    this.#core.answers.keep(this.#routes);
  }

  #askable(): Boot | null {
    const { boot, next, state, options } = this.#core;
    const isCalm = state === 'ready' && next === null && boot !== null && !boot.isShedding;
    return isCalm && !existsSync(options.paths.paused) ? boot : null;
  }

  async #ask(boot: Boot, route: string, path: string): Promise<void> {
    const core = this.#core;
    const door = doorOf(boot);
    if (door === null) return;
    const [, target] = door;
    this.#waiting ??= { boot, route };
    const { status, headMs, isRefused } = await ask(target, path, core.options.settings.health.timeoutMs, 'route');
    // The next process may have answered in place of one whose end was told only now.
    this.#lookForDeath();
    if (status !== null) this.#waiting = null;
    if (isRefused || core.boot !== boot || core.state !== 'ready') return; // its load or its end is no answer of the route
    if (status === null || status < 400 || status >= 500)
      core.answers.note(route, { at: iso(systemClock.now()), status, ms: headMs });
    else this.#refused.add(route);
  }

  #lookForDeath(): void {
    const { boot, route } = this.#waiting ?? {};
    if (boot === undefined || route === undefined || boot.exit === null) return;
    this.#waiting = null;
    if (boot.asked === 'swap' || boot.asked === 'memory') return;
    this.#deadly.add(route);
    this.#routes = this.#routes.filter((one) => one !== route);
    this.#core.say('asked', `GET ${route} was being asked when the server ended: it is asked no more`);
  }
}
