/** One boot of the subject: started by us, or found running and adopted. Ends with one call of `gone`, however it ends (SUP-1, SUP-11). */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, fstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { CapturedRequest, ErrorReport, Launch } from '../incident/nouns.ts';
import { isErrno } from '../kit/errors.ts';
import { namesIn, readText } from '../kit/files.ts';
import { identify, isAlive, type Identity } from '../kit/identity.ts';
import type { RunPaths } from '../kit/paths.ts';
import type { Asked, Exit, LastWords } from './deaths.ts';
import type { Echo } from './echo.ts';
import type { Handle, Peer } from './handles.ts';
import type { Sighting } from './inbox.ts';
import type { LeakTrend } from './leak.ts';
import { asLastWords, type Vitals } from './reports.ts';
import type { LogFile } from './logfile.ts';
import { blind, FileFollower, openOutput, together, type Follower, type FollowOptions } from './stderr.ts';
import type { Ahead } from './states.ts';
import { recommendedWorkers } from './surroundings.ts';
import { newTree, type Tree } from './tree.ts';

/** Of a process whose event loop tells that it turns. */
export interface Pulse {
  readonly pid: number;
  /** Null until its first beat: what never beat cannot freeze. */
  beatAtMs: number | null;
  /** When its loop was seen to turn last; its first beat may be given longer to come than that is ago. */
  turnedAtMs: number;
}

/** A process of the boot that speaks to us. There may be several: npm and the app, or an app and its helpers. */
export interface Voice extends Pulse {
  readonly peer: Peer;
  /** How many sockets it listened on when it called; it tells of each. */
  readonly sockets: number;
  /** The latest, oldest first. */
  readonly vitals: Vitals[];
  /** What it said when it was told to finish; null while it has said nothing. */
  finish: 'finishing' | 'finished' | null;
}

export interface Muted {
  readonly atMs: number;
  /** Who spoke last. */
  readonly pid: number | null;
  /** Of its tree, as far as they were known then. */
  readonly pids: ReadonlySet<number>;
}

export interface Boot {
  readonly n: number;
  /** 16 hex digits in the environment of every process of this boot. */
  readonly token: string;
  readonly launch: Launch;
  readonly startedAtMs: number;
  readonly follower: Follower;
  /** Null where it could not be started. */
  readonly tree: Tree | null;
  readonly voices: Map<Peer, Voice>;
  /** Workers of a server that clusters by itself: they tell of failures and beat, and it is their primary that is kept. */
  readonly clustered: Map<Peer, Pulse>;
  /** Key → address of what it listens on. */
  readonly listening: Map<string, Listening>;
  /** Errors that should have ended it, not yet known whether they did. */
  readonly fatal: { readonly sighting: Sighting; readonly atMs: number }[];
  /** What it answered well lately, as it told with its latest failure. */
  good: readonly CapturedRequest[];
  /** Requests it has taken so far, as it told last. */
  served: number;
  /** It refuses requests, as it told last. */
  isShedding: boolean;
  /** Of its whole tree, as of the last look. */
  rssBytes: number;
  /** Null until it is ready. */
  leak: LeakTrend | null;
  readyAtMs: number | null;
  /** Since when its main script has been evaluated, as it said; null where it was not asked to, or has not said so. */
  upAtMs: number | null;
  /** Looks at which it listened and its hook had not called. */
  unheardLooks: number;
  /** Set since none of its processes has a voice any more; null while one has, and before. */
  muted: Muted | null;
  asked: Asked | null;
  exit: Exit | null;
  /** Where its event loop hung, as read from outside. */
  blocked: ErrorReport | null;
  /** It died of our preload or our held sockets. */
  lostToUs: boolean;
  /** Tree of the files it runs where that is not the live one: it comes or goes. Undefined = the live one. */
  release: string | null | undefined;
  /** Out-of-memory kills of our cgroup when it started. */
  readonly oomKillsBefore: number;
}

export interface Listening {
  readonly port: number | null;
  readonly address: string;
  /** HTTP/1 in the clear, or inside TLS; null where it is neither. */
  readonly speaks: 'http' | 'https' | null;
  /** The process behind it, where a connection can be handed to it. */
  readonly by: Peer | null;
}

export interface BootOptions {
  readonly launch: Launch;
  readonly run: RunPaths;
  readonly echo: Echo;
  readonly logging: Logging | null;
  readonly after: Follower | null;
  readonly n: number;
  readonly token: string;
  readonly nowMs: number;
  readonly oomKills: number;
  gone(boot: Boot, exit: Exit): void;
}

/** Where log files are kept: then stdout is followed like stderr, and shown on our own. */
export interface Logging {
  readonly file: LogFile;
  readonly stdout: Echo;
}

