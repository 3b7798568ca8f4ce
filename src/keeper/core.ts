/** What the keeper knows at this moment, and the few things every part of it does: change state, speak, keep the record. */
import { existsSync } from 'node:fs';
import type { Launch } from '../incident/nouns.ts';
import { iso, systemClock } from '../kit/clock.ts';
import { Fault } from '../kit/errors.ts';
import { writeFileAtomic, writeJson } from '../kit/files.ts';
import { hashOf } from '../kit/hash.ts';
import { identify } from '../kit/identity.ts';
import { readRun } from '../kit/known.ts';
import type { RunPaths, StatePaths } from '../kit/paths.ts';
import { reachedPackages } from '../kit/workspaces.ts';
import { Answers } from './answers.ts';
import type { Boot, Logging } from './child.ts';
import type { Past } from './deaths.ts';
import { openEcho, type Echo } from './echo.ts';
import { passingRefused } from './handles.ts';
import type { Healer } from './healer.ts';
import { Held } from './held.ts';
import type { Inbox, Sighting } from './inbox.ts';
import { Notifier } from './notify.ts';
import { LogFile } from './logfile.ts';
import { LiveFile, Observed, type RunRecord, type WorkerRecord } from './record.ts';
import { cleanSlate, restartDefaults, type History, type RestartLimits } from './restarts.ts';
import type { KeeperSettings } from './settings.ts';
import type { Standby } from './states.ts';
import { fileprint } from './surroundings.ts';
import { step, type Happening, type State } from './states.ts';
import type { Follower } from './stderr.ts';
import { Threshold } from './threshold.ts';

export interface KeeperOptions {
  readonly launch: Launch;
  readonly paths: StatePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: KeeperSettings;
  /** The subject's first end is ours, with its exit code. */
  readonly once: boolean;
  readonly onPark: 'stay' | 'exit';
  /** Where the subject's stderr is shown. */
  readonly echo: Echo;
  say(line: Line): void;
  /** The lock is ours: this keeper it is. */
  started?(): void;
  redact(text: string): string;
  /** The command that starts the healer of what is supervised; null = there is none. */
  readonly healer: ((launch: Launch) => readonly string[]) | null;
  /** What is to be started now: `launch` may lead elsewhere since (a link to the newest release). @throws Fault where nothing can be */
  launchAnew?(): Launch;
  readonly hookFile: string;
  /** The second request to stop: no more grace. */
  readonly force: AbortSignal;
}

/** One line about the supervision, for people and, with its fields, for machines. */
export interface Line {
  readonly event: string;
  readonly text: string;
  readonly [field: string]: unknown;
}

/** Tells whoever asked for a restart what became of it. */
export type Done = (outcome: 'ready' | 'failed', why: string) => void;

const complaintsMax = 100;
const beatMinMs = 1000;
const beatMaxMs = 5000;
const trafficMaxMs = 10_000;

export class Core {
  readonly options: KeeperOptions;
  readonly run: RunPaths;
  readonly live: LiveFile;
  readonly observed: Observed;
  readonly held: Held;
  readonly notifier: Notifier;
  /** Null where no log files are kept. */
  readonly logging: Logging | null;
  /** What the keeper before us left. */
  readonly before: RunRecord | null;

