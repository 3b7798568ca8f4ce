/** The keeper program: keeps one server alive, holds its sockets, and tells the healer what went wrong. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isServed } from '../kit/beacon.ts';
import { atMost, sleep, systemClock } from '../kit/clock.ts';
import { Fault, isErrno } from '../kit/errors.ts';
import { ensureFolder, namesIn, present, writeFileAtomic } from '../kit/files.ts';
import { hashOf } from '../kit/hash.ts';
import { collector } from '../kit/heap.ts';
import { identify, signalProcess } from '../kit/identity.ts';
import { alreadyRunning, takeLock, type Lock } from '../kit/lock.ts';
import type { RunPaths } from '../kit/paths.ts';
import { bootMark, type Boot } from './child.ts';
import { Core, type KeeperOptions } from './core.ts';
import { exitCode, type Exit } from './deaths.ts';
import { finishRequests } from './finish.ts';
import { servePeers, type Peer } from './handles.ts';
import { Healer } from './healer.ts';
import { Inbox, sweepRequests } from './inbox.ts';
import { Life } from './life.ts';
import { Replacement } from './replace.ts';
import type { RunRecord } from './record.ts';
import { Rounds } from './rounds.ts';
import { changedVariables } from './surroundings.ts';
import { endTree, killTree, members, newTree, pidsMarked } from './tree.ts';
import { boots, hear, silence, type Consequences } from './voices.ts';
import { Watch } from './watch.ts';
import { Workers } from './workers.ts';

/** Supervises until told to stop, or until nothing is left to supervise. Resolves to the exit code. Throws `already_running`. */
export async function runKeeper(options: KeeperOptions, stop: AbortSignal): Promise<number> {
  const { subject } = options.launch;
  const run = options.paths.run(subject);
  const taken = await lockIfPossible(run, subject);
  // Without a lock a server that nobody keeps, as far as one can tell, is kept all the same.
  if (taken instanceof Error && (await isServed(run.socket)))
    throw new Fault('already_running', `${subject} is supervised already`);
  options.started?.();
  const core = new Core(options, run);
  if (taken instanceof Error) core.trouble('taking the lock', taken);
  return new Keeper(core, taken instanceof Error ? null : taken).run(stop);
}

/** Or why not, where the disk takes nothing. */
async function lockIfPossible(run: RunPaths, subject: string): Promise<Lock | NodeJS.ErrnoException> {
  try {
    return await takeLock(run.lock, alreadyRunning(subject));
  } catch (error) {
    if (error instanceof Fault || !isErrno(error)) throw error;
    return error;
  }
}

/** Meant for the server, whatever it makes of them. */
const forwarded: readonly NodeJS.Signals[] = ['SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGCONT'];
const flushMs = 2000;
/** Of the grace, for what the server does after its last answer. */
const leaveMs = 1000;
const sweepMs = 60_000;
/** For the sockets of a server that was adopted, from the keeper's own start. */
const handedMs = 2000;

class Keeper {
  readonly #core: Core;
  /** Null until the disk takes it. */
  #lock: Lock | null;
  readonly #life: Life;
  readonly #replacement: Replacement;
  readonly #workers: Workers;
  readonly #watch: Watch;
  readonly #rounds: Rounds;
  #server: { close(): void } | null = null;
  #sweeper: NodeJS.Timeout | null = null;
  #finish: (code: number) => void = () => {};
  #isEnding = false;
  readonly #collect = collector();
  readonly #begunMs = systemClock.monotonic();

