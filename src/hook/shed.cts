/**
 * Load shedding (LIM-1): above what it can carry, a server answers some requests with 503 at once, so that the others are answered
 * in time. Stands alone: the hook loads it where the owner switched it on, and apps can use it by themselves (`kintsugi/shed`).
 */

import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

export interface ShedSettings {
  /** Paths that are always answered. */
  readonly exempt: readonly string[];
  /** Memory that is to stay free, for repairs. */
  readonly headroomMb: number;
  /** Value of the header `x-kintsugi-bypass` that is let through; null = none is. */
  readonly bypass: string | null;
}

export const shedDefaults: ShedSettings = { exempt: ['/health', '/healthz', '/ready'], headroomMb: 200, bypass: null };

export type Level = 'green' | 'yellow' | 'red';

/** `samples`: load as means of five seconds, the latest last, at most twelve. */
type Changed = (level: Level, samples: readonly number[]) => void;

/** Marks our own refusals: they are no failure of the app. */
export const shedHeader = 'x-kintsugi-shed';

const yellowFrom = 0.7;
const redFrom = 0.85;
const controlMs = 1000;
const sampleMs = 5000;
const samplesKept = 12;
/** A loop this late is as loaded as one can be. */
const delayFullMs = 140;
const delayResolutionMs = 20;
/** A red loop takes up no more requests while it is so far behind: it worked without a pause, and a pause makes up for so many times what it lasts. */
const behindMsMax = 50;
const pauseWeight = 20;
/** More is not remembered: however long it was blocked, ten milliseconds of rest say that nobody waits any more. */
const behindMsKept = 200;
/** A look that is so late is taken by the next request: its timer waits for the end of a turn. */
const overdueMs = 1250;
/** At the end of yellow. */
const gradualMax = 0.2;
/** What is as loaded as can be does not say by how much: what is let through is halved. */
const fullFrom = 0.97;
/** What is let through where all would be refused is found out by so little. */
const throughMin = 0.01;
const openingMax = 1.3;

/** One second's measurements, each a share of what there is. */
export interface Shares {
  /** Event-loop utilisation. */
  readonly loop: number;
  /** The loop's mean lateness against what is no longer bearable. */
  readonly delay: number;
  /** Processor time against the cores that the cgroup leaves us. */
  readonly cpu: number;
  /** Memory against the limit less the headroom. */
  readonly memory: number;
}

/** What refusing by the second can work off. Memory that is used but within the headroom's limit is not: it never counts as red by itself. */
function besideLoop({ cpu, memory }: Shares): number {
  return Math.max(cpu, memory > 1 ? 1 : Math.min(memory, redFrom));
}

/** Load as one number. */
export function loadOf(shares: Shares): number {
  return Math.max(shares.loop, shares.delay, besideLoop(shares));
}

export function levelOf(load: number): Level {
  if (load > redFrom) return 'red';
  return load >= yellowFrom ? 'yellow' : 'green';
}

/**
 * The share of requests that is refused, from one second to the next. A loop that is red refuses while it is behind, so its share stays what
 * yellow makes it: it is then as busy as it can be, and no share could be told from that. For processors and memory beside a loop that
 * is not, the share is sought that brings them to the middle of yellow.
 */
export function nextShare(share: number, shares: Shares): number {
  const [load, beside] = [loadOf(shares), besideLoop(shares)];
  const through = Math.max(throughMin, 1 - share);
  const aim = (yellowFrom + redFrom) / 2;
  if (levelOf(load) === 'green') return Math.max(0, 1 - through * Math.min(openingMax, aim / load));
  const gradual = Math.max(share, Math.min(1, (load - yellowFrom) / (redFrom - yellowFrom)) * gradualMax);
  const isLoop = levelOf(Math.max(shares.loop, shares.delay)) === 'red' && shares.memory <= 1;
  if (isLoop) return Math.min(gradual, gradualMax);
  if (levelOf(beside) !== 'red') return gradual;
  return Math.max(gradual, 1 - through * (beside >= fullFrom ? 0.5 : aim / beside));
}