  /** What the next process is started by. */
  launch: Launch;
  state: State = 'stopped';
  sinceMs = systemClock.now();
  why: string | null = null;
  /** The process that serves, or shall. */
  boot: Boot | null = null;
  /** Started beside it, to take its place. */
  next: Boot | null = null;
  /** A standby that serves already while `boot`, which said that it ends, is still being torn down. */
  heir: Boot | null = null;
  /** Replaced, finishing their requests. */
  readonly retiring = new Set<Boot>();
  /** Processes beside `boot` on the same sockets (see workers.ts). */
  readonly workers = new Set<Boot>();
  bootNumber = 0;
  lastFollower: Follower | null = null;
  restarts = 0;
  history: History = cleanSlate;
  signature: string | null = null;
  hook: string = 'absent';
  /** Null where the hook itself broke the start. */
  hookFile: string | null;
  socket: string | null = null;
  rssBytes = 0;
  release: string | null = null;
  swap: RunRecord['swap'];
  handledSeq = 0;
  /** The promotion that `next` carries out; null where it is a planned restart. */
  nextSeq: number | null = null;
  /** The promotion that the boot under way carries out. */
  pendingSeq: number | null = null;
  restartAtMs: number | null = null;
  /** The latest process that came up listened nowhere (a queue worker, say): the next need not either. */
  listensNowhere = false;
  /** The health route that the serving process answers well; null where none is known. */
  healthPath: string | null = null;
  past: Past = { good: [], diedOfRoot: false };
  /** Somebody asked for a restart and waits to hear what becomes of it. */
  reloading: Done | null = null;
  /** Whether a process started ahead waits for the next boot (see spare.ts). */
  standby: Standby = 'off';
  healer: Healer | null = null;
  inbox: Inbox | null = null;
  /** Seals captured requests. */
  key: Buffer | null = null;
  /** Of the route prober. */
  readonly answers = new Answers();
  /** Requests that waited in vain: two on one route are a failure. */
  readonly unanswered: Threshold;
  #dirty = false;
  readonly #complaints = new Set<string>();

  constructor(options: KeeperOptions, run: RunPaths) {
    this.options = options;
    this.launch = options.launch;
    this.run = run;
    this.before = readRun<RunRecord>(run.runJson);
    this.swap = this.before?.swap ?? null;
    this.live = new LiveFile(run.liveJson);
    this.observed = new Observed(run.observedJson);
    this.held = new Held(options.settings.sockets === 'off' ? 'switched off' : passingRefused);
    this.hookFile = options.hookFile;
    this.notifier = new Notifier(options.env, (error) => this.trouble('telling systemd', error));
    const { logs } = options.settings;
    const trouble = (error: unknown): void => this.trouble('writing the log file', error);
    this.logging = logs === null ? null : { file: new LogFile(run.logs, logs, trouble), stdout: openEcho(1) };
    const { windowMs } = options.settings.sensing;
    this.unanswered = new Threshold({ threshold: 2, windowMs });
  }

  /** Follows the table; false where the happening means nothing now. */
  go(happening: Happening, why: string | null = null): boolean {
    const next = step(this.state, happening);
    if (next === null) return false;
    this.state = next;
    this.sinceMs = systemClock.now();
    this.why = why === null ? null : this.options.redact(why);
    this.notifier.state(next, this.why);
    this.changed();
    return true;
  }

  /** From one beat of a server's loop to the next: each wakes two processes, so no more often than a freeze is told apart by. */
  get beatMs(): number {
    const { freezeMs } = this.options.settings;
    return freezeMs === 0 ? beatMaxMs : Math.min(beatMaxMs, Math.max(beatMinMs, freezeMs / 5));
  }

  /** From one word of a server about its traffic to the next: three to each span that a release is measured in. */
  get trafficMs(): number {
    const { regressionSpanMs } = this.options.settings.sensing;
    return Math.min(trafficMaxMs, Math.max(beatMinMs, regressionSpanMs / 3));
  }

  get restartLimits(): RestartLimits {
    return { ...restartDefaults, ...this.options.settings.backoff };
  }

  /** Tells whoever asked for a restart. */
  reloaded(outcome: 'ready' | 'failed', why: string): void {
    this.reloading?.(outcome, why);
    this.reloading = null;
  }

  /** Of the project's files as they are now. */
  fileprint(): string {
    const { link, project } = this.launch;
    const wrote = (file: string): boolean => this.observed.has('writes', file);
    return fileprint(link ?? project, wrote, reachedPackages(this.launch) ?? []);
  }

  /** What this started serves: the next processes are started likewise, and it is what is healed. */
  follow(launch: Launch): void {
    if (hashOf(launch) === hashOf(this.launch)) return;
    const how = launch.cwd === this.launch.cwd ? 'by another command line' : `in ${launch.cwd}`;
    this.launch = launch;
    this.healer?.follow(launch);
    this.say('moved', `it is started ${how} from now on`, { project: launch.project });
    this.changed();
  }

