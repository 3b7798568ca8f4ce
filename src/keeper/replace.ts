/** A new process takes the place of the serving one: started beside it on the same sockets, and only when it answers is the old one drained (PRO-1, SUP-13). */
import { sleep, systemClock } from '../kit/clock.ts';
import { readComplaint } from '../kit/complaint.ts';
import { Fault } from '../kit/errors.ts';
import { isAlive } from '../kit/identity.ts';
import { isHeldBy, portTaken } from '../kit/ports.ts';
import { lastWords, type Boot } from './child.ts';
import type { Core, Done } from './core.ts';
import { ended, type Exit } from './deaths.ts';
import { finishRequests } from './finish.ts';
import type { Life } from './life.ts';
import { doorOf, statusOfIts, type Door } from './probes.ts';
import type { Live } from './record.ts';
import { cleanSlate } from './restarts.ts';
import { endTree, killTree, members, type Tree } from './tree.ts';
import { accept } from './voices.ts';

const unstarted = 'the files as they are did not start at the last reload';
const settleMs = 100;
const probeMs = 10_000;
const lastLineCharsMax = 500;
/** Of each process that serves, so many replaced ones may finish at a time: with a long grace and many deploys each costs its memory. */
const retiringMax = 4;
/** A runner whose server has gone goes, too, or waits for a change of its files and is ended. */
const runnerMs = 1000;

export class Replacement {
  readonly #core: Core;
  readonly #life: Life;
  /** The promotion that `core.next` carries out; null where it is a planned restart. */
  #live: Live | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Who asked for a reload while a process was being started. */
  readonly #waiting: Done[] = [];

  readonly #serves: (before: string | null) => void;

  /** `serves`: told when a new process serves, and of which tree the old one was. */
  constructor(core: Core, life: Life, serves: (before: string | null) => void) {
    this.#core = core;
    this.#life = life;
    this.#serves = serves;
  }