  constructor(core: Core, lock: Lock | null) {
    this.#core = core;
    this.#lock = lock;
    this.#life = new Life(core, {
      gone: (boot, exit) => this.#gone(boot, exit),
      end: (code) => void this.#end(code),
    });
    this.#replacement = new Replacement(core, this.#life, (before) => this.#workers.outdate(before));
    this.#workers = new Workers(core, this.#life, (old) => void this.#replacement.retire(old));
    this.#rounds = new Rounds(core);
    this.#watch = new Watch({ core, life: this.#life, replacement: this.#replacement, workers: this.#workers });
  }

  async run(stop: AbortSignal): Promise<number> {
    const core = this.#core;
    const ended = new Promise<number>((resolve) => (this.#finish = resolve));
    await this.#open();
    const stopped = (): void => void this.#stop(stop.reason);
    if (stop.aborted) stopped();
    else stop.addEventListener('abort', stopped, { once: true });
    if (!stop.aborted) this.#begin();
    this.#watch.start();
    this.#rounds.start();
    core.notifier.start();
    const forward = (signal: NodeJS.Signals): void => {
      if (core.boot?.tree) signalProcess(core.boot.tree.root, signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    // Whatever goes wrong in here, the server is not to be left alone; the next look sets right what was half done.
    const survive = (error: unknown): void => core.trouble('supervising', error);
    process.on('uncaughtException', survive);
    const code = await ended;
    process.off('uncaughtException', survive);
    for (const signal of forwarded) process.off(signal, forward);
    stop.removeEventListener('abort', stopped);
    return code;
  }

  /** Everything that must stand before a process of the subject does. */
  async #open(): Promise<void> {
    const core = this.#core;
    const { launch, paths, healer, env, redact } = core.options;
    core.attempt('making the inbox', () => ensureFolder(paths.inbox));
    const key = openKey(core);
    core.key = key;
    core.inbox = new Inbox({
      subject: launch.subject,
      folder: paths.inbox,
      run: core.run,
      key,
      clock: systemClock,
      sensing: core.options.settings.sensing,
      redact,
    });
    if (healer !== null) {
      core.healer = new Healer({
        launch: core.before?.launch ?? launch,
        command: healer,
        env: { ...env, LISTEN_FDS: undefined, LISTEN_PID: undefined }, // the sockets of systemd are the server's
        log: path.join(path.dirname(core.run.folder), 'healer.log'),
        left: core.before?.healer ?? null,
        changed: () => core.changed(),
        failed: (why) => core.trouble('repairing', redact(why)),
      });
    }
    await this.#serve();
    this.#sweeper = setInterval(() => void this.#sweep(), sweepMs).unref();
  }

  /** Old requests go, and garbage; and the lock is taken where the disk refused it. */
  async #sweep(): Promise<void> {
    const core = this.#core;
    this.#collect();
    core.attempt('clearing old requests', () => sweepRequests(core.run.requests, systemClock.now()));
    if (this.#lock === null && !this.#isEnding) {
      const taken = await lockIfPossible(core.run, core.options.launch.subject);
      if (!(taken instanceof Error)) this.#lock = taken;
    }
    await this.#serveAgain();
  }

  /** Where somebody cleaned the temporary folder, later boots could not call us. */
  async #serveAgain(): Promise<void> {
    const { socket } = this.#core;
    if (socket === null || present(socket) || this.#isEnding) return;
    this.#server?.close();
    await this.#serve();
  }

  /** Without this socket the server is run plainly, and run.json says why. */
  async #serve(): Promise<void> {
    const core = this.#core;
    const file = core.socket ?? core.before?.socket ?? core.run.socket;
    try {
      this.#server = await servePeers(file, {
        message: (peer, message, handle) => {
          const then: Consequences = {
            answers: (boot) => this.#answers(boot),
            beats: () => this.#watch.awake(),
            leaves: (boot) => this.#life.leaves(boot),
            look: () => this.#replacement.look(),
            reload: (done) => void this.#handed().then(() => this.#replacement.reload(done)),
          };
          core.attempt('hearing the hook', () => hear(core, { peer, message, handle }, then));
        },
        gone: (peer: Peer) => {
          silence(core, peer);
          this.#watch.hurry();
        },
      });
      core.socket = file;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      core.held.switchOff(error.message); // a socket file that cannot be made is no reason not to run the server
      core.say('sockets', `the control socket cannot be opened (${error.message}): sockets are not held`);
    }
  }

  #begin(): void {
    const core = this.#core;
    const live = core.live.read();
    const { before } = core;
    const doneSeq = before?.swap?.seq ?? 0;
    const adopted = before !== null && this.#life.adopt(before);
    core.healer?.follow(core.launch);
    if (adopted) this.#workers.adopt();
    this.#killStrays();
    if (!adopted) {
      core.handledSeq = live.seq;
      core.release = live.tree;
      if (live.swap && live.seq > doneSeq) core.pendingSeq = live.seq;
      return this.#life.start();
    }
    core.handledSeq = doneSeq;
    core.healer?.want();
    this.#sayVariables(before);
    if (hashOf(before.launch) !== hashOf(core.options.launch)) void this.#renew();
  }

  /** Another command is to serve: beside what runs, on the sockets that its hook hands over with its first words. */
  async #renew(): Promise<void> {
    const core = this.#core;
    await this.#handed();
    if (core.isStopping) return;
    const why = 'the command line changed: starting a new process';
    core.attempt('starting a new process', () => this.#replacement.begin(null, why, core.options.launch));
  }

  /** All its sockets: with some of them a new process would find the addresses of the others taken. */
  async #handed(): Promise<void> {
    const { before, boot, held } = this.#core;
    const isComing = (): boolean => {
      const voices = [...(boot?.voices.values() ?? [])];
      const told = voices.reduce((sum, { sockets }) => sum + sockets, 0);
      return (before?.sockets === 'held' && held.handles().size === 0) || (boot?.listening.size ?? 0) < told;
    };
    while (isComing() && systemClock.monotonic() < this.#begunMs + handedMs) await sleep(20);
  }

  /** What runs on was started with the environment of then; only names are said. */
  #sayVariables({ child }: RunRecord): void {
    const names = child === null ? [] : changedVariables(child.pid, this.#core.options.env);
    if (names.length === 0) return;
    const text = `the running server has other environment variables than this program (${names.slice(0, 10).join(', ')}): \`kintsugi reload\` brings them in`;
    this.#core.say('environment', text, { names });
  }

  /** Processes of this subject that no keeper knows: left by one that was killed at an unlucky moment. */
  #killStrays(): void {
    const { socket } = this.#core;
    if (socket === null) return;
    const known = new Set(boots(this.#core).flatMap(({ token }) => pidsMarked(bootMark(token))));
    for (const pid of pidsMarked(`KINTSUGI_HOOK=${socket}`)) {
      const identity = known.has(pid) ? null : identify(pid);
      if (identity !== null) void killTree(newTree(identity, `KINTSUGI_STRAY=${pid}`));
    }
  }

  #answers(boot: Boot): void {
    if (boot === this.#core.boot) this.#life.ready(boot);
    else if (boot === this.#core.next) this.#replacement.answers(boot);
    else if (boot !== this.#core.heir) this.#workers.answers(boot);
  }

  #gone(boot: Boot, exit: Exit): void {
    const core = this.#core;
    boot.exit = exit;
    void this.#serveAgain(); // before the next one is started
    void this.#endOutput(boot);
    core.attempt('following up a death', () => {
      if (core.isStopping) return;
      if (boot === core.boot) {
        this.#replacement.cancel(); // what was to take its place is the serving one from now on, and has the time of any
        this.#life.died(boot, exit);
      } else if (boot === core.next) this.#replacement.lost(boot, exit);
      else if (boot === core.heir) this.#life.disinherit();
      else this.#workers.lost(boot, exit);
    });
    for (const { peer } of boot.voices.values()) peer.close();
    core.changed();
  }

  /** Asked to leave, what it had started (npm its server) may go after it, and has a word to say. */
  async #endOutput({ tree, asked, follower }: Boot): Promise<void> {
    const isAsked = asked === 'swap' || this.#core.isStopping;
    while (isAsked && tree !== null && members(tree).length > 0) await sleep(20);
    follower.end();
  }

  /** The owner's wish: the whole tree ends, with grace where there is time. */
  async #stop(reason: unknown): Promise<void> {
    const core = this.#core;
    if (this.#isEnding || !core.go('stop')) return;
    this.#life.cancel();
    this.#replacement.cancel();
    const signal = reason === 'SIGINT' || reason === 'SIGHUP' ? reason : 'SIGTERM';
    core.say('stopping', 'stopping the server');
    const { graceMs } = core.options.settings;
    const { boot } = core;
    const others = boots(core).filter((one) => one !== boot);
    const { force } = core.options;
    const begun = systemClock.monotonic();
    core.held.releaseAll(); // new clients are refused at once, not kept waiting
    const finishMs = Math.max(graceMs / 2, graceMs - leaveMs);
    if (signal === 'SIGTERM') await finishRequests(boots(core), finishMs, force);
    // What a busy machine took of our own time is not the server's.
    const leftMs = graceMs - Math.min(finishMs, systemClock.monotonic() - begun);
    const end = (one: Boot): Promise<boolean> =>
      one.tree === null ? Promise.resolve(true) : endTree(one.tree, { signal, graceMs: leftMs, force });
    const [inTime = true] = await Promise.all([...(boot === null ? [] : [end(boot)]), ...others.map(end)]);
    if (!inTime) core.say('killed', 'the server did not end in time and was killed');
    await this.#end(core.options.once && boot?.exit ? exitCode(boot.exit) : inTime ? 0 : 1);
  }

  /** The keeper's own end: nothing of ours is left, every line is out. */
  async #end(code: number): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const core = this.#core;
    core.go('stop');
    this.#watch.stop();
    this.#rounds.stop();
    core.notifier.stop();
    this.#life.cancel();
    this.#replacement.cancel();
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    const strays = boots(core).flatMap(({ tree }) => tree ?? []);
    await Promise.all([core.healer?.stop(), ...strays.map(killTree)]);
    await atMost(flushMs, core.lastFollower?.finished ?? Promise.resolve());
    core.attempt('telling the healer', () => core.inbox?.flushAll());
    core.attempt('writing observed.json', () => core.observed.flush());
    core.attempt('letting go of sockets', () => core.held.releaseAll());
    this.#server?.close();
    core.go('ended');
    core.say('stopped', 'stopped', { code });
    core.note('stopped');
    core.writeRecord();
    this.#lock?.release();
    await Promise.all(
      [core.options.echo, core.logging?.stdout, core.logging?.file].map((one) => one?.flushed(flushMs)),
    );
    this.#finish(code);
  }
}

/** The key that seals captured requests: a new one, unless what a keeper before sealed lies there still to be read. */
function openKey(core: Core): Buffer {
  const { run } = core;
  const known = namesIn(run.requests).length > 0 ? readOrNull(run.key) : null;
  if (known?.length === 32) return known;
  const key = randomBytes(32);
  core.attempt('writing the key of captured requests', () => writeFileAtomic(run.key, key));
  return key;
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
