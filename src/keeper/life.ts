/** Birth and death of the serving process: start, adopt, become ready, die, start again or give up for now. */
import path from 'node:path';
import { systemClock } from '../kit/clock.ts';
import { Fault } from '../kit/errors.ts';
import { present } from '../kit/files.ts';
import { holdingToldIn, isTaken, portTaken, type Holding } from '../kit/ports.ts';
import { oomKills } from './cgroup.ts';
import { forgetWords, lastWords, type Boot } from './child.ts';
import type { Core } from './core.ts';
import { brokeInHook, bySuspicion, exitCode, explain, pastAfter } from './deaths.ts';
import type { Cause, Exit, LastWords } from './deaths.ts';
import { nothingSeen } from './inbox.ts';
import { standing, type RunRecord } from './record.ts';
import { cleanSlate, deathOf, judge, restartDefaults, type Verdict } from './restarts.ts';
import { Spawner } from './spawner.ts';
import { killRemembered, killTree, members } from './tree.ts';
import { accept, fromRecord } from './voices.ts';

interface Death {
  readonly boot: Boot;
  readonly exit: Exit;
  readonly words: LastWords | null;
  readonly tail: string;
  readonly cause: Cause;
}

export interface Ends {
  /** Any boot is gone. */
  gone(boot: Boot, exit: Exit): void;
  /** Nothing is left to do here: end with this code. */
  end(code: number): void;
}

/** The healer's time to begin a repair or put the last good release back, before the subject is parked. */
const crashLoopMs = 10_000;
const lookMs = 1000;
const othersServe = '; the others go on serving';
const answersFirstMs = 50; // of a standby that was just let go: the processor is its own until then
const tailBytes = 64 * 1024;

export class Life {
  readonly #core: Core;
  readonly #ends: Ends;
  readonly spawner: Spawner;
  #timer: NodeJS.Timeout | null = null;
  #wentAway = false;
  #retryAtMs = Infinity;
  #parkAtMs = Infinity;
  #lookAtMs = 0;
  #print = '';
  /** The port that somebody else holds, for want of which it was given up. */
  #wantedPort: Holding | null = null;
  /** Deaths that are looked into a moment later. */
  readonly #unburied = new Set<() => void>();

  constructor(core: Core, ends: Ends) {
    this.#core = core;
    this.#ends = ends;
    this.spawner = new Spawner(core, ends.gone);
  }

  /** Makes a new process the serving one. */
  start(): void {
    const core = this.#core;
    this.#clear();
    if (!core.go('start')) return;
    const { cwd, argv } = core.launch;
    if (!present(cwd) || !present(argv[0] ?? '')) this.#lookAnew(); // a release, or a Node, that was cleared away
    const { heir } = core;
    core.heir = null;
    if (heir === null || heir.voices.size === 0) core.hook = 'absent';
    core.release = core.live.read().tree ?? core.release;
    core.boot = heir ?? this.spawner.spawn(core.pendingSeq !== null || core.reloading !== null);
    core.changed();
    if (core.boot.listening.size > 0) this.ready(core.boot);
  }

  /** Its teardown takes ten milliseconds and more, and at its exit the app may take its time: a standby need not wait for that. */
  leaves(boot: Boot): void {
    const core = this.#core;
    const isCalm = core.state === 'ready' && core.next === null && core.heir === null && boot.asked === null;
    if (boot !== core.boot || !isCalm || core.pendingSeq !== null || core.standby !== 'ready') return;
    core.heir = this.spawner.standby();
  }

  /** It served for a moment, and is not what is to serve. */
  disinherit(): void {
    const { heir } = this.#core;
    this.#core.heir = null;
    if (heir?.tree) void killTree(heir.tree);
  }

