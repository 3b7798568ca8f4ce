/** A project with a running `kintsugi run`, a client that asks it, and nothing left over at the end. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Desk } from '../../src/engine/desk.ts';
import { readJournal, type Line } from '../../src/engine/journal.ts';
import type { View } from '../../src/engine/view.ts';
import type { RunRecord } from '../../src/keeper/record.ts';
import { statePaths, type StatePaths } from '../../src/kit/paths.ts';
import { kill, processesUnder } from '../leftovers.ts';
import { kintsugi, program, root, scratch, type Ended, type Scratch } from '../project.ts';
import { freePort } from '../ports.ts';

export interface Event {
  readonly kintsugi: string;
  readonly text: string;
  readonly incident?: number;
  readonly decision?: string;
  readonly stage?: string;
  readonly pid?: number;
}

export interface Supervisor {
  readonly child: ChildProcess;
  stderr(): string;
  events(): Event[];
  readonly exit: Promise<number | null>;
}

export interface Reply {
  /** 0 where no answer came. */
  readonly status: number;
  readonly body: string;
  readonly error: string | null;
}

export interface Place extends Scratch {
  readonly port: number;
  readonly paths: StatePaths;
  /** Starts `kintsugi run --json …`; `args` is `server.js` where not given, `wrapper` a command that starts it. */
  run(args?: readonly string[], env?: NodeJS.ProcessEnv, wrapper?: readonly string[]): Supervisor;
  /** Starts it and waits until the server answers. */
  up(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<Supervisor>;
  /** One command to its end. */
  does(line: string | readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  ask(url: string, options?: AskOptions): Promise<Reply>;
  /** As `kintsugi incidents --json` tells them, without the start of a process. */
  incidents(): View[];
  journal(): readonly Line[];
  record(subject?: string): RunRecord | null;
  read(file: string): string;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly timeoutMs?: number;
}

export interface PlaceOptions {
  /** The packages of this repository are the project's. */
  readonly packages?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** Everything that is started in it has ended at the end of the test, and what did not end by itself is an error. */
export async function placeOf(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  { packages = false, env: more = {} }: PlaceOptions = {},
): Promise<Place> {
  const started: Supervisor[] = [];
  t.after(() => end(started, folder)); // before the folder goes
  const made = scratch(t, files);
  const { app, folder } = made;
  if (packages) symlinkSync(path.join(root, 'node_modules'), path.join(app, 'node_modules'));
  const port = await freePort();
  const watchMs = '500';
  const env = { ...made.env, KINTSUGI_WATCH_MS: watchMs, PORT: String(port), KINTSUGI_DASHBOARD: 'off', ...more };
  const base: Scratch = { folder, app, env };
  const paths = statePaths(app, env);
  const run: Place['run'] = (args = ['server.js'], given = {}, wrapper = []) => {
    const [command = '', ...words] = [...wrapper, process.execPath, program, 'run', '--json', ...args];
    const child = spawn(command, words, {
      cwd: app,
      env: { ...env, ...given },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const supervisor = follow(child);
    started.push(supervisor);
    return supervisor;
  };
  const ask: Place['ask'] = (url, options = {}) => request(port, url, options);
  const place: Place = {
    ...base,
    port,
    paths,
    run,
    ask,
    up: async (args, given) => {
      const supervisor = run(args, given);
      await until(async () => (await ask('/')).status > 0, supervisor.stderr);
      return supervisor;
    },
    does: (line, given) => kintsugi(base, typeof line === 'string' ? line.split(' ') : line, given),
    incidents: () => new Desk(paths).incidents(),
    journal: () => readJournal(paths.journal),
    record: (subject = 'server.js') => recordIn(paths.run(subject).runJson),
    read: (file) => readFileSync(path.join(app, file), 'utf8'),
  };
  return place;
}

function recordIn(file: string): RunRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
  } catch {
    return null; // not there yet
  }
}

function follow(child: ChildProcess): Supervisor {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-4_000_000)));
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const events = (): Event[] => text.split('\n').flatMap(eventOf);
  return { child, exit, events, stderr: () => text.slice(-6_000) };
}