  /** Looks at live.json and does what it asks. */
  look(): void {
    const core = this.#core;
    const live = core.live.read();
    if (core.next !== null || core.state === 'draining' || core.isStopping) return;
    if (live.seq > core.handledSeq) {
      core.handledSeq = live.seq;
      if (live.swap) return this.#promote(live);
      core.release = live.tree;
      core.changed();
    }
    if (this.#waiting.length === 0 || this.#isStarting()) return;
    const waiting = this.#waiting.splice(0);
    this.reload((outcome, why) => waiting.forEach((done) => done(outcome, why)));
  }

  /**
   * A restart that somebody asked for: of what serves, a process beside it; of what waits or was given up, at once. What is being started
   * may have read its files before they were as they are now: another follows it, one for all who asked meanwhile.
   */
  reload(done: Done): void {
    const core = this.#core;
    if (core.isStopping) return done('failed', 'the server is being stopped');
    if (this.#isStarting()) return void this.#waiting.push(done);
    const isServing = core.state === 'ready' || core.state === 'unready';
    const launch = core.lookAnew();
    if (launch instanceof Fault) return done('failed', launch.message);
    core.reloading = done;
    if (isServing) this.begin(null, 'reload: starting a new process', launch);
    else this.#life.retry('reload: trying again');
  }

  #isStarting(): boolean {
    const { reloading, next, state } = this.#core;
    return reloading !== null || next !== null || state === 'draining' || state === 'starting';
  }

  /** Replaces the serving process; `live` names the promotion that this is, where it is one. */
  begin(live: Live | null, why: string, launch = this.#core.launch): void {
    const core = this.#core;
    const old = core.boot;
    if (old === null || core.next !== null) return;
    core.say('swap', why, { seq: live?.seq ?? null });
    core.notifier.reloading();
    if (core.held.handles().size === 0) {
      core.follow(launch);
      return this.#inTurn(old, live);
    }
    for (const { peer } of old.voices.values()) peer.send({ t: 'good' }); // told long before the new one listens
    this.#live = live;
    core.next = this.#life.spawner.successor(launch);
    core.next.release = live?.tree ?? undefined;
    core.nextSeq = live?.seq ?? null;
    const { startupMs } = core.options.settings;
    this.#timer = setTimeout(() => this.#abandon(`was not ready within ${startupMs / 1000} s`), startupMs);
  }

  /** The new process listens: it must live a moment longer and the address must answer. */
  answers(next: Boot): void {
    void this.#confirm(next);
  }

  /** The new process died: the old one goes on, unless that was all it died of. */
  lost(next: Boot, exit: Exit): void {
    if (next.tree !== null) void killTree(next.tree);
    const tail = next.follower.tail(4096);
    const [port, old] = [portTaken(tail), this.#core.boot];
    if (port !== null && old !== null && holds(old, port)) return this.#endFirst(old, next, port);
    const line = lastLine(tail) || (lastWords(this.#core.run, next)?.error?.message ?? '').slice(0, lastLineCharsMax);
    this.#failed(`${exit.spawnError ?? ended(exit)}${line === '' ? '' : `: ${line}`}`);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #promote(live: Live): void {
    const core = this.#core;
    core.history = cleanSlate;
    if (core.state === 'ready' || core.state === 'unready')
      return this.begin(live, 'a new release: starting it beside the old one');
    core.pendingSeq = live.seq;
    this.#serves(core.release);
    core.release = live.tree;
    if (core.boot === null) return this.#life.start();
    this.#inTurn(core.boot, live);
  }

  /** What no process can hand on (a UDP socket, what a worker thread listens on) is free only when the old one has gone; who connects meanwhile waits. */
  #endFirst(old: Boot, next: Boot, port: number): void {
    const core = this.#core;
    this.cancel();
    core.next = null;
    core.held.releasePort(port); // it asks for another address of that port
    core.say('in_turn', `the new process needs port ${port}, which the old one cannot hand on: the old one ends first`);
    core.follow(next.launch);
    this.#serves(core.release);
    this.#inTurn(old, this.#live);
  }

  /** Without held sockets, or with an old process that never answered, there is nothing to overlap. */
  #inTurn(old: Boot, live: Live | null): void {
    const core = this.#core;
    core.go('drain');
    old.asked = 'swap';
    core.pendingSeq = live?.seq ?? null;
    if (live !== null) core.release = live.tree;
    if (old.tree !== null) void this.#endInTurn(old, old.tree);
  }

  async #endInTurn(old: Boot, tree: Tree): Promise<void> {
    const { settings, force } = this.#core.options;
    await finishRequests([old], settings.graceMs, force);
    await endTree(tree, { signal: 'SIGTERM', graceMs: settings.graceMs, force });
  }

  async #confirm(next: Boot): Promise<void> {
    const core = this.#core;
    if (next.readyAtMs !== null) return;
    next.readyAtMs = systemClock.monotonic();
    const [refusal] = await Promise.all([this.#refusal(next), sleep(settleMs)]);
    if (core.isStopping) return;
    if (core.boot === next) return this.#life.succeeded(next); // the old one died meanwhile
    if (core.next !== next) return;
    if (refusal === null) this.#commit(next);
    else this.#abandon(refusal);
  }

  /** What speaks something else is not asked: it listens, and lives on. So is TLS where the old one does not answer either (it may want a certificate of its clients). */
  async #refusal(next: Boot): Promise<string | null> {
    const core = this.#core;
    const [door, path] = [doorOf(next), wayIn(core)];
    if (door === null || path === null) return null;
    const [key, { speaks }] = door;
    const old = core.boot?.listening.get(key);
    const isAsked = speaks === 'http' || (old?.speaks === 'https' && (await statusOfIts([key, old], path)) !== null);
    return isAsked ? refuses(door, path, core.healthPath !== null) : null;
  }

  #commit(next: Boot): void {
    const core = this.#core;
    const old = core.boot;
    this.cancel();
    core.next = null;
    core.boot = next;
    accept(next);
    next.release = undefined;
    core.follow(next.launch);
    if (old !== null) old.release = core.release; // what fails while it finishes is no failure of the new files
    this.#serves(core.release);
    core.go('answers');
    core.why = null; // what did not start before is no matter any more
    if (this.#live !== null) {
      core.pendingSeq = this.#live.seq;
      core.release = this.#live.tree;
      this.#life.settle('ready', '');
    }
    const ms = Math.round((next.readyAtMs ?? 0) - next.startedAtMs);
    core.say('swapped', `the new process answers after ${ms} ms; the old one is finishing`, { boot: next.n, ms });
    core.note('ready');
    core.notifier.reloaded();
    // Before the old one goes: should we be killed now, the next keeper must adopt the new one.
    core.writeRecord();
    const told = core.reloading;
    core.reloading = null; // the next one need not wait for what this one finishes
    if (old !== null) void this.retire(old).then(() => told?.('ready', ''));
  }

