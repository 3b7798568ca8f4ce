/** The keeper's regular look: memory, freezes, health, held sockets nobody claimed, and all waits that may be over. */
import { statSync } from 'node:fs';
import { plainGet } from '../incident/requests.ts';
import { systemClock } from '../kit/clock.ts';
import { identify, processStat, signalProcess } from '../kit/identity.ts';
import { Allowance } from './allowance.ts';
import { usable } from './cgroup.ts';
import { lastWords, type Boot, type Muted } from './child.ts';
import type { Core } from './core.ts';
import type { Asked } from './deaths.ts';
import { endFrozenWorker, frozenOf, isOverdue, type Look } from './freeze.ts';
import { nothingSeen, type Sighting } from './inbox.ts';
import { blockedSomewhere, blockedStack } from './inspect.ts';
import { LeakTrend } from './leak.ts';
import type { Life } from './life.ts';
import { doorOf, Prober } from './probes.ts';
import type { Replacement } from './replace.ts';
import { Gauge } from './gauge.ts';
import { listeningPort } from './surroundings.ts';
import { pressure, type Pressure } from './pressure.ts';
import { killRemembered, members, type Tree } from './tree.ts';
import { Usage } from './usage.ts';
import { fromRecord, reportSurvived } from './voices.ts';
import type { Workers } from './workers.ts';

const tickMs = 500;
/** Where the server runs and nothing is going on: news comes by itself, and this is for what was lost. */
const calmTickMs = 1000;
/** Where besides there is memory enough that none of it can run out until the next look. */
const stillTickMs = 3500;
/** So long after a boot there is something to do at a look: the next process is started ahead. */
const newMs = 5000;
/** A beat of the server wakes us anyway: the look that is due within this time is taken then. */
const soonMs = 1000;
const stillShare = 0.4;
const nearTickMs = 200;
const sampleMs = 1000;
const recordMs = 10_000;
const recordStillMs = 60_000;
const observedMs = 5000;
const unclaimedMs = 5000;
/** So long a runner has to start its server again: one that does mostly does it at once, and clients wait meanwhile. */
const bereftMs = 1500;
const hookMs = 1500;
/** So long a program that listens nowhere lives on after its main script, and counts as up. */
const settledMs = 2000;
/** What its hook said may lie there unread, where this process was held up: a server that listens is not taken for one without at first sight. */
const unheardLooks = 2;
/** A look that comes this late means that we were stopped or the machine slept: nobody is blamed for that time. */
const lateMs = 5000;
/** A graceful restart for memory helps at most this often. */
const memoryQuietMs = 60_000;

export interface Parts {
  readonly core: Core;
  readonly life: Life;
  readonly replacement: Replacement;
  readonly workers: Workers;
}