  /** Takes over the server that the keeper before us left running; false where there is none. */
  adopt(before: RunRecord): boolean {
    const core = this.#core;
    const stands = standing(before);
    if (stands === null) return false;
    const boot = this.spawner.adopt(stands, before.launch);
    core.boot = boot;
    core.launch = boot.launch;
    core.lastFollower = boot.follower;
    core.release = before.release;
    core.restarts = before.restarts;
    // Until its hook calls; where it does not, what served may be gone.
    if (boot.tree !== null && before.port !== null)
      boot.muted = { atMs: boot.startedAtMs, pid: null, pids: new Set(members(boot.tree).map(({ pid }) => pid)) };
    const isUp = before.state !== 'starting' || stands.boot !== before.boot;
    core.go(isUp ? 'adopt' : 'start');
    if (isUp) [boot.readyAtMs, core.listensNowhere] = [boot.startedAtMs, before.ports.length === 0]; // until its hook says otherwise
    if (before.port !== null)
      boot.listening.set(fromRecord, { port: before.port, address: '', speaks: 'http', by: null });
    const { pid } = stands.child;
    core.say('adopted', `adopted the running server, pid ${pid}`, { pid, boot: stands.boot });
    return true;
  }

  /** The serving process listens. */
  ready(boot: Boot, how = ''): void {
    const core = this.#core;
    const isFirst = boot.readyAtMs === null;
    if (isFirst) boot.readyAtMs = systemClock.monotonic();
    core.follow(boot.launch);
    if (!core.go('answers') || !isFirst) return;
    this.settle('ready', '');
    const ms = Math.round(boot.readyAtMs! - boot.startedAtMs);
    const port = [...boot.listening.values()][0]?.port ?? null;
    core.say('ready', `ready${port === null ? '' : ` on port ${port}`} in ${ms} ms${how}`, { port, ms, boot: boot.n });
    core.note('ready');
    this.spawner.spare.soon();
  }

  /** Says how the promotion or reload ended that the present boot was to carry out. */
  settle(outcome: 'ready' | 'failed', why: string): void {
    const core = this.#core;
    core.reloaded(outcome, why);
    if (core.pendingSeq === null) return;
    core.swap = { seq: core.pendingSeq, outcome, why: core.options.redact(why) };
    core.pendingSeq = null;
    core.changed();
  }

  /** The serving process is gone: say why, tell whom it concerns, and start again where that makes sense. */
  died(boot: Boot, exit: Exit): void {
    const core = this.#core;
    this.leaves(boot);
    const isInherited = core.heir !== null;
    const death = this.#autopsy(boot, exit);
    const { tail, cause } = death;
    core.past = pastAfter(core.past, death.words, boot.good);
    this.#sayWentAway(boot, exit);
    if (boot.tree !== null) killRemembered(boot.tree);
    core.boot = null;
    if (core.next !== null) this.#succeed(core.next, cause);
    else if (core.options.once) this.#ends.end(exitCode(exit));
    else if (boot.asked === 'swap') this.start();
    else if (this.#lostToUs(boot, tail)) {
      this.disinherit();
      this.#startAgain(0);
    } else this.#decide(boot, cause);
    if (isInherited) this.#buryLater(death);
    else this.#burial(death);
  }

