/** Tells systemd how the server is (SUP-10): READY, RELOADING, STOPPING and the watchdog's beat, where `NOTIFY_SOCKET` asks for it. */
import { spawn } from 'node:child_process';
import type { State } from './states.ts';

/** Node opens no datagram socket of the unix kind; systemd brings a program that does. */
const program = 'systemd-notify';

export class Notifier {
  readonly #env: NodeJS.ProcessEnv;
  readonly #trouble: (error: Error) => void;
  #timer: NodeJS.Timeout | null = null;
  #isReady = false;
  #told: Promise<void> = Promise.resolve();

  /** `env` is the one that systemd started us with; without a `NOTIFY_SOCKET` in it nothing is ever told. */
  constructor(env: NodeJS.ProcessEnv, trouble: (error: Error) => void) {
    this.#env = env;
    this.#trouble = trouble;
  }

  /** Begins to beat where a watchdog wants it: twice in each of its periods. */
  start(): void {
    const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = this.#env;
    const periodMs = Number(WATCHDOG_USEC ?? 0) / 1000;
    const isOurs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid;
    if (!NOTIFY_SOCKET || !isOurs || !(periodMs > 0)) return;
    this.#timer = setInterval(() => this.#tell('WATCHDOG=1'), periodMs / 2).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  state(state: State, why: string | null): void {
    const status = `STATUS=${state}${why === null ? '' : `: ${why.split('\n')[0]}`}`;
    if (state === 'ready') return this.#ready(status);
    if (state === 'stopping') return this.#tell('STOPPING=1', status);
    this.#tell(status);
  }

  /** A new process is started beside the one that serves. */
  reloading(): void {
    if (this.#isReady) this.#tell('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`);
  }

  /** That is over, whichever of the two serves now. */
  reloaded(): void {
    if (this.#isReady) this.#ready('STATUS=ready');
  }

  #ready(status: string): void {
    this.#isReady = true;
    this.#tell('READY=1', status);
  }

  #tell(...assignments: readonly string[]): void {
    if (this.#env['NOTIFY_SOCKET']) this.#told = this.#told.then(() => this.#send(assignments));
  }

  /** One after the other: of two that run at once the later could be heard first. */
  #send(assignments: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const child = spawn(program, [`--pid=${process.pid}`, ...assignments], { env: this.#env, stdio: 'ignore' });
      child.on('error', (error) => {
        this.#trouble(error);
        resolve();
      });
      child.on('exit', () => resolve());
      child.unref();
    });
  }
}
