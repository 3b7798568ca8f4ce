/** The healer program: takes in what the keeper noticed, works on it, and goes back to waiting. Started by the keeper, one a project. */
import { existsSync, realpathSync, statSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeQuietRoutes } from './pipeline/quiet.ts';
import { createReloader, type Reloaded, type Reloader } from './config/reload.ts';
import type { LoadRequest } from './config/load.ts';
import { environment } from './config/environment.ts';
import { takeIn, type Message } from './engine/intake.ts';
import type { Move } from './incident/next.ts';
import { crashPoint, openHealer, type OpenHealer } from './healer.ts';
import { currentAttempt, type Entry, type Incident } from './incident/incident.ts';
import { iso, sleep, systemClock } from './kit/clock.ts';
import { Fault } from './kit/errors.ts';
import { ensureFolder, namesIn } from './kit/files.ts';
import { collector } from './kit/heap.ts';
import { statePaths, type StatePaths } from './kit/paths.ts';
import { printable } from './kit/text.ts';
import { practise } from './pipeline/practice.ts';
import { changeText, loadAndTell, tellSettings } from './pipeline/settings.ts';
import { shred } from './pipeline/sessions.ts';
import { openProject, trialHash, type Project } from './project.ts';
import { runOf } from './project-models.ts';
import { CrashLoops } from './pipeline/loops.ts';
import { endOutdated, endOutlived, takeUpAgain } from './pipeline/stale.ts';
import { Swapper } from './pipeline/swap.ts';
import { ReleaseWatch } from './pipeline/watch.ts';
import { Courses } from './pipeline/worsening.ts';
import { markWorse } from './release/releases.ts';

/** What the keeper passes as the one argument, as JSON. */
export interface HealerArgument {
  readonly project: string;
  /** By which the project is known; null where none leads there. */
  readonly link: string | null;
  readonly flags: LoadRequest['flags'];
  readonly config: string | null;
}

/** For what the watch on the inbox missed. */
const pollMs = 500;
const idlePollMs = 1000;
/** Where nothing came for a while: then it is only for a keeper that is gone. */
const stillPollMs = 25_000;
/** So soon a person who changes the configuration hears what comes of it; before a repair it is looked for anyway. */
const settingsMs = 5_000;
const stillAfterMs = 3_000;
const idleLeastMs = 100;
const neededPollMs = 2_500;
const retryMs = 5_000;
/** When the server that is started beside it has mostly booted. */
const practiseMs = 1_500;
const forsakenMs = 15_000;

/** Serves until told to stop. Resolves to the exit code; 0 too where another healer serves this project already. */
export async function serve(argument: HealerArgument, stop: AbortSignal): Promise<number> {
  const env = environment();
  const paths = statePaths(argument.project, env, argument.link);
  const request: LoadRequest = { project: paths.project, env, flags: argument.flags ?? {}, file: argument.config };
  const config = await loadAndTell(paths, request);
  const project = openProject(paths, env, config);
  const swapper = new Swapper(paths, systemClock);
  const service = new Service(project, swapper, createReloader(config, request));
  try {
    await service.run(stop);
    return 0;
  } catch (error) {
    if (error instanceof Fault && error.code === 'already_running') return 0;
    throw error;
  }
}

class Service {
  readonly #project: Project;
  readonly #paths: StatePaths;
  readonly #swapper: Swapper;
  readonly #reloader: Reloader;
  /** Set while files and process are being exchanged: what the tree looks like then is no deploy. */
  #promoting = false;
  /** Since when no keeper is there; null = one is. */
  #goneSinceMs: number | null = null;
  #lookedMs = -Infinity;
  /** When something came or was done last. */
  #busyMs = systemClock.monotonic();
  #isWatched = true;
  #isLeaving = false;
  #pausing = '';
  readonly #watch: ReleaseWatch;
  readonly #courses: Courses;
  readonly #loops: CrashLoops;
  readonly #said = new Set<string>();
  readonly #collect = collector();
  #wake: () => void = () => undefined;