  /** A server that sends itself to the background ends well, again and again, and what it left is ended as any orphan is. Said once. */
  #sayWentAway({ tree, readyAtMs }: Boot, { code }: Exit): void {
    if (this.#wentAway || code !== 0 || readyAtMs !== null || tree === null || members(tree).length === 0) return;
    this.#wentAway = true;
    this.#core.say(
      'background',
      'the server left a process in the background and ended: that one is ended too, since nobody could keep it; start the server so that it stays in the foreground',
    );
  }

  /** What a process beside the serving one died of; whom it concerns is told, and nothing of it is left. */
  bury(boot: Boot, exit: Exit): Death {
    const death = this.#autopsy(boot, exit);
    if (boot.tree !== null) killRemembered(boot.tree);
    this.#burial(death);
    return death;
  }

  #autopsy(boot: Boot, exit: Exit): Death {
    const tail = boot.follower.tail(tailBytes);
    const words = lastWords(this.#core.run, boot);
    const oomKilled = exit.signal === 'SIGKILL' && oomKills() > boot.oomKillsBefore;
    const holder = holdingToldIn(words?.error?.message ?? tail, this.#core.socket);
    return { boot, exit, tail, words, cause: explain({ exit, words, tail, asked: boot.asked, oomKilled, holder }) };
  }

  #buryLater(death: Death): void {
    const bury = (): void => {
      clearTimeout(timer);
      this.#unburied.delete(bury);
      this.#core.attempt('telling of a death', () => this.#burial(death));
    };
    const timer = setTimeout(bury, answersFirstMs);
    this.#unburied.add(bury);
  }

  #burial(death: Death): void {
    const { boot } = death;
    if (!boot.lostToUs) this.#report(death);
    this.#core.attempt('removing last words', () => forgetWords(this.#core.run, boot)); // whole requests stand in them (SEN-3)
    if (boot.tree !== null) void killTree(boot.tree);
  }

  /** The old one died while its replacement was starting: that one is the serving one now. */
  #succeed(next: Boot, cause: Cause): void {
    const core = this.#core;
    this.disinherit();
    core.say('died', `the server ${cause.text}; its replacement is starting already`);
    core.go('died', cause.text);
    core.go('start');
    [core.next, core.boot] = [null, next];
    accept(next);
    core.restarts += 1;
    // It carries the promotion out all the same, and the healer waits to be told.
    core.pendingSeq = core.nextSeq;
    if (next.release !== undefined) core.release = next.release;
    next.release = undefined;
  }

  /** The replacement was being looked at when the old one died: it listens, so it serves. */
  succeeded(boot: Boot): void {
    boot.readyAtMs = null;
    this.ready(boot);
  }

  /** Looks whether a wait is over: a crash loop, a park, a long backoff while a repair began. */
  tick(nowMs: number, hold: boolean): void {
    const core = this.#core;
    const { state } = core;
    this.spawner.spare.tick(nowMs);
    if (this.#isLost()) return this.#startAgain(restartDefaults.holdMs);
    if (state === 'backoff' && hold && core.restartAtMs !== null) {
      if (core.restartAtMs - systemClock.now() > restartDefaults.holdMs) this.#startAgain(restartDefaults.holdMs);
    }
    if (state !== 'crash_loop' && state !== 'parked') return;
    if (nowMs >= this.#retryAtMs) return this.retry('trying again');
    if (nowMs >= this.#lookAtMs && this.#wantedPort !== null && !isTaken(this.#wantedPort))
      return this.retry(`port ${this.#wantedPort.port} is free: trying again`);
    if (this.#filesChanged(nowMs)) return this.retry('files changed: trying again');
    if (state === 'parked') return;
    if (hold) return this.retry('a repair is under way: trying again');
    const isOver = nowMs >= this.#parkAtMs || core.live.known.hopeless === core.bootNumber;
    if (isOver && core.workers.size === 0) this.#park();
  }

  /** A start that a fault of ours cut short (no descriptors left, say) would else be waited for in vain. */
  #isLost(): boolean {
    const { state, boot } = this.#core;
    if (state === 'backoff') return this.#timer === null;
    const isUp = state === 'starting' || state === 'ready' || state === 'unready';
    return isUp && (boot === null || boot.exit !== null);
  }

  /** A new chance with a clean slate. */
  retry(text: string): void {
    this.#core.say('retry', text);
    this.#core.history = cleanSlate;
    this.#lookAnew();
    this.start();
  }

  /** Nothing serves: what the command line means by now is as good as what it meant. */
  #lookAnew(): void {
    const launch = this.#core.lookAnew();
    if (!(launch instanceof Fault)) this.#core.follow(launch);
  }

  /** At the stop: nothing starts any more. */
  cancel(): void {
    this.#clear();
    for (const bury of this.#unburied) bury();
    this.spawner.spare.drop();
  }

  #decide(boot: Boot, cause: Cause): void {
    const core = this.#core;
    core.signature = cause.signature;
    if (boot.readyAtMs === null) this.settle('failed', cause.text);
    const hold = core.live.read().holdBackoff && core.healer !== null;
    const death = deathOf(boot, cause, systemClock.monotonic());
    const judged = judge(core.history, death, { limits: core.restartLimits, hold, random: Math.random() });
    core.history = judged.history;
    this.#follow(judged.verdict, cause);
  }

  #follow(verdict: Verdict, cause: Cause): void {
    if (verdict.do === 'crash_loop') return this.#giveUp(verdict.why, cause);
    const delayMs = this.#core.heir === null ? verdict.delayMs : 0;
    this.#core.go('died', cause.text);
    this.#core.say('died', `the server ${cause.text}; ${when(delayMs)}`, { delayMs });
    this.#core.restarts += 1;
    this.#startAgain(delayMs);
  }

  #startAgain(delayMs: number): void {
    const core = this.#core;
    this.#clear();
    core.go('died');
    if (delayMs === 0) return this.start();
    core.restartAtMs = systemClock.now() + delayMs;
    this.#timer = setTimeout(() => core.attempt('starting the server', () => this.start()), delayMs);
    core.changed();
  }

  #giveUp(why: string, cause: Cause): void {
    const core = this.#core;
    this.disinherit();
    const text = `the server ${cause.text}; it ${why}${core.serving > 0 ? othersServe : ''}`;
    core.go('loop', text);
    const [nowMs, { settings }] = [systemClock.monotonic(), core.options];
    this.#parkAtMs = nowMs + (core.healer !== null && settings.healsAlone ? crashLoopMs : 0);
    this.#retryAtMs = nowMs + settings.parkedRetryMs;
    this.#print = core.fileprint();
    this.#wantedPort = cause.holder;
    core.say('crash_loop', `crash loop: ${text}`, { why });
    core.note('crash_loop');
  }

  #park(): void {
    const core = this.#core;
    if (!core.go('park', core.why?.replace(othersServe, '') ?? null)) return;
    core.held.releaseAll(); // until here a repair may still come in time for who connects
    const minutes = Math.round(core.options.settings.parkedRetryMs / 60_000);
    core.say(
      'parked',
      `parked; tried again when a file changes, when a repair goes live, and every ${minutes} minutes`,
    );
    core.note('parked');
    if (core.options.onPark === 'exit') this.#ends.end(1);
  }

  #filesChanged(nowMs: number): boolean {
    if (nowMs < this.#lookAtMs) return false;
    const print = this.#core.fileprint();
    this.#lookAtMs = nowMs + Math.max(lookMs, 50 * (systemClock.monotonic() - nowMs));
    const changed = print !== this.#print;
    this.#print = print;
    return changed;
  }

  /** True where the server died of what we added to it; that is then left out. */
  #lostToUs(boot: Boot, tail: string): boolean {
    boot.lostToUs = this.#lostItsSocket(boot, tail) || this.#lostToHook(boot, tail);
    return boot.lostToUs;
  }

  /** The net under SUP-7: where the app cannot have the socket that we hold for it, it gets its own again. */
  #lostItsSocket(boot: Boot, tail: string): boolean {
    const core = this.#core;
    if (boot.readyAtMs !== null || core.held.handles().size === 0 || !tail.includes('EADDRINUSE')) return false;
    const why = 'the server could not take its own socket back';
    const isMoved = core.held.moved(portTaken(tail) ?? 0);
    if (!isMoved) core.held.switchOff(why);
    core.say('sockets', `${isMoved ? 'it is opened anew' : 'sockets are no longer held'}: ${why}`);
    return true;
  }

  /** A hook that throws while it loads would keep the server from starting; then it runs without. */
  #lostToHook(boot: Boot, tail: string): boolean {
    const core = this.#core;
    if (boot.readyAtMs !== null || core.hookFile === null) return false;
    if (!brokeInHook(tail, path.dirname(core.hookFile))) return false;
    core.hookFile = null;
    core.say('hook', 'the preload failed: the server is run without it');
    return true;
  }

  #report({ boot, exit, words, tail, cause }: Death): void {
    const core = this.#core;
    if (cause.foreign) core.note('killed_from_outside');
    if (cause.kind === null || boot.asked === 'memory') return;
    const fatal = boot.fatal.at(-1)?.sighting;
    const error = boot.blocked ?? words?.error ?? fatal?.error ?? null;
    const inFlight = words !== null && words.requests.length > 0 ? words.requests : (fatal?.requests ?? []);
    core.tell({
      ...nothingSeen,
      kind: cause.kind,
      stderr: [tail || cause.text, ...(cause.holder === null ? [] : [`kintsugi: ${cause.holder.text}`])].join('\n'),
      error,
      exit: { code: exit.code, signal: exit.signal },
      beforeReady: boot.readyAtMs === null,
      servedMs: boot.readyAtMs === null ? undefined : Math.round(systemClock.monotonic() - boot.readyAtMs),
      requests: bySuspicion(inFlight, error),
      good: words !== null && words.good.length > 0 ? words.good : boot.good,
      route: fatal?.route ?? null,
      release: boot.release === undefined ? core.release : boot.release,
    });
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#core.restartAtMs = null;
  }
}

const when = (delayMs: number): string => `starting it again ${delayMs === 0 ? 'at once' : `in ${delayMs} ms`}`;
