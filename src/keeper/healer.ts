/** Keeps the healer program running beside the subject: its death hurts nobody, and is mended with patience. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../incident/nouns.ts';
import { sleep, systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errors.ts';
import { ensureFolder, readText } from '../kit/files.ts';
import { identify, isAlive, signalProcess, type Identity } from '../kit/identity.ts';

const firstMs = 1000;
const maxMs = 60_000;
const settledMs = 60_000;
const endMs = 5000;
const logBytesMax = 5 * 1024 * 1024;

export interface HealerOptions {
  readonly launch: Launch;
  command(launch: Launch): readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
  /** One that a keeper before us left running. */
  readonly left: Identity | null;
  changed(): void;
  /** It ended by itself with a fault: its last words. */
  failed(why: string): void;
}

export class Healer {
  readonly #options: HealerOptions;
  #launch: Launch;
  #identity: Identity | null;
  #timer: NodeJS.Timeout | null = null;
  #delayMs = firstMs;
  #startedAtMs = 0;
  #wanted = false;
  #isOver = false;
  /** One that we started ourselves tells of its end. */
  #isOurs = false;

  constructor(options: HealerOptions) {
    this.#options = options;
    this.#launch = options.launch;
    this.#identity = options.left !== null && isAlive(options.left) ? options.left : null;
  }

  identity(): Identity | null {
    return this.#identity;
  }

  /** Starts it where it does not run; from then on it is kept running. After `stop` nothing is started any more. */
  want(): void {
    if (this.#wanted || this.#isOver) return;
    this.#wanted = true;
    if (this.#identity === null) this.#start();
  }

  /** Its project is another folder from now on: one that runs ends, and the next finds what it left in the record. */
  follow(launch: Launch): void {
    const isSame = launch.project === this.#launch.project;
    this.#launch = launch;
    if (!isSame && this.#identity !== null) void end(this.#identity);
  }

  /** Looks after one that is not our child: only polling tells of its end. */
  tick(): void {
    if (this.#isOurs || this.#identity === null || isAlive(this.#identity)) return;
    this.#ended();
  }

  async stop(): Promise<void> {
    [this.#wanted, this.#isOver] = [false, true];
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#identity !== null) await end(this.#identity);
  }

  #start(): void {
    const { command, env, log } = this.#options;
    const argv = command(this.#launch);
    const cwd = this.#launch.project;
    this.#startedAtMs = systemClock.monotonic();
    const fd = openLog(log);
    const output = fd ?? 'ignore';
    // Detached: Ctrl-C at the terminal is for the keeper, which ends the healer in order.
    const child = spawn(argv[0] ?? '', argv.slice(1), { cwd, env, detached: true, stdio: ['ignore', output, output] });
    if (fd !== null) closeSync(fd);
    this.#identity = child.pid === undefined ? null : identify(child.pid);
    this.#isOurs = true;
    child.on('error', () => this.#ended());
    child.on('exit', (code) => {
      if (code === 1) this.#options.failed(lastWords(log));
      this.#ended();
    });
    this.#options.changed();
  }

  #ended(): void {
    this.#identity = null;
    this.#options.changed();
    if (!this.#wanted || this.#timer !== null) return;
    if (systemClock.monotonic() - this.#startedAtMs > settledMs) this.#delayMs = firstMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#wanted && this.#identity === null) this.#start();
    }, this.#delayMs);
    this.#delayMs = Math.min(maxMs, this.#delayMs * 2);
  }
}

async function end(identity: Identity): Promise<void> {
  signalProcess(identity, 'SIGTERM');
  const deadline = systemClock.monotonic() + endMs;
  while (isAlive(identity) && systemClock.monotonic() < deadline) await sleep(20);
  signalProcess(identity, 'SIGKILL');
}

/** The last line of the log that is no line of a stack. */
function lastWords(log: string): string {
  const lines = (readText(log) ?? '').trimEnd().split('\n');
  return lines.findLast((line) => line !== '' && !/^\s/.test(line)) ?? 'it said nothing';
}

/** Null where the disk does not let us: it then works without a log. */
function openLog(file: string): number | null {
  try {
    ensureFolder(path.dirname(file));
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > logBytesMax) renameSync(file, `${file}.old`);
    return openSync(file, 'a', 0o600);
  } catch (error) {
    if (isErrno(error)) return null;
    throw error;
  }
}