export class Watch {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | null = null;
  #dueMs = 0;
  #tickedMs = systemClock.monotonic();
  #sampledMs = 0;
  readonly #gauges = new Map<Boot, Gauge>();
  readonly #usage: Usage;
  readonly #allowance: Allowance;
  #recordedMs = 0;
  #recordedBytes = 0;
  #observedMs = 0;
  #toldMs = 0;
  #memoryQuietUntilMs = 0;
  #isNear = false;
  #prober: { readonly boot: Boot; readonly prober: Prober } | null = null;
  #probeAtMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { memoryLimitMb, memoryLimitGrows } = parts.core.options.settings;
    const mostMb = usable().memoryBytes / 2 / (1024 * 1024);
    this.#allowance = new Allowance({ limitMb: memoryLimitMb, grows: memoryLimitGrows, mostMb });
    this.#usage = new Usage(parts.core);
  }

  start(): void {
    const waitMs = this.#waitMs();
    this.#dueMs = systemClock.monotonic() + waitMs;
    this.#timer = setTimeout(() => this.#look(), waitMs);
  }

  /** The server beats. */
  awake(): void {
    if (this.#timer === null || this.#waitMs() !== stillTickMs) return;
    if (systemClock.monotonic() - this.#tickedMs < stillTickMs - soonMs) return;
    clearTimeout(this.#timer);
    this.#look();
  }

  /** Something happened for which the next look may be too far away. What goes on happening does not put it off. */
  hurry(): void {
    if (this.#timer === null || this.#dueMs <= systemClock.monotonic() + tickMs) return;
    clearTimeout(this.#timer);
    this.start();
  }

  #look(): void {
    this.#parts.core.attempt('looking after the server', () => this.#tick());
    if (this.#timer !== null) this.start();
  }

  #waitMs(): number {
    if (this.#isNear) return nearTickMs;
    if (!this.#isCalm()) return tickMs;
    const { boot, rssBytes, options } = this.#parts.core;
    const { limitMb } = this.#allowance;
    const isFar = limitMb === 0 || rssBytes < stillShare * limitMb * 1024 * 1024;
    const isNew = systemClock.monotonic() - (boot?.readyAtMs ?? Infinity) < newMs;
    return isFar && !isNew && options.settings.ahead !== 'standby' ? stillTickMs : calmTickMs;
  }

  #isCalm(): boolean {
    const { boot, state, next, retiring, options } = this.#parts.core;
    const isBusy = state !== 'ready' || next !== null || retiring.size > 0 || boot === null || boot.fatal.length > 0;
    if (isBusy || boot.muted !== null || options.settings.health.intervalMs <= 2 * stillTickMs) return false;
    const nowMs = systemClock.monotonic();
    const pulses = [...boot.voices.values(), ...boot.clustered.values()];
    return pulses.every((pulse) => !isOverdue(this.#parts.core, pulse, nowMs));
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const gauge of this.#gauges.values()) gauge.close();
    this.#gauges.clear();
  }

  #tick(): void {
    const { core, life, replacement, workers } = this.#parts;
    const nowMs = systemClock.monotonic();
    const isLate = nowMs - this.#tickedMs > lateMs;
    this.#tickedMs = nowMs;
    if (core.isStopping) return;
    core.attempt('looking at live.json', () => replacement.look());
    const hold = core.healer !== null && core.live.known.holdBackoff;
    core.attempt('looking after restarts', () => life.tick(nowMs, hold));
    core.attempt('looking after workers', () => workers.tick(nowMs));
    for (const worker of core.workers) {
      reportSurvived(core, worker);
      this.#frozen(worker, { nowMs, isLate });
    }
    core.healer?.tick();
    core.attempt('telling the healer', () => core.inbox?.flush());
    if (core.boot !== null) {
      reportSurvived(core, core.boot);
      this.#lookAt(core.boot, nowMs, isLate);
    }
    if (nowMs - this.#observedMs > observedMs) {
      this.#observedMs = nowMs;
      core.attempt('writing observed.json', () => core.keepFiles());
    }
    if (core.healer !== null && nowMs - this.#toldMs > core.trafficMs / 2) {
      this.#toldMs = nowMs;
      core.attempt('telling the healer', () => core.inbox?.flushTraffic());
    }
  }

  #lookAt(boot: Boot, nowMs: number, isLate: boolean): void {
    if (this.#isNear || nowMs - this.#sampledMs >= sampleMs) {
      this.#sampledMs = nowMs;
      this.#memory(boot, nowMs);
    }
    this.#frozen(boot, { nowMs, isLate });
    this.#bereft(boot, nowMs);
    this.#withoutHook(boot, nowMs);
    this.#unclaimed(boot, nowMs);
    this.#health(boot, nowMs);
  }

  #memory(boot: Boot, nowMs: number): void {
    const { core } = this.#parts;
    for (const other of [core.next, ...core.retiring, ...core.workers]) {
      if (other === null) continue;
      other.rssBytes = this.#gaugeOf(other)?.read(nowMs) ?? 0;
      if (this.#pressure(other, nowMs) === 'hard') this.#kill(other, other.asked ?? 'memory');
    }
    const rssBytes = this.#gaugeOf(boot)?.read(nowMs) ?? 0;
    boot.rssBytes = rssBytes;
    const level = this.#pressure(boot, nowMs);
    const soonBytes = rssBytes + 2 * Math.max(0, rssBytes - core.rssBytes);
    this.#isNear = pressure(soonBytes, this.#allowance.limitMb) !== 'fine';
    const hasJumped = rssBytes > 2 * core.rssBytes; // seen before it ran its program, it held next to nothing
    core.rssBytes = rssBytes;
    this.#limit(boot, nowMs, level);
    this.#leaks(boot, nowMs);
    this.#usage.look(nowMs, hasJumped);
    const hasMoved = Math.abs(rssBytes - this.#recordedBytes) > this.#recordedBytes / 10;
    if (hasJumped || nowMs - this.#recordedMs > (hasMoved ? recordMs : recordStillMs)) {
      this.#recordedMs = nowMs;
      this.#recordedBytes = rssBytes;
      core.changed();
    }
  }

  #gaugeOf(boot: Boot): Gauge | null {
    for (const [old, gauge] of this.#gauges) {
      if (old.exit === null) continue;
      gauge.close();
      this.#gauges.delete(old);
    }
    const known = this.#gauges.get(boot);
    if (known !== undefined || boot.tree === null || boot.exit !== null) return known ?? null;
    const gauge = new Gauge(boot.tree);
    this.#gauges.set(boot, gauge);
    return gauge;
  }

  /** Over the limit is only what has to go for it. */
  #pressure(boot: Boot, nowMs: number): Pressure {
    const level = pressure(boot.rssBytes, this.#allowance.limitMb);
    if (level === 'fine' || level === 'near') return level;
    const usedMb = Math.round(boot.rssBytes / (1024 * 1024));
    const ruling = this.#allowance.rule(nowMs, boot, usedMb);
    if (ruling === 'raised') {
      const text = `the server needs ${usedMb} MB from its start: it may have ${this.#allowance.limitMb} MB from now on; set memory.limitMb to what it may have`;
      this.#parts.core.say('memory', text, { rssBytes: boot.rssBytes });
    }
    return ruling === 'enforce' ? level : 'near';
  }

  /** Gracefully where there is time; at once where it grows too fast for that, or grew again too soon. */
  #limit(boot: Boot, nowMs: number, level: Pressure): void {
    const { core, replacement } = this.#parts;
    const mayReplace = core.next === null && (core.state === 'ready' || core.state === 'unready');
    const isQuiet = nowMs < this.#memoryQuietUntilMs;
    if (level !== 'hard' && (level !== 'over' || !mayReplace || isQuiet)) return;
    if (!isQuiet) this.#tellMemory(boot, 'memory limit');
    this.#memoryQuietUntilMs = nowMs + memoryQuietMs;
    if (level === 'hard') this.#kill(boot, boot.asked ?? 'memory');
    else replacement.begin(null, 'memory limit reached: starting a fresh process');
  }

  /** Before the limit is reached, at a moment that suits. */
  #leaks(boot: Boot, nowMs: number): void {
    const { core, replacement } = this.#parts;
    const { limitMb } = this.#allowance;
    if (boot.readyAtMs === null || limitMb === 0) return;
    boot.leak ??= new LeakTrend(core.options.settings.leak, boot.readyAtMs);
    const share = core.rssBytes / (limitMb * 1024 * 1024);
    const mayReplace = core.next === null && core.state === 'ready' && nowMs >= this.#memoryQuietUntilMs;
    if (!boot.leak.isLeaking(nowMs, share) || !mayReplace) return;
    this.#memoryQuietUntilMs = nowMs + memoryQuietMs;
    this.#tellMemory(boot, 'memory leak: the heap grew at every look');
    replacement.begin(null, 'memory leak: starting a fresh process');
  }

  #tellMemory(boot: Boot, what: string): void {
    const { core } = this.#parts;
    const mb = Math.round(core.rssBytes / (1024 * 1024));
    const text = `${what}; the server uses ${mb} MB of ${this.#allowance.limitMb} MB (memory.limitMb)`;
    core.say('memory', text, { rssBytes: core.rssBytes });
    const { release } = core;
    core.tell({ ...nothingSeen, kind: 'memory', stderr: text, beforeReady: boot.readyAtMs === null, release });
  }

  #frozen(boot: Boot, look: Look): void {
    const { core } = this.#parts;
    void endFrozenWorker(core, boot, look);
    const [voice, stoodS] = frozenOf(core, boot.voices.values(), look) ?? [];
    if (voice === undefined) return;
    core.say('freeze', `the server has not answered for ${stoodS} s: its event loop is blocked`);
    void this.#thaw(boot, voice.pid);
  }

  /** What it was doing is read off before it goes. */
  async #thaw(boot: Boot, pid: number): Promise<void> {
    const identity = identify(pid);
    boot.asked = 'freeze';
    const stack = identity === null ? null : await blockedStack(identity, () => boot.follower.tail(4096));
    boot.blocked = stack ?? blockedSomewhere;
    this.#kill(boot, 'freeze');
  }

  /** Where the hook is silent, or its process listens on nothing that it saw opened, the process table tells whether it listens. */
  #withoutHook(boot: Boot, nowMs: number): void {
    const { core, life } = this.#parts;
    if (boot.readyAtMs !== null || boot.listening.size > 0 || boot.tree === null) return;
    const aliveMs = nowMs - boot.startedAtMs;
    if (aliveMs < hookMs) return;
    const port = listeningPort(boot.tree);
    if (port !== null) {
      boot.unheardLooks += 1;
      if (boot.unheardLooks < unheardLooks) return;
      boot.listening.set(fromRecord, { port, address: '', speaks: 'http', by: null });
      core.listensNowhere = false;
      life.ready(boot, boot.voices.size === 0 ? ' (without the preload)' : ' (on a socket that was handed on)');
    } else if (aliveMs > core.options.settings.startupMs || (core.listensNowhere && isSettled(boot, nowMs))) {
      core.listensNowhere = true;
      life.ready(boot, ': it runs, but listens nowhere');
    }
  }

  /** A socket that this version of the server does not ask for any more, and that no worker of an earlier one serves. */
  #unclaimed(boot: Boot, nowMs: number): void {
    const { held, workers } = this.#parts.core;
    if (boot.readyAtMs === null || nowMs - boot.readyAtMs < unclaimedMs) return;
    const all = [boot, ...workers];
    if (all.some(({ listening }) => listening.has(fromRecord))) return;
    for (const key of held.handles().keys()) if (!all.some(({ listening }) => listening.has(key))) held.release(key);
  }

  /** The server is gone, and what started it lives on and starts no other: a runner that waits for a change of its files. */
  #bereft(boot: Boot, nowMs: number): void {
    if (boot.asked !== null || boot.voices.size > 0) return;
    const { run } = this.#parts.core;
    const { muted, tree } = boot;
    if (muted !== null) {
      if (nowMs - muted.atMs < bereftMs) return;
      boot.muted = null;
    } else if (boot.readyAtMs !== null || !isOld(run.last(boot.n))) return;
    const words = lastWords(run, boot);
    const isBereft =
      muted === null ? isChildless(words?.ppid ?? null, tree) : words !== null || isDeserted(tree, muted);
    if (isBereft) this.#kill(boot, 'bereft');
  }

  #health(boot: Boot, nowMs: number): void {
    const { health } = this.#parts.core.options.settings;
    const door = doorOf(boot);
    if (!health.enabled || boot.readyAtMs === null || door === null) return;
    const [, target] = door;
    if (this.#prober?.boot !== boot) {
      this.#prober = { boot, prober: new Prober(health) };
      this.#probeAtMs = boot.readyAtMs + health.startDelayMs;
    }
    if (nowMs < this.#probeAtMs) return;
    this.#probeAtMs = nowMs + health.intervalMs;
    const { prober } = this.#prober;
    void prober.check(target).then((result) => {
      const { core } = this.#parts;
      if (core.boot !== boot || core.isStopping) return;
      if (result === 'good' || result === 'none') core.healthPath = prober.path;
      if (result === 'good' && core.go('answers')) core.say('healthy', 'the health route answers again');
      if (result === 'bad' && core.go('silent')) core.say('unready', 'the health route fails');
      if (result === 'dead') {
        core.say('health', `the health route failed ${health.failures} times: ending the server`);
        if (prober.path !== null) boot.fatal.push({ sighting: unwell(boot, prober.path), atMs: nowMs });
        this.#kill(boot, 'health');
      }
    });
  }

  #kill(boot: Boot, asked: Asked): void {
    boot.asked = asked;
    if (boot.tree === null) return;
    signalProcess(boot.tree.root, 'SIGKILL');
    killRemembered(boot.tree);
  }
}