function eventOf(line: string): Event[] {
  if (!line.startsWith('{"kintsugi":')) return [];
  try {
    return [JSON.parse(line) as Event];
  } catch {
    return []; // still being written
  }
}

/** Stops every supervisor as its owner would; its server, healer and trials go with it. */
export async function stop(supervisor: Supervisor): Promise<number | null> {
  const { child, exit } = supervisor;
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT'); // a SIGTERM right after the start would be absorbed (SUP-3)
  const late = Symbol('late');
  const code = await Promise.race([exit, sleep(80_000, late, { ref: false })]);
  assert.notEqual(code, late, `the supervisor did not stop:\n${supervisor.stderr()}`);
  return code as number | null;
}

async function end(started: readonly Supervisor[], folder: string): Promise<void> {
  try {
    for (const supervisor of started) await stop(supervisor);
    await until(
      () => processesUnder(folder).length === 0,
      () => JSON.stringify(processesUnder(folder)),
      30_000, // of a busy machine; how fast a stop is, the keeper's own tests say
    );
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    for (const { pid } of processesUnder(folder)) kill(pid);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Polls, seldom where a look is dear; fails after the time with what `about` says. */
export async function until(holds: () => unknown, about: () => string = () => '', timeoutMs = 60_000): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const beganMs = performance.now();
    if (await holds()) return;
    const nowMs = performance.now();
    if (nowMs > endMs) assert.fail(`never came: ${holds.toString()}\n${about()}`);
    await sleep(Math.min(1_000, Math.max(50, 4 * (nowMs - beganMs))));
  }
}

/** So many incidents, and none of them still in work, nor about to be. */
export async function settled(place: Place, supervisor: Supervisor, count: number): Promise<void> {
  const done = ['needs_human', 'awaiting_human', 'resolved', 'rejected', 'suppressed'];
  let seen = '';
  let sinceMs = Infinity;
  await until(
    () => {
      const incidents = place.incidents();
      const before = seen;
      seen = JSON.stringify(incidents.map(({ route, status, message }) => [route, status, message]));
      const isDone = incidents.length >= count && incidents.every(({ status }) => done.includes(status));
      if (!isDone || seen !== before) sinceMs = performance.now();
      return isDone && performance.now() - sinceMs > 1_500;
    },
    () => `${seen}\n${supervisor.stderr()}`,
    60_000,
  );
}

function request(port: number, url: string, options: AskOptions): Promise<Reply> {
  const { method = 'GET', headers = {}, body, timeoutMs = 30_000 } = options;
  return new Promise((resolve) => {
    const done = (reply: Partial<Reply>): void => resolve({ status: 0, body: '', error: null, ...reply });
    const given = { host: '127.0.0.1', port, path: url, method, headers, agent: false, timeout: timeoutMs };
    const sent = http.request(given, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => done({ status: response.statusCode ?? 0, body: text }));
      response.on('error', (error) => done({ error: codeOf(error) }));
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
    sent.on('error', (error) => done({ error: codeOf(error) }));
    sent.end(body);
  });
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}

export interface Hammer {
  readonly tally: Record<string, number>;
  end(): Promise<Record<string, number>>;
}

/** New connections to one route, `everyMs` apart, counted by how they ended. */
export function hammer(place: Place, url: string, everyMs = 20, options: AskOptions = {}): Hammer {
  const tally: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = place.ask(url, options).then(({ status, error }) => {
      const kind = error ?? String(status);
      tally[kind] = (tally[kind] ?? 0) + 1;
      open.delete(one);
    });
    open.add(one);
  }, everyMs).unref();
  return {
    tally,
    end: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return tally;
    },
  };
}
