/** One boot of the subject in its copy: started, asked, watched, and ended with everything it started. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Answer, CapturedRequest, ErrorReport, RuntimeFacts } from '../incident/nouns.ts';
import { atMost, sleep } from '../kit/clock.ts';
import type { Identity } from '../kit/identity.ts';
import { cpuTicks, endSandbox, endTree, guardGroup, innerOf, isWorking, signalName } from './endtree.ts';
import type { Relays } from './relay/relay.ts';
import { asError, asFacts, Heard, type Outcome, type Report } from './reports.ts';
import { isRaw } from './message.ts';
import { resigned, type Swap } from './resign.ts';
import { portsMeant, send, tryTls, type Listening } from './request.ts';
import { tailOf, type Stream } from './tail.ts';
import { isChildless, lastWords, openWires, pinSocket, type Message, type Wire, workersMet } from './wire.ts';

// Idle is who is seen at work in at most a third of so many looks.
const looks = 10;
/** Another server of the same process comes at most this much later, beside the time that the first one took. */
const laterMs = 250;
const lookMs = 30;
const turnMs = 2_000;
const bereftMs = 100;
/** So long whoever started a process that failed has to start the next. */
const nextMs = 2_000;
const earlyLookMs = 250;
const slownessMax = 5;

export interface TrialSpec {
  /** Complete command, confinement included. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly token: string;
  /** Folder of the control socket as the host sees it, and one that the trial cannot reach. */
  readonly controlFolder: string;
  readonly ownFolder: string;
  readonly confined: boolean;
  /** Open for this boot alone; closed with it. */
  readonly relays: Relays;
  /** What requests may be signed with, and what they are signed with here. */
  readonly swaps: readonly Swap[];
  /** It is started now, and waits in the hook, before anything of the app, until `start`. */
  readonly parked: boolean;
  readonly bootTimeoutMs: number;
  /** A server that never listens counts as up after this long. */
  readonly aliveMs: number;
  /** Puts live paths where the copy's own would show (without confinement they differ). */
  readonly unmap: (text: string) => string;
  /** Told at once, so that a boot can be stopped before it is ready. */
  readonly onStart: (booted: Booted) => void;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Booted {
  readonly ready: boolean;
  readonly bootMs: number;
  /** Why the trial itself could not be carried out; null where it was. */
  readonly setup: string | null;
  readonly exit: Exit | null;
  /** Milliseconds from ready (or spawn, if never ready) to the exit. */
  readonly exitMs: number | null;
  readonly ports: readonly number[];
  printed(on: Stream): string;
  reports(): readonly Report[];
  /** What it tried to reach, as the hook noted it: `host:port`. */
  targets(): readonly string[];
  outcomes(): readonly Outcome[];
  /** Files of the project that it asked the disk for in vain, whatever it made of that. */
  lost(): readonly ErrorReport[];
  /** What a read-only relay refused it, in a sentence; null where nothing was. */
  refused(): string | null;
  facts(): Promise<RuntimeFacts | null>;
  /** The error that ended the process, from its last words. */
  lastError(): ErrorReport | null;
  /** False where no answer came: the event loop is blocked. */
  arm(state: 'all' | 'uncaught' | 'none'): Promise<boolean>;
  request(request: CapturedRequest, timeoutMs: number): Promise<Answer>;
  /** Resolves after `ms`, or earlier at the exit. */
  settle(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Spawned, and not yet waited for. */
export interface Startable extends Booted {
  /** Resolves when it is ready, has ended, or the time is up. `needsListen`: alive is not enough, as there are requests for it. */
  start(needsListen: boolean): Promise<void>;
}

export function openTrial(spec: TrialSpec): Startable {
  const trial = new Trial(spec);
  spec.onStart(trial);
  return trial;
}

/** The first descriptor after the standard three. */
const parkFd = 3;

class Trial implements Startable {
  ready = false;
  bootMs = 0;
  setup: string | null = null;
  exit: Exit | null = null;
  exitMs: number | null = null;
  readonly #spec: TrialSpec;
  readonly #child: ChildProcess;
  #startedMs = performance.now();
  readonly #done = new AbortController();
  readonly #listening: Listening[] = [];
  readonly #heard: Heard;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  #wire: Wire | null = null;
  /** Of those that live. */
  readonly #wires = new Set<Wire>();
  readonly #workers = new Set<Wire>();
  #workersMet = 0;
  #silent = false;
  readonly #unguard: () => void = () => undefined;
  #inner: readonly Identity[] = [];
  readonly #tails: Readonly<Record<Stream, () => string>>;
  #onListening: () => void = () => undefined;
  #stopped: Promise<void> | null = null;

  constructor(spec: TrialSpec) {
    this.#spec = spec;
    this.#heard = new Heard(spec.unmap);
    const [program = '', ...args] = spec.argv;
    this.#child = spawn(program, args, {
      cwd: spec.cwd,
      env: spec.parked ? { ...spec.env, KINTSUGI_PARK: String(parkFd) } : spec.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(spec.parked ? (['pipe'] as const) : [])],
    });
    this.#tails = { stdout: tailOf(this.#child.stdout), stderr: tailOf(this.#child.stderr) };
    this.#pipe?.on('error', () => undefined); // it ended while it waited
    if (!spec.confined && this.#child.pid !== undefined) this.#unguard = guardGroup(this.#child.pid);
    this.#exited = new Promise((resolve) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) => {
        this.setup = `the trial could not be started (${error.code ?? error.message})`;
        resolve();
      });
      this.#child.once('exit', (code, signal) => {
        this.#noteExit(code, signal);
        resolve();
      });
    });
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()));
    void this.#exited.then(() => this.#done.abort());
  }

  /** On which a parked one waits for its word. */
  get #pipe(): Socket | null {
    return (this.#child.stdio[parkFd] as Socket | undefined) ?? null;
  }

  get ports(): readonly number[] {
    return this.#listening.map((one) => one.port);
  }

  async start(needsListen: boolean): Promise<void> {
    this.#startedMs = performance.now();
    this.#pipe?.end('\n');
    const heard = new Promise<boolean>((resolve) => {
      this.#onListening = () => resolve(true);
    });
    const wired = openWires(this.#spec.controlFolder, this.#spec.ownFolder, {
      signal: this.#done.signal,
      onOpen: (wire) => this.#meet(wire),
      onMessage: (message, from) => this.#hear(message, from),
      onClose: (wire) => void this.#lose(wire),
    });
    void this.#watchForEarlyDeath();
    const up = await Promise.race([heard, this.#exited.then(() => false), this.#alive(needsListen)]);
    this.bootMs = Math.round(this.#ranMs());
    this.ready = up && this.exit === null && this.setup === null;
    if (this.exit !== null || this.setup !== null) await atMost(500 * this.#slowness(), this.#closed);
    else if (this.#wire === null && !this.ready)
      this.setup = 'the trial could not be watched: the preload did not answer';
    if (this.exit !== null) await wired;
  }

  printed(on: Stream): string {
    return this.#spec.unmap(this.#tails[on]());
  }

  reports(): readonly Report[] {
    return this.#heard.reports;
  }

  targets(): readonly string[] {
    return [...this.#heard.targets];
  }

  outcomes(): readonly Outcome[] {
    return this.#heard.outcomes;
  }

  lost(): readonly ErrorReport[] {
    return this.#heard.lost(this.exit === null ? null : this.#spec.controlFolder);
  }

  refused(): string | null {
    return this.#spec.relays.refused();
  }

  async arm(state: 'all' | 'uncaught' | 'none'): Promise<boolean> {
    await workersMet(this.#spec.controlFolder, () => this.#workersMet, this.#done.signal);
    return (await this.#askAll({ t: 'arm', state }, 'armed')).every((answer) => answer !== null);
  }

  async facts(): Promise<RuntimeFacts | null> {
    const answers = this.exit === null ? await this.#askAll({ t: 'facts' }, 'facts') : [];
    const found = answers.map((answer) => answer?.['facts'] ?? null).find((facts) => facts !== null);
    return asFacts(found ?? lastWords(this.#spec.controlFolder)?.['facts'], this.#spec.unmap);
  }

  lastError(): ErrorReport | null {
    return this.exit === null ? null : asError(lastWords(this.#spec.controlFolder)?.['error'], this.#spec.unmap);
  }

  async request(captured: CapturedRequest, timeoutMs: number): Promise<Answer> {
    const request = resigned(captured, this.#spec.swaps);
    const to = await this.#serverOf(request);
    if (this.exit !== null) return { status: null, error: 'exit', ms: 0 };
    if (to === undefined) return { status: null, error: 'refused', ms: 0 };
    let answer = await send(request, { ...to, tls: to.tls === true, timeoutMs });
    if (answer.error === 'reset' && answer.status === null) {
      // A dying process resets first and is seen to be dead a moment later.
      await this.settle(250 * this.#slowness());
      if (this.exit !== null) return { ...answer, error: 'exit' };
      if (isRaw(request)) return { ...answer, status: 200, error: null }; // it may hang up as it likes
      if (to.tls === null) answer = await tryTls(request, { to, plain: answer, timeoutMs });
    } else if (answer.status !== null) to.tls ??= false;
    return answer;
  }

  async settle(ms: number): Promise<void> {
    await sleep(ms, this.#done.signal);
    // Starved by others, its timers are late: what was due has run once its loop turned.
    if (this.exit === null && !(await this.#turns())) await atMost(500, this.#exited);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#done.abort();
    for (const wire of [...this.#wires, ...this.#workers]) wire.close();
    this.#spec.relays.close();
    const pid = this.#child.pid;
    if (pid === undefined) return;
    this.#unguard();
    if (!this.#spec.confined) await endTree(pid, this.#spec.token);
    else await endSandbox(pid, this.#inner);
    await atMost(2_000, this.#closed);
    for (const stream of [this.#child.stderr, this.#child.stdout]) stream?.destroy();
  }

  /** True once it has been up and idle for long enough to be called alive; false at its end, or when the boot time is over. */
  async #alive(needsListen: boolean): Promise<boolean> {
    const { aliveMs } = this.#spec;
    if (needsListen) await sleep(this.#spec.bootTimeoutMs, this.#done.signal);
    else await sleep(aliveMs - looks * lookMs, this.#done.signal);
    while (!this.#done.signal.aborted) {
      // Who has asked others and listens nowhere may still wait for their answer.
      const patienceMs = [...this.#heard.targets].some((target) => /:\d+$/.test(target)) ? 5 * aliveMs : aliveMs;
      const isIdle = await this.#rests();
      // One that is about to end rests, too, and answers nothing any more.
      if (isIdle && !needsListen && this.#ranMs() >= patienceMs && (await this.#turns())) return this.exit === null;
      if (this.#isLate(isIdle)) return false;
    }
    return false;
  }

  /** The time to boot is over; on a busy machine one that hardly got a processor has more of it. */
  #isLate(isIdle: boolean): boolean {
    const [ranMs, limitMs] = [this.#ranMs(), this.#spec.bootTimeoutMs];
    if (ranMs < limitMs || isIdle || ranMs > 4 * limitMs) return ranMs >= limitMs;
    return this.#child.pid === undefined || cpuTicks(this.#child.pid) * 10 > ranMs / 3;
  }

  /** Still working hard is a slow start, not a server without a port. */
  async #rests(): Promise<boolean> {
    let working = 0;
    for (let look = 0; look < looks && !this.#done.signal.aborted; look += 1) {
      await sleep(lookMs, this.#done.signal);
      if (this.exit === null && this.#child.pid !== undefined && isWorking(this.#child.pid)) working += 1;
    }
    return working * 3 <= looks;
  }

  /** Does its event loop turn? Without a hook nobody can tell. */
  async #turns(): Promise<boolean> {
    return this.#wire === null || (await this.#wire.ask({ t: 'facts' }, 'facts', turnMs)) !== null;
  }

  /** What took long to boot, by itself or on a busy machine, takes long for all else. */
  #slowness(): number {
    return Math.min(Math.max(this.bootMs / 1_000, 1), slownessMax);
  }

  #ranMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** Null for each of which no answer comes, be it that nobody is there; a loop that was silent once is not waited for again. */
  async #askAll(message: Message, reply: string): Promise<(Message | null)[]> {
    const limitMs = this.#silent ? 20 : 700 * this.#slowness();
    const asked = [this.#wire, ...this.#workers].map(
      async (wire) => (await wire?.ask(message, reply, limitMs)) ?? null,
    );
    const answers = await Promise.all(asked);
    this.#silent = answers.includes(null);
    return answers;
  }

  /** The server is who listens first; until then, whoever was started last. */
  #meet(wire: Wire): void {
    (wire.isWorker ? this.#workers : this.#wires).add(wire);
    if (wire.isWorker) this.#workersMet += 1;
    if (!wire.isWorker && this.#listening.length === 0) this.#wire = wire;
    if (this.#spec.confined && this.exit === null) this.#inner = innerOf(this.#child.pid ?? 0);
    if (this.#stopped !== null) wire.close();
  }

  /** The server died of an error, and what started it may live on and wait for a change of files (keeper/watch.ts): it is an end all the same. */
  async #lose(wire: Wire): Promise<void> {
    this.#workers.delete(wire);
    this.#wires.delete(wire);
    if (this.#listening.length === 0 || wire !== this.#wire) return;
    const known = this.#wires.size + this.#listening.length;
    await sleep(bereftMs, this.#done.signal);
    const isOver = this.exit !== null || this.#stopped !== null;
    if (isOver || lastWords(this.#spec.controlFolder) === null) return;
    if (this.#wires.size + this.#listening.length <= known) this.#child.kill('SIGKILL');
  }

  /** The same, of one that dies before it listens, maybe before anybody is connected to it. What starts another has time for it. */
  async #watchForEarlyDeath(): Promise<void> {
    for (let sinceMs: number | null = null; !this.#done.signal.aborted && this.#listening.length === 0;) {
      const words = lastWords(this.#spec.controlFolder);
      const isBereft = words !== null && isChildless([...this.#wires], words['ppid']);
      sinceMs = isBereft ? (sinceMs ?? this.#ranMs()) : null;
      if (sinceMs !== null && this.#ranMs() - sinceMs >= nextMs) this.#child.kill('SIGKILL');
      await sleep(earlyLookMs, this.#done.signal);
    }
  }

  #hear(message: Message, from: Wire): void {
    this.#heard.hear(message);
    if (message.t === 'listening') {
      if (this.#listening.length === 0) this.#wire = from;
      this.#noteListening(message);
    }
  }

  #noteListening(message: Message): void {
    const { port, pipe, tls } = message;
    if (typeof port !== 'number' || !Number.isInteger(port) || this.#listening.length > 50) return;
    const at =
      typeof pipe === 'string'
        ? pinSocket(path.join(this.#spec.controlFolder, path.basename(pipe)), this.#spec.ownFolder)
        : null;
    if (at === null && this.#spec.confined) return;
    this.#listening.push({
      port,
      target: at === null ? { port } : { socketPath: at },
      tls: typeof tls === 'boolean' ? tls : null,
    });
    this.#onListening();
  }

  /** One that does not listen yet is waited for as long as the first one took. */
  async #serverOf(request: CapturedRequest): Promise<Listening | undefined> {
    const ports = portsMeant(request, this.#spec.env);
    const find = (): Listening | undefined =>
      ports.map((port) => this.#listening.find((one) => one.port === port)).find((one) => one !== undefined);
    const untilMs = 2 * this.bootMs + laterMs;
    while (ports.length > 0 && find() === undefined && this.exit === null && this.#ranMs() < untilMs) await sleep(10);
    return find() ?? this.#listening[0];
  }

  #noteExit(code: number | null, signal: string | null): void {
    const readyMs = this.ready ? this.bootMs : 0;
    this.exitMs = Math.round(performance.now() - this.#startedMs - readyMs);
    // bubblewrap tells a death by signal as 128 + n.
    const inner = this.#spec.confined && code !== null && code > 128 ? signalName(code - 128) : null;
    this.exit = inner === null ? { code, signal } : { code: null, signal: inner };
    const failed = /^bwrap: (.*)$/m.exec(this.#tails.stderr().slice(0, 2_000));
    if (this.#spec.confined && failed && code === 1 && !this.#wire)
      this.setup = `the trial could not be set up: ${failed[1]}`;
  }
}