/** What it takes to start a process of the subject. */
export interface ProcessOptions {
  readonly launch: Launch;
  readonly run: RunPaths;
  readonly n: number;
  readonly token: string;
  readonly env: NodeJS.ProcessEnv;
  /** Null = started without the hook. */
  readonly hook: string | null;
  readonly socket: string | null;
  readonly held: ReadonlyMap<string, Handle>;
  /** The hook waits until it is told to go: before anything of the app (`spare`), or where the app listens (`standby`; see spare.ts). */
  readonly ahead: Ahead;
  /** It takes no client on the held sockets until it is told to. */
  readonly later: boolean;
  /** It tells when it is up, though it listens nowhere. */
  readonly tellsUp: boolean;
  /** Its stdout goes to a file of its own. */
  readonly logs: boolean;
}

/** A process just started, or why it could not be. */
export interface Started {
  readonly child: ChildProcess | null;
  readonly failed: string | null;
  /** False where no file could be made for it. */
  readonly hasStderr: boolean;
  readonly hasStdout: boolean;
}

export function startProcess(options: ProcessOptions): Started {
  const { launch, run, n, ahead } = options;
  const stderr = openOrNull(run.stderr(n));
  const stdout = options.logs ? openOrNull(run.stdout(n)) : null;
  const held = [...options.held];
  const passed = socketsOfSystemd(options.env);
  const fds = [...passed, ...held.map(([, handle]) => handle.fd)];
  const started = start(() =>
    spawn(launch.argv[0] ?? '', launch.argv.slice(1), {
      cwd: launch.cwd,
      env: subjectEnv(options, held, firstFd + passed.length),
      // An own session: where we are killed, no hangup reaches it.
      detached: true,
      stdio: [
        'inherit',
        stdout ?? 'inherit',
        stderr ?? 'inherit',
        ...fds,
        ...(ahead === 'off' ? [] : (['pipe'] as const)),
      ],
    }),
  );
  for (const fd of [stderr, stdout]) if (fd !== null) closeSync(fd);
  const outputs = { hasStderr: stderr !== null, hasStdout: stdout !== null };
  return 'failed' in started
    ? { child: null, failed: started.failed, ...outputs }
    : { child: started, failed: null, ...outputs };
}

/** Makes a process the subject's next boot. A start that failed is told by `gone` as well, a moment later. */
export function bootOf({ child, failed, ...outputs }: Started, options: BootOptions): Boot {
  const identity = child?.pid === undefined ? null : identify(child.pid);
  const boot = newBoot(options, identity, follow(options, outputs, 'start'));
  const gone = once((exit: Exit) => options.gone(boot, exit));
  if (child === null) {
    setImmediate(() => gone({ code: null, signal: null, spawnError: failed }));
    return boot;
  }
  child.on('error', (error: NodeJS.ErrnoException) => {
    if (child.pid === undefined) gone({ code: null, signal: null, spawnError: error.code ?? error.message });
  });
  child.on('exit', (code, signal) => whenRead(() => gone({ code, signal, spawnError: null })));
  return boot;
}

/**
 * What it said before it died is read first, its listening socket not least: a busy keeper hears of the end before it has taken the line
 * on which the socket was handed up. A turn takes the line, the next reads it.
 */
function whenRead(then: () => void, turns = 3): void {
  setImmediate(() => (turns === 0 ? then() : whenRead(then, turns - 1)));
}

/** Takes over a server that outlived its keeper. Its end shows in /proc; its exit code only in its last words. */
export function adoptBoot(options: BootOptions & { readonly identity: Identity }): Boot {
  const { run, n, logging } = options;
  const [stderr, stdout] = [openOrNull(run.stderr(n)), existsSync(run.stdout(n)) && logging !== null]; // one may have been deleted meanwhile
  if (stderr !== null) closeSync(stderr);
  const boot = newBoot(
    options,
    options.identity,
    follow(options, { hasStderr: stderr !== null, hasStdout: stdout }, 'end'),
  );
  const timer = setInterval(() => {
    if (isAlive(options.identity)) return;
    clearInterval(timer);
    options.gone(boot, { code: lastWords(options.run, boot)?.code ?? null, signal: null, spawnError: null });
  }, adoptedPollMs);
  timer.unref();
  return boot;
}

const adoptedPollMs = 100;
/** After the standard three: what systemd passed, the held sockets, then the pipe on which a parked process waits. */
const firstFd = 3;

/** Sockets that systemd opened for the server (sd_listen_fds): it finds them at the same numbers. None where they were meant for another process. */
function socketsOfSystemd({ LISTEN_PID: pid, LISTEN_FDS: count }: NodeJS.ProcessEnv): number[] {
  if (pid !== String(process.pid)) return [];
  const fds = Array.from({ length: Math.min(Number(count) || 0, passedMax) }, (_, index) => firstFd + index);
  return fds.every(isOpen) ? fds : [];
}

const passedMax = 64;

function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}

export function lastWords(run: RunPaths, boot: Boot): LastWords | null {
  return asLastWords(readText(run.last(boot.n)));
}

/** Once what they say was passed on, sealed. */
export function forgetWords(run: RunPaths, boot: Boot): void {
  rmSync(run.last(boot.n), { force: true });
}