  constructor(project: Project, swapper: Swapper, reloader: Reloader) {
    this.#project = project;
    this.#paths = project.paths;
    this.#swapper = swapper;
    this.#loops = new CrashLoops(swapper, systemClock);
    this.#reloader = reloader;
    this.#watch = new ReleaseWatch(project, swapper);
    this.#courses = new Courses(project);
  }

  /** A full disk ends a round, not the service: nothing can be remembered until it has room again. */
  async run(stop: AbortSignal): Promise<void> {
    ensureFolder(this.#paths.inbox);
    const rung = (): void => {
      this.#busyMs = systemClock.monotonic();
      this.#wake();
    };
    const places = [this.#paths.inbox, this.#paths.state]; // `resume` writes into the latter
    const watchers = places.map((folder) => watch(folder, rung));
    const practice = setTimeout(() => void practise(), practiseMs).unref();
    const looking = setInterval(() => this.#reloader.isDue() && rung(), settingsMs).unref();
    for (const watcher of watchers) {
      watcher.on('error', () => {
        this.#isWatched = false;
        watcher.close(); // the poll goes on without it
      });
    }
    try {
      while (!stop.aborted && !this.#isLeaving) await this.#round(stop);
    } finally {
      clearTimeout(practice);
      clearInterval(looking);
      for (const watcher of watchers) watcher.close();
    }
    await this.#watch.end();
  }

  async #round(stop: AbortSignal): Promise<void> {
    const healer = await this.#open();
    const ending = new AbortController();
    takeUpAgain(healer.engine, trialHash(this.#reloader.current().settings));
    try {
      await this.#serve(healer, AbortSignal.any([stop, ending.signal]));
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'journal_write') throw error;
      this.#once(`${error.message} ${error.next}`);
      await sleep(retryMs, stop);
    } finally {
      ending.abort();
      await healer.close();
    }
  }

  #open(): Promise<OpenHealer> {
    const { settings } = this.#reloader.current();
    return openHealer({
      project: { ...this.#project, settings },
      swapper: this.#swapper,
      watchMs: settings.watch.ms,
      tells: true,
      exchanging: (isOn) => {
        this.#promoting = isOn;
      },
      notBeforeMs: () => this.#watch.quietUntilMs,
      isLooping: (subject) => this.#loops.isLooping(subject),
      wrote: (entry, incident) => this.#wrote(entry, incident),
      run: runOf(process.ppid),
      warn: (text) => this.#once(text),
      ...crashPoint(),
    });
  }

  /** Letters are taken in while a heal is under way; heals go one at a time. Returns when the configuration changed. */
  async #serve(healer: OpenHealer, stop: AbortSignal): Promise<void> {
    let driving: Promise<void> | null = null;
    let atMs: number | null = 0; // by the monotonic clock: the other may be set back
    let isNews = false;
    let failure: unknown = null;
    while (!stop.aborted && failure === null) {
      const isResumed = this.#isResumed();
      const news = (await this.#takeIn(healer)) || isResumed;
      this.#watch.settle((subject, tree) => endOutlived(healer.engine, this.#courses, { subject, tree }));
      if (driving === null && (this.#isLeaving = this.#isUprooted() || this.#isForsaken())) return;
      if (driving === null) {
        const reloaded = await this.#reloader.refresh();
        if (reloaded.kind === 'refused') this.#say(reloaded.why);
        if (reloaded.kind === 'changed') return this.#tellChanges(reloaded);
        tellSettings(this.#paths, { refused: this.#reloader.refused() });
        if (!news) this.#loops.tellHopeless(healer.engine);
        const isDue = atMs !== null && systemClock.monotonic() >= atMs;
        if (isDue && !news) await this.#look(healer);
        if (news || isDue) {
          driving = this.#drive(healer, stop).then(
            (waitMs) => {
              atMs = isNews ? 0 : waitMs === null ? null : systemClock.monotonic() + waitMs;
              isNews = false;
              driving = null;
            },
            (error: unknown) => {
              failure = error ?? new Error('the engine failed without a word');
            },
          );
        }
      } else if (news) isNews = true; // came too late for this drive
      await this.#pause(stop, driving, atMs);
    }
    await driving;
    if (failure !== null) throw failure;
  }

  /** What waited for a person's word to go on has no time of its own at which to look again. */
  #isResumed(): boolean {
    const before = this.#pausing;
    const { paused, resumed } = this.#paths;
    this.#pausing = `${existsSync(paused)} ${statSync(resumed, { throwIfNoEntry: false })?.mtimeMs ?? 0}`;
    return before !== this.#pausing && !this.#pausing.startsWith('true');
  }

  /** The state folder was removed (`git clean -fdx`): what is held open of it is nowhere any more, and the next healer begins anew. */
  #isUprooted(): boolean {
    return !existsSync(this.#paths.healerLock);
  }

  /** No keeper for a while: the next one starts a healer of its own, and takes up what is on record. */
  #isForsaken(): boolean {
    const now = systemClock.monotonic();
    if (now - this.#lookedMs < neededPollMs) return false;
    this.#lookedMs = now;
    if (this.#watch.isNeeded) {
      this.#goneSinceMs = null;
      return false;
    }
    this.#busyMs = now; // looked at often, until it is certain
    this.#goneSinceMs ??= now;
    return now - this.#goneSinceMs > forsakenMs;
  }

  #tellChanges({ changes, config }: Extract<Reloaded, { kind: 'changed' }>): void {
    for (const warning of config.warnings) this.#once(warning);
    const lines = changes.map((change) => this.#project.redactor.redact(changeText(change)));
    for (const line of lines) this.#say(line);
    tellSettings(this.#paths, { changes: lines });
  }

  async #drive(healer: OpenHealer, stop: AbortSignal): Promise<number | null> {
    const { engine } = healer;
    const crashing = engine.incidents.filter((item) => item.signal.kind === 'crash' && isRepair(engine.moveOf(item)));
    const subjects = new Set(crashing.map((incident) => incident.subject));
    for (const subject of subjects) this.#swapper.hold(subject, true);
    try {
      return await engine.drive(stop);
    } finally {
      await healer.pipeline.close();
      for (const subject of subjects) this.#swapper.hold(subject, false);
    }
  }

  #pause(stop: AbortSignal, driving: Promise<void> | null, atMs: number | null): Promise<unknown> {
    const now = systemClock.monotonic();
    if (driving !== null) this.#busyMs = now;
    const isCalm = now > this.#busyMs + stillAfterMs;
    if (isCalm) this.#collect();
    const isStill = this.#isWatched && this.#watch.quietUntilMs === 0 && isCalm;
    const mostMs = isStill ? stillPollMs : idlePollMs;
    const idleMs = Math.max(idleLeastMs, Math.min(mostMs, (atMs ?? Infinity) - now));
    const woken = new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        stop.removeEventListener('abort', wake); // one signal lives through all pauses
        resolve();
      };
      const timer = setTimeout(wake, driving === null ? idleMs : pollMs);
      this.#wake = wake;
      if (stop.aborted) wake();
      else stop.addEventListener('abort', wake, { once: true });
    });
    return driving === null ? woken : Promise.race([woken, driving]);
  }

  /** True where something came that may be worked on. */
  async #takeIn(healer: OpenHealer): Promise<boolean> {
    const isQuiet = this.#watch.quietUntilMs === 0;
    const letters = namesIn(this.#paths.inbox).filter((name) => name.endsWith('.json'));
    if (letters.length === 0 && isQuiet) return false;
    const isNews = !isQuiet || letters.some((name) => !name.endsWith('.traffic.json'));
    if (isNews) await this.#look(healer);
    const taken = takeIn(
      this.#paths.inbox,
      (message) => this.#take(healer, message),
      (why) => this.#once(`A message of the inbox was set aside: ${why}.`),
    );
    return taken > 0;
  }

  #look({ engine }: OpenHealer): Promise<void> {
    return this.#watch.look(
      () => this.#promoting,
      (subject, tree) => endOutdated(engine, subject, tree),
    );
  }

  #take(healer: OpenHealer, message: Message): void {
    if (message.kind === 'signal' && message.signal.probe === true) {
      healer.engine.senseProbe(this.#watch.stamped(message.signal));
      return;
    }
    if (message.kind === 'signal') {
      this.#watch.failed(message.signal.subject);
      const { subject, requestRef } = message.signal;
      const incident = healer.engine.sense(this.#watch.stamped(message.signal));
      if (requestRef !== null && requestRef !== incident.requestRef)
        shred(this.#project.paths.run(subject), requestRef);
      return;
    }
    if (message.kind === 'state') return this.#state(healer, message);
    if (message.kind === 'traffic') return this.#traffic(healer, message);
    if (message.kind === 'forget') {
      const known = healer.memory.forget(message.id);
      return this.#once(`${message.by} had ${message.id} forgotten${known ? '' : '; it was not known'}.`);
    }
    try {
      healer.engine.answer(message.id, message.answered);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#once(
        `Incident ${message.id}: ${message.answered.verdict} by ${message.answered.by} came too late: ${error.message}`,
      );
    }
  }

  #state(healer: OpenHealer, message: Message & { kind: 'state' }): void {
    const { subject, state } = message;
    if (state === 'ready') this.#watch.ready(subject);
    else this.#watch.failed(subject);
    if (state === 'ready' && this.#project.settings.sensing.probeMs > 0) this.#tellRoutes(subject);
    if (state === 'ready' || state === 'stopped') this.#loops.end(subject);
    if (state !== 'parked' && state !== 'crash_loop') return;
    this.#loops.begin(subject, message.boot);
    healer.down(subject, message.why ?? state, message.serving ?? 0);
    for (const incident of healer.engine.incidents.filter((item) => item.subject === subject && !item.closed)) {
      const attempt = currentAttempt(incident);
      if (attempt?.promoted && !attempt.watched)
        healer.engine.record(incident.id, { type: 'watched', ok: false, why: `the server is in state ${state} since` });
    }
  }

  /** SEN-8: which routes the keeper may ask by itself, as the files are now. */
  #tellRoutes(subject: string): void {
    const tree = this.#swapper.tree(subject);
    if (tree === null) return;
    writeQuietRoutes(this.#project, subject, tree).catch((error: unknown) =>
      this.#once(`Which routes may be asked could not be found out: ${String(error)}`),
    );
  }

  /** SEN-7: what the last good release answered is what the live one is measured by. */
  #traffic(healer: OpenHealer, message: Message & { kind: 'traffic' }): void {
    const { subject } = message;
    const live = this.#swapper.tree(subject);
    const signal = this.#courses.hear(message, live);
    if (signal !== null) healer.engine.sense(signal);
    if (live !== null && this.#courses.isAsGood(subject, live))
      endOutlived(healer.engine, this.#courses, { subject, tree: live });
  }

  #wrote({ fact }: Entry, { subject, signal, attempts }: Incident): void {
    const isHeld = fact.type === 'watched' && fact.ok;
    if (isHeld && this.#swapper.tree(subject) === attempts.at(-1)?.promoted?.release.id) this.#watch.held(subject);
    const isAccepted =
      fact.type === 'answered' && (fact.answered.verdict === 'resolve' || fact.answered.verdict === 'reject');
    if (isAccepted && signal.kind === 'regression' && signal.release !== null)
      markWorse(this.#paths, signal.release, iso(systemClock.now()), false);
  }

  /** Said once. */
  #once(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#say(text);
  }

  /** On stderr, which the keeper keeps as the healer's log. */
  #say(text: string): void {
    process.stderr.write(`${iso(systemClock.now())} ${printable(this.#project.redactor.redact(text))}\n`);
  }
}

function isRepair(move: Move): boolean {
  return move.do === 'work' && move.step !== 'fallBack';
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  const argument = JSON.parse(process.argv[2] ?? '{}') as HealerArgument;
  serve(argument, stop.signal).then(
    (code) => process.exit(code),
    (error: unknown) => {
      const fault = error instanceof Fault ? error : null;
      const text = fault ? `${fault.message} ${fault.next}` : error instanceof Error ? error.stack : String(error);
      process.stderr.write(`${text}\n`);
      process.exit(fault?.exit ?? 1); // 2: the settings, of which it told itself
    },
  );
}