  #abandon(why: string): void {
    const { next } = this.#core;
    if (next === null) return;
    this.#failed(why);
    if (next.tree !== null) void killTree(next.tree);
  }

  #failed(why: string): void {
    const core = this.#core;
    this.cancel();
    core.next = null;
    core.pendingSeq = this.#live?.seq ?? null;
    this.#life.settle('failed', why);
    if (core.boot !== null) core.lastFollower = core.boot.follower; // the next one follows what goes on
    // `status` says so until other files serve; what became of a promotion stands on its incident.
    if (this.#live === null) core.why = core.options.redact(`${unstarted} (${why}); what ran before goes on serving`);
    core.say('swap_failed', `the new process did not become ready (${why}); the old one goes on serving`);
    core.notifier.reloaded();
    core.changed();
  }

  /** Stop accepting and finish; then be asked; then be killed. */
  async retire(old: Boot): Promise<void> {
    const core = this.#core;
    const { graceMs } = core.options.settings;
    old.asked = 'swap';
    if (old.tree === null || old.exit !== null) return;
    core.retiring.add(old);
    for (const { peer } of old.voices.values()) peer.send({ t: 'drain', graceMs });
    const deadline = systemClock.monotonic() + (old.voices.size > 0 ? graceMs + 500 : 0);
    const isOver = (): boolean =>
      systemClock.monotonic() >= Math.min(deadline, (old.muted?.atMs ?? Infinity) + runnerMs);
    while (isAlive(old.tree.root) && !isOver() && !this.#isTooOld(old) && !core.isStopping) await sleep(50);
    await endTree(old.tree, { signal: 'SIGTERM', graceMs: 2000, force: core.options.force });
    core.retiring.delete(old);
    core.attempt('telling the healer', () => core.inbox?.flushAll()); // counted of the old files: now, not in 5 s
  }

  /** More than may finish came after it. */
  #isTooOld(old: Boot): boolean {
    const { retiring, options } = this.#core;
    const most = retiringMax * options.settings.workers;
    const isTooOld = [...retiring].indexOf(old) < retiring.size - most;
    if (isTooOld) {
      const text = `${retiring.size} replaced processes are still finishing: the oldest is ended before its grace is over`;
      this.#core.say('retiring', text, { boot: old.n });
    }
    return isTooOld;
  }
}

/**
 * What the new process is asked: where the old one says that it is well; else what it answered well, so that a failure which both have is
 * not held against the new one. Null where all that is known of `/` is that the server dies of it.
 */
function wayIn({ healthPath, boot, past }: Core): string | null {
  if (healthPath !== null) return healthPath;
  const good = boot === null || boot.good.length === 0 ? past.good : boot.good;
  const paths = good.flatMap(({ method, url }) => (method === 'GET' && /^\/[^?]*$/.test(url) ? url : []));
  if (paths.length === 0) return past.diedOfRoot ? null : '/';
  return paths.includes('/') ? '/' : paths[0]!;
}

/**
 * Why it is not ready in the time it has; null where it is. It must answer itself: the old one accepts on the same socket. Any status is an
 * answer, but on the route by which the old one says that it is well none of 500 and above.
 */
async function refuses(door: Door, path: string, isHealth: boolean): Promise<string | null> {
  const deadline = systemClock.monotonic() + probeMs;
  let status: number | null = null;
  while (systemClock.monotonic() < deadline) {
    status = await statusOfIts(door, path);
    if (status !== null && (!isHealth || status < 500)) return null;
    await sleep(100);
  }
  return status === null ? 'listened, but did not answer' : `its health route ${path} answered ${status}`;
}

function holds({ tree }: Boot, port: number): boolean {
  const pids = tree === null ? [] : members(tree).map(({ pid }) => pid);
  return isHeldBy(pids, port);
}

function lastLine(tail: string): string {
  const complaint = readComplaint(tail);
  if (complaint !== null) return complaint.text.slice(0, lastLineCharsMax);
  const lines = tail.split('\n').filter((line) => /\S/.test(line) && !line.startsWith('Node.js v'));
  const telling = lines.find((line) => /^\s*(?:\w*Error|Uncaught)\b/.test(line)) ?? lines.at(-1) ?? '';
  return telling.trim().slice(0, lastLineCharsMax);
}