/**
 * How far a loop is behind. What waits for it cannot be seen (a connection is accepted each turn, the others wait in the kernel), but where
 * somebody waits it does not pause. So what is let through keeps it busy all but a twentieth of the time, whatever the load.
 */
class Behind {
  #ms = 0;
  #last = performance.eventLoopUtilization();

  /** Since it was asked last. */
  ms(): number {
    const now = performance.eventLoopUtilization();
    const ms = this.#ms + now.active - this.#last.active - pauseWeight * (now.idle - this.#last.idle);
    this.#last = now;
    this.#ms = Math.min(behindMsKept, Math.max(0, ms));
    return this.#ms;
  }
}

export class Shedder {
  readonly #settings: ShedSettings;
  readonly #exempt: ReadonlySet<string>;
  readonly #delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  readonly #cores = coresOf();
  readonly #limitBytes: number;
  readonly #samples: number[] = [];
  readonly #changed: Changed;
  #recent: number[] = [];
  #utilisation = performance.eventLoopUtilization();
  #cpu = process.cpuUsage();
  #atMs = performance.now();
  #share = 0;
  #level: Level = 'green';
  readonly #behind = new Behind();

  constructor(settings: ShedSettings, changed: Changed = () => undefined) {
    this.#settings = settings;
    this.#changed = changed;
    this.#exempt = new Set(settings.exempt);
    this.#limitBytes = Math.max(1, memoryLimit() - settings.headroomMb * 1024 * 1024);
    this.#delay.enable();
    setInterval(() => this.#look(), controlMs).unref();
  }

  /** Answers the request itself where it is one too many; true where it did. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean {
    if (performance.now() - this.#atMs > overdueMs) this.#look();
    if (!this.#isTooMany() || this.#passes(request) || response.headersSent) return false;
    const retryAfter = this.#level === 'red' ? 10 : 3;
    response.writeHead(503, {
      'retry-after': String(retryAfter),
      'content-type': 'text/plain; charset=utf-8',
      [shedHeader]: this.#level,
    });
    response.end(`The server has more to do than it can. Try again in ${retryAfter} seconds.\n`);
    request.resume(); // a body that nobody reads would hold up the connection
    return true;
  }

  #isTooMany(): boolean {
    const isBehind = this.#level === 'red' && this.#behind.ms() > behindMsMax;
    return isBehind || (this.#share > 0 && Math.random() < this.#share);
  }

  /** Express and Connect shorten `url` where it is mounted (`app.use('/api', shed())`) and leave the whole in `originalUrl`. */
  #passes({ url = '/', headers, originalUrl = url }: IncomingMessage & { readonly originalUrl?: string }): boolean {
    if ([url, originalUrl].some((one) => this.#exempt.has(one.split('?', 1)[0] ?? '/'))) return true;
    const given = headers['x-kintsugi-bypass'];
    const { bypass } = this.#settings;
    if (typeof given !== 'string' || bypass === null || bypass === '' || given.length !== bypass.length) return false;
    const [a, b] = [Buffer.from(given), Buffer.from(bypass)];
    return a.length === b.length && crypto.timingSafeEqual(a, b);
  }

  #look(): void {
    const shares = this.#measure();
    const load = loadOf(shares);
    this.#share = nextShare(this.#share, shares);
    this.#recent.push(load);
    if (this.#recent.length * controlMs >= sampleMs) {
      this.#samples.push(this.#recent.reduce((sum, one) => sum + one, 0) / this.#recent.length);
      this.#samples.splice(0, this.#samples.length - samplesKept);
      this.#recent = [];
    }
    const level = levelOf(load);
    if (level === this.#level) return;
    this.#level = level;
    this.#behind.ms();
    this.#changed(level, this.#samples);
  }

  #measure(): Shares {
    const [nowMs, cpu] = [performance.now(), process.cpuUsage()];
    const loop = performance.eventLoopUtilization(this.#utilisation).utilization;
    const usedMs = (cpu.user + cpu.system - this.#cpu.user - this.#cpu.system) / 1000;
    const lateMs = Math.max(0, (this.#delay.mean || 0) / 1e6 - delayResolutionMs);
    const shares = {
      loop,
      delay: Math.min(1, lateMs / delayFullMs),
      cpu: Math.min(1, usedMs / ((nowMs - this.#atMs) * this.#cores)),
      memory: process.memoryUsage.rss() / this.#limitBytes,
    };
    this.#delay.reset();
    this.#utilisation = performance.eventLoopUtilization();
    this.#cpu = cpu;
    this.#atMs = nowMs;
    return shares;
  }
}

/** The container's, else the machine's. */
function memoryLimit(): number {
  const total = os.totalmem();
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 && limit < total ? limit : total;
}

/** Cores that may be used: what the strictest quota of our cgroup and of those above it allows, in either version of cgroups. */
export function coresOf(root = '/'): number {
  const text = (...parts: string[]): string => readOrNull(path.join(root, ...parts))?.trim() ?? '';
  let cores = os.availableParallelism();
  for (const line of text('proc/self/cgroup').split('\n')) {
    const [, controllers = '-', group = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers !== '' && !controllers.split(',').includes('cpu')) continue;
    const base = path.join('sys/fs/cgroup', controllers === '' ? '' : 'cpu');
    for (let folder = path.join(base, path.join('/', group)); folder.startsWith(base); folder = path.dirname(folder)) {
      const [quota, period] = text(folder, 'cpu.max').split(' ');
      const ofOld = [text(folder, 'cpu.cfs_quota_us'), text(folder, 'cpu.cfs_period_us')];
      const allowed = period === undefined ? Number(ofOld[0]) / Number(ofOld[1]) : Number(quota) / Number(period);
      if (allowed > 0) cores = Math.min(cores, allowed);
    }
  }
  return cores;
}

function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null; // no such cgroup: the machine's cores count
  }
}

type Emit = (this: unknown, event: string | symbol, ...args: unknown[]) => boolean;

/** Puts it before every request of every http and https server of this process. */
export function shedAll(settings: ShedSettings, changed: Changed): void {
  const shedder = new Shedder(settings, changed);
  for (const { prototype } of [http.Server, https.Server]) {
    const emit = prototype.emit as Emit;
    const shedding: Emit = function (this: unknown, event, ...args) {
      if (event === 'request' && shedder.refuse(args[0] as IncomingMessage, args[1] as ServerResponse)) return true;
      return emit.call(this, event, ...args);
    };
    Object.defineProperty(prototype, 'emit', {
      value: shedding,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

type Wrapped<T> = T | { readonly raw: T };
type Middleware = (request: Wrapped<IncomingMessage>, response: Wrapped<ServerResponse>, next: () => void) => void;

/** For apps: `app.use(shed())` in Express and Connect, `app.addHook('onRequest', shed())` in Fastify. Without options: the defaults. */
export function shed(options: Partial<ShedSettings> = {}): Middleware {
  const shedder = new Shedder({ ...shedDefaults, ...options });
  return (request, response, next) => {
    const raw = 'raw' in response ? response.raw : response;
    if ('hijack' in response && typeof response.hijack === 'function') return fastify(shedder, request, response, next);
    if (!shedder.refuse('raw' in request ? request.raw : request, raw)) next();
  };
}

/** Fastify must be told that somebody else answers. */
function fastify(
  shedder: Shedder,
  request: Wrapped<IncomingMessage>,
  reply: Wrapped<ServerResponse> & { hijack?: unknown },
  next: () => void,
): void {
  const raw = 'raw' in reply ? reply.raw : reply;
  if (!shedder.refuse('raw' in request ? request.raw : request, raw)) return next();
  (reply.hijack as () => void).call(reply);
}