  /** What the command line means now, where nothing else serves: or why it means nothing. */
  lookAnew(): Launch | Fault {
    try {
      return this.options.launchAnew?.() ?? this.launch;
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  }

  /** How many processes beside the first one answer. */
  get serving(): number {
    return [...this.workers].filter(({ readyAtMs, exit }) => readyAtMs !== null && exit === null).length;
  }

  get isStopping(): boolean {
    return this.state === 'stopping' || (this.state === 'stopped' && this.bootNumber > 0);
  }

  say(event: string, text: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.options.say({ event, text, ...fields });
    this.logging?.file.write('kintsugi', this.options.redact(text));
  }

  /** Runs something whose failure must not touch the server (a full disk, a folder gone), and says each such failure once. */
  attempt(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.trouble(what, error); // the server goes on
    }
  }

  /** Said once for each text. */
  trouble(what: string, error: unknown): void {
    const text = `${what} failed: ${error instanceof Error ? error.message : String(error)}`;
    if (this.#complaints.has(text) || this.#complaints.size >= complaintsMax) return;
    this.#complaints.add(text);
    this.say('trouble', `${text}; supervision goes on`);
  }

  tell(sighting: Sighting): void {
    this.attempt('telling the healer', () => this.inbox?.tell(sighting));
    this.healer?.want();
  }

  note(state: string): void {
    const { bootNumber: boot, release, why, serving } = this;
    const facts = { boot, release, ...(why === null ? {} : { why }), ...(serving === 0 ? {} : { serving }) };
    this.attempt('telling the healer', () => this.inbox?.note(state, facts));
    if (state !== 'stopped') this.healer?.want(); // of a server that is down a person may have to be told, though nothing can be repaired
  }

  /** run.json follows within this turn of the loop, however much changes in it. */
  changed(): void {
    if (this.#dirty) return;
    this.#dirty = true;
    setImmediate(() => this.writeRecord());
  }

  writeRecord(): void {
    this.#dirty = false;
    this.attempt('writing run.json', () => writeJson(this.run.runJson, this.record()));
  }

  /** Every few seconds: what the hook saw, and, where the state folder was removed under us (`git clean -fdx`), what others know us by. */
  keepFiles(): void {
    this.observed.flush();
    if (!existsSync(this.run.runJson)) this.changed();
    if (this.key !== null && !existsSync(this.run.key)) writeFileAtomic(this.run.key, this.key);
  }

  record(): RunRecord {
    const ports = [...(this.boot?.listening.values() ?? [])].flatMap(({ port }) => port ?? []);
    return {
      v: 1,
      subject: this.options.launch.subject,
      launch: this.launch,
      keeper: identify(process.pid),
      child: this.boot?.exit === null ? (this.boot.tree?.root ?? null) : null,
      boot: this.boot?.n ?? this.bootNumber,
      token: this.boot?.token ?? null,
      state: this.state,
      since: iso(this.sinceMs),
      port: ports[0] ?? null,
      ports,
      release: this.release,
      restarts: this.restarts,
      hook: this.hook,
      sockets: this.held.state(ports.length > 0),
      standby: this.standby,
      workers: [...this.workers].flatMap((boot) => workerRecord(boot) ?? []),
      served: this.boot?.served ?? 0,
      rssBytes: this.rssBytes,
      swap: this.swap,
      nextRestartAt: this.restartAtMs === null ? null : iso(this.restartAtMs),
      signature: this.signature,
      why: this.why,
      healer: this.healer?.identity() ?? null,
      socket: this.socket,
    };
  }
}

/** Null where it is not up. */
function workerRecord({ tree, n, token, served, release, readyAtMs, exit }: Boot): WorkerRecord | null {
  if (tree === null || readyAtMs === null || exit !== null) return null;
  return { child: tree.root, boot: n, token, served, ...(release === undefined ? {} : { release }) };
}
