/**
 * A process of the subject started ahead. A spare: Node is up and our hook is loaded, nothing of the app is. A standby, where the
 * owner asks for one: the app has booted and stands still where it would listen. It waits in the hook, without using the processor,
 * until the next boot is due, which then saves most of a start, or nearly all. The held sockets were given to it like to any boot,
 * so it goes when they change; a standby also when the files do. Where its keeper dies, it reads the end of its pipe and ends.
 */
import type { Socket } from 'node:net';
import { readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { present } from '../kit/files.ts';
import { worksBeforePreload } from '../kit/preload.ts';
import { nearestPackage } from '../kit/workspaces.ts';
import type { Started } from './child.ts';
import type { Core } from './core.ts';
import type { Standby } from './states.ts';
import { isSuspended } from './tree.ts';

export interface Numbered {
  readonly n: number;
  /** 16 hex digits in the environment of every process of this boot. */
  readonly token: string;
  readonly started: Started;
}

/** Not at once: what just became ready has work to do. Not late: what dies again soon is to find it there. */
const restMs = 400;
/** A spare that ended by itself is not made again at once. */
const againMs = 60_000;
/** How often the files of a standby are looked at, and how much of the time that may take. */
const lookMs = 1000;
const lookShare = 1 / 50;

export class Spare {
  readonly #core: Core;
  readonly #start: () => Numbered;
  #parked: Numbered | null = null;
  /** Of the files that a standby was booted from. */
  #print: string | null = null;
  /** Of the package.json that Node has read by then, for good. */
  #manifest: string | null = null;
  #lookAtMs = 0;
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(core: Core, start: () => Numbered) {
    this.#core = core;
    this.#start = start;
    core.held.changed = () => this.drop();
  }

  /** Of the boot that waits; [] where none does. */
  numbers(): readonly number[] {
    return this.#parked === null ? [] : [this.#parked.n];
  }

  /** The server became ready: no regular look is waited for, which may be seconds away. */
  soon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const look = (): void => this.#core.attempt('starting a process ahead', () => this.tick(systemClock.monotonic()));
    this.#timer = setTimeout(look, restMs + 1).unref();
  }

  /** Makes one where the server has run for a moment and nothing else is going on. */
  tick(nowMs: number): void {
    const { boot, state, next } = this.#core;
    this.#lookAtFiles(nowMs);
    if (this.#parked !== null || state !== 'ready' || next !== null || nowMs < this.#notBeforeMs) return;
    if (boot === null || boot.readyAtMs === null || nowMs - boot.readyAtMs < restMs || !this.#isPossible()) return;
    this.#notBeforeMs = nowMs + againMs;
    this.#print = this.#isStandby() ? this.#core.fileprint() : null;
    this.#manifest = manifestPrint(this.#core.launch.cwd);
    const parked = this.#start();
    const { child } = parked.started;
    this.#set(parked, this.#print === null ? 'spare' : 'starting');
    const gone = (): void => {
      if (this.#parked !== parked) return;
      this.#set(null, 'off');
      if (this.#print !== null) this.#core.say('standby', 'the standby process ended; it is tried again in a minute');
    };
    pipeOf(parked)?.once('data', () => {
      if (this.#parked === parked) this.#set(parked, 'ready');
    });
    child?.on('error', gone);
    child?.on('exit', gone);
    pipeOf(parked)?.on('error', gone); // it ended while it was being written to
    pipeOf(parked)?.unref();
    if (child === null) gone();
  }

  /** Lets it go, and hands it over; null where there is none, or where a fresh start would be another one. `afresh` = new files are to be brought in. `byte`: see the hook's `park`. */
  take(afresh: boolean, byte = '\n'): Numbered | null {
    const parked = this.#parked;
    this.#notBeforeMs = 0;
    if (parked === null) return null;
    const isUsable = this.#print === null || (this.#core.standby === 'ready' && !afresh && !this.#isOutdated());
    if (!isUsable || !this.#isFresh(parked)) {
      this.drop();
      return null;
    }
    this.#set(null, 'off');
    const pipe = pipeOf(parked);
    pipe?.end(byte, () => pipe.destroy());
    return parked;
  }

  /** Ends it unused: its sockets are no longer the right ones, or nothing is to start any more. */
  drop(): void {
    if (this.#parked === null) return;
    const { child } = this.#parked.started;
    this.#set(null, 'off');
    child?.kill('SIGKILL');
  }

  #set(parked: Numbered | null, standby: Standby): void {
    this.#parked = parked;
    this.#core.standby = standby;
    this.#core.changed();
  }

  /** Only of what listens on sockets that we hold: anything else would do its work twice. */
  #isStandby(): boolean {
    return this.#core.options.settings.ahead === 'standby' && this.#core.held.handles().size > 0;
  }

  #isOutdated(): boolean {
    return this.#core.fileprint() !== this.#print;
  }

  /** A standby of files that are no longer there is made anew. */
  #lookAtFiles(nowMs: number): void {
    if (this.#parked === null || this.#print === null || nowMs < this.#lookAtMs) return;
    const startedMs = systemClock.monotonic();
    if (this.#isOutdated()) {
      this.drop();
      this.#notBeforeMs = 0;
    }
    this.#lookAtMs = nowMs + Math.max(lookMs, (systemClock.monotonic() - startedMs) / lookShare);
  }

  /** Only where the present boot has shown that its first process is the app itself, with our hook: the same command waits likewise. */
  #isPossible(): boolean {
    const { boot, hookFile, options, launch } = this.#core;
    const { settings, env } = options;
    if (settings.ahead === 'off' || hookFile === null || process.platform !== 'linux') return false;
    if (!isNode(launch.argv[0] ?? '') || worksBeforePreload(launch.argv, env['NODE_OPTIONS'])) return false;
    return [...(boot?.voices.values() ?? [])].some(({ pid }) => pid === boot?.tree?.root.pid);
  }

  /**
   * The folder may have been replaced since (a link that points to the newest release), the package.json (its `type`, its `imports`), or Node
   * itself; somebody may have stopped it, or taken away what it writes to.
   */
  #isFresh({ n, started: { child, hasStderr } }: Numbered): boolean {
    const { hookFile, launch, run } = this.#core;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null || hookFile === null)
      return false;
    if (manifestPrint(launch.cwd) !== this.#manifest) return false;
    if (isSuspended(child.pid) || (hasStderr && !present(run.stderr(n)))) return false;
    try {
      const [was, is] = [statSync(`/proc/${child.pid}/cwd`), statSync(launch.cwd)];
      const isSame = was.dev === is.dev && was.ino === is.ino;
      return isSame && !readlinkSync(`/proc/${child.pid}/exe`).endsWith(' (deleted)');
    } catch (error) {
      if (isErrno(error)) return false; // it or the folder is gone
      throw error;
    }
  }
}

/** Null where there is none. */
function manifestPrint(cwd: string): string | null {
  const file = path.join(nearestPackage(cwd) ?? cwd, 'package.json');
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : `${file} ${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}

/** A start script that becomes Node in the end would do again what it does before (migrations, say), beside the server that runs. */
function isNode(program: string): boolean {
  return program === process.execPath || /^node(?:js)?$/.test(path.basename(program));
}

/** The last of its descriptors, after the held sockets. */
function pipeOf({ started: { child } }: Numbered): Socket | null {
  return ((child?.stdio as readonly unknown[] | undefined)?.at(-1) as Socket | undefined) ?? null;
}