/** What it is ended for: its own question, to be asked again in a copy. */
function unwell({ good, release = null }: Boot, route: string): Sighting {
  return { ...nothingSeen, kind: 'health', requests: [plainGet(route)], good, route, release };
}

/** What it begins with (its broker, its files) mostly fails at once, where it fails. */
function isSettled({ upAtMs }: Boot, nowMs: number): boolean {
  return upAtMs !== null && nowMs - upAtMs >= settledMs;
}

function isOld(words: string): boolean {
  const saidAtMs = statSync(words, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return Math.abs(systemClock.now() - saidAtMs) >= bereftMs; // said in the future, where the clock was set back
}

/** Who spoke is dead, nobody came after him, and nobody listens. */
function isDeserted(tree: Tree | null, { pid, pids }: Muted): boolean {
  const living = tree === null ? [] : members(tree);
  return living.every((one) => one.pid !== pid && pids.has(one.pid)) && tree !== null && listeningPort(tree) === null;
}

/** It lives, and has no other child: one beside the dead may be the server, and slow to start. */
function isChildless(pid: number | null, tree: Tree | null): boolean {
  const living = tree === null ? [] : members(tree);
  return living.some((one) => one.pid === pid) && living.every((one) => processStat(one.pid)?.ppid !== pid);
}