/** A full or vanished disk costs the last words, not the server. */
function openOrNull(file: string): number | null {
  try {
    return openOutput(file);
  } catch (error) {
    if (isErrno(error)) return null;
    throw error;
  }
}

function follow(
  { run, n, echo, after, logging }: BootOptions,
  { hasStderr, hasStdout }: Pick<Started, 'hasStderr' | 'hasStdout'>,
  from: 'start' | 'end',
): Follower {
  const log = logging?.file ?? null;
  const err = hasStderr ? followed({ file: run.stderr(n), voice: 'err', echo, log, from, after }) : blind;
  if (logging === null || !hasStdout) return err;
  return together(err, followed({ file: run.stdout(n), voice: 'out', echo: logging.stdout, log, from, after }));
}

/** Somebody may have taken the file away: what is written to it is then lost, and the server is kept all the same. */
function followed(options: FollowOptions): Follower {
  try {
    return new FileFollower(options);
  } catch (error) {
    if (isErrno(error)) return blind;
    throw error;
  }
}

function newBoot(options: BootOptions, identity: Identity | null, follower: Follower): Boot {
  const { n, token, launch, nowMs, oomKills } = options;
  return {
    n,
    token,
    launch,
    startedAtMs: nowMs,
    follower,
    tree: identity === null ? null : newTree(identity, bootMark(token)),
    voices: new Map(),
    clustered: new Map(),
    listening: new Map(),
    fatal: [],
    good: [],
    served: 0,
    isShedding: false,
    rssBytes: 0,
    leak: null,
    readyAtMs: null,
    upAtMs: null,
    unheardLooks: 0,
    muted: null,
    asked: null,
    exit: null,
    blocked: null,
    lostToUs: false,
    release: undefined,
    oomKillsBefore: oomKills,
  };
}

export function bootMark(token: string): string {
  return `KINTSUGI_BOOT=${token}`;
}

/** What the subject sees: the owner's environment without our settings and secrets, and what the hook needs. */
function subjectEnv(
  options: ProcessOptions,
  held: readonly (readonly [string, Handle])[],
  heldFd: number,
): NodeJS.ProcessEnv {
  const { env, hook, socket, run, n, token, ahead, later, tellsUp } = options;
  const own = Object.entries(env).filter(([name]) => !name.startsWith('KINTSUGI_') || name === 'KINTSUGI_CLUSTER');
  const result: NodeJS.ProcessEnv = {
    ...Object.fromEntries(own),
    KINTSUGI_MANAGED: '1',
    KINTSUGI_BOOT: token,
    KINTSUGI_LAST: run.last(n),
    KINTSUGI_RECOMMENDED_WORKERS: String(recommendedWorkers()),
  };
  if (hook === null || !existsSync(hook)) return result;
  result['NODE_OPTIONS'] = `--require ${quoted(hook)} ${env['NODE_OPTIONS'] ?? ''}`.trim();
  if (socket !== null) result['KINTSUGI_HOOK'] = socket;
  const fds = held.map(([key], index) => [key, index + heldFd] as const);
  const place = { off: null, spare: '', standby: ':listen' }[ahead];
  if (later) result['KINTSUGI_ACCEPT'] = 'later';
  if (tellsUp) result['KINTSUGI_UP'] = 'tell';
  if (place !== null) result['KINTSUGI_PARK'] = `${heldFd + held.length}${place}`;
  if (fds.length > 0) result['KINTSUGI_FDS'] = JSON.stringify({ ...Object.fromEntries(fds), ppid: process.pid });
  return result;
}

/** NODE_OPTIONS splits at spaces outside double quotes, where a backslash escapes. */
function quoted(file: string): string {
  return `"${file.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

/** Most failures to start come as an event; a few (EAGAIN on some systems, a NUL in an argument) are thrown. */
function start<T>(run: () => T): T | { failed: string } {
  try {
    return run();
  } catch (error) {
    if (isErrno(error)) return { failed: error.code ?? error.message };
    throw error;
  }
}

function once<T>(call: (value: T) => void): (value: T) => void {
  let called = false;
  return (value) => {
    if (!called) call(value);
    called = true;
  };
}

const outputsKept = 5;

/** Numbers of the boots whose output lies in the folder. */
export function bootsIn(folder: string): number[] {
  return namesIn(folder).flatMap((name) => Number(/^boot-(\d+)\.stderr$/.exec(name)?.[1] ?? 0));
}

/** Removes the output of all but the latest boots and those that still run. */
export function clearOld(folder: string, latest: number, live: ReadonlySet<number>): void {
  for (const name of namesIn(folder)) {
    const n = /^boot-(\d+)\.(?:stderr|stdout|last)$/.exec(name)?.[1];
    if (n !== undefined && Number(n) <= latest - outputsKept && !live.has(Number(n)))
      rmSync(path.join(folder, name), { force: true });
  }
}
