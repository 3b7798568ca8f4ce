/** Puts the parts together once it is certain that this process is the app. */

import fs from 'node:fs';
import type { Server } from 'node:net';

import { observeApp, projectRoot, secondsOf, watchFailures, watchServer } from './app.cts';
import { watchProcess } from './errors.cts';
import { keepTails, reachFrameworks } from './frameworks.cts';
import { guard } from './guard.cts';
import { goodOf, openLine } from './line.cts';
import { announceAll, hasListened, letGoUnclaimed, resetClients, servers, visit, watchListen } from './listen.cts';
import type { Listening, ListenEnds } from './listen.cts';
import { acceptLater, acceptNow } from './later.cts';
import { holdAlso, holdOnly, keepPaths, letGo } from './paths.cts';
import { knowProbes } from './requests.cts';
import { ignoreSaid, watchSaid } from './said.cts';
import type { ShedSettings } from './shed.cts';
import type { Trial } from './trial.cts';
import type { Pace } from './vitals.cts';
import type { WorkerSetting } from './worker.cts';
import type { Message, Setting } from './words.cts';

// Loaded when first needed: every file costs the app's start a fraction of a millisecond.
const lazy = {
  drain: (): typeof import('./drain.cts') => require('./drain.cjs'),
  good: (): typeof import('./good.cts') => require('./good.cjs'),
  shed: (): typeof import('./shed.cts') => require('./shed.cjs'),
  selftest: (): typeof import('./selftest.cts') => require('./selftest.cjs'),
  trial: (): typeof import('./trial.cts') => require('./trial.cjs'),
  up: (): typeof import('./up.cts') => require('./up.cjs'),
  unanswered: (): typeof import('./unanswered.cts') => require('./unanswered.cjs'),
  vitals: (): typeof import('./vitals.cts') => require('./vitals.cjs'),
  warm: (): typeof import('./warm.cts') => require('./warm.cjs'),
  worker: (): typeof import('./worker.cts') => require('./worker.cjs'),
};

const wantMs = 300;
/** A keeper that lives holds the socket, however slow it is: who listens without it finds the address taken. */
const patienceMs = 10_000;
/** Time for the keeper to let go of a socket it did not give. */
const closedMs = 100;
const answersFirstMs = 20;
/** As long as the keeper waits for somebody to claim what it holds. */
const unclaimedMs = 5000;
const later = setTimeout;
const soon = setImmediate;

/** A compiler is no server, but the last words may be its own. */
export function watchCompiler(last: string): void {
  const [nothing, none] = [() => undefined, () => null];
  watchProcess({
    file: () => last,
    hasListened: () => false,
    goodRequests: () => [],
    factsOf: none,
    leaving: nothing,
    left: nothing,
  });
  watchSaid();
}

/** Of a server that clusters by itself. */
export function startWorker(setting: WorkerSetting): void {
  lazy.worker().startWorker(setting);
}

export function start(setting: Setting): void {
  const root = setting.trial?.root ?? projectRoot();
  const wants = new Map<string, (handle: object | null) => void>();
  const trial =
    setting.trial === null ? null : (guard('trial', () => lazy.trial().openTrial(setting.trial!, root)) ?? null);
  const line =
    setting.trial === null && setting.keeper !== null
      ? openLine({
          path: setting.keeper,
          hello: () => hello(setting),
          announce: () => guard('listen', announceAll),
          onMessage: obey,
        })
      : null;
  let greeted = false;
  /** As the keeper says; 0 = nobody looks. */
  let unansweredAfter = 0;
  let pace: Pace = { beat: 1, traffic: 10 };
  let isShedding = false;
  /** The keeper asks routes by itself, with values that were answered well. */
  let wantsGood = false;
  let seconds = 0;
  /** Seen before the first listen: said only by a process that turns out to be the server. */
  const early: Message[] = [];

  function send(message: Message, handle?: object): void {
    if (trial !== null) trial.send(message);
    else line?.send(message, handle);
  }

  function tellGood(): void {
    const good = guard('capture', () => lazy.good().goodRequests()) ?? [];
    if (good.length > 0) send(goodOf(good));
  }

  function mention(message: Message): void {
    if (trial !== null || greeted) send(message);
    else early.push(message);
  }

  /** The first listen: this is the server, and what helpers left behind as last words is none of its own. */
  function begin(): void {
    greeted = true;
    guard('process', ignoreSaid);
    trial?.send(hello(setting));
    if (trial === null) guard('vitals', () => lazy.vitals().startVitals(send, eachSecond, () => pace));
    guard('process', () => setting.last !== null && fs.rmSync(setting.last, { force: true }));
    for (const name of ['KINTSUGI_LAST', 'KINTSUGI_HELD', 'KINTSUGI_TRIAL']) Reflect.deleteProperty(process.env, name);
    for (const message of early.splice(0)) send(message);
    later(() => guard('listen', letGoUnclaimed), unclaimedMs).unref();
  }

  function eachSecond(): void {
    keepTails();
    if (wantsGood && seconds++ % pace.traffic === 0) tellGood();
    if (unansweredAfter > 0) guard('capture', () => lazy.unanswered().lookForUnanswered(unansweredAfter, send));
  }

  /** Said by each keeper that this process comes to know; shedding is begun once. */
  function heed(settings: Message): void {
    unansweredAfter = Math.ceil(Number(settings['unansweredMs'] ?? 0) / 1000);
    pace = { beat: secondsOf(settings['beatMs'], pace.beat), traffic: secondsOf(settings['trafficMs'], pace.traffic) };
    knowProbes((settings['probes'] ?? {}) as Readonly<Record<string, unknown>>);
    wantsGood = settings['good'] === true;
    holdOnly(keysOf(settings['held']));
    const shed = settings['shed'] as Omit<ShedSettings, 'bypass'> | null;
    if (shed === null || isShedding) return;
    isShedding = true;
    const tellLoad = (level: string, load: readonly number[]): void => send({ t: 'shed', level, load });
    guard('shed', () => lazy.shed().shedAll({ ...shed, bypass: setting.boot }, tellLoad));
  }

  function obey(message: Message, handle: object | null): void {
    if (message.t === 'drain') guard('listen', () => lazy.drain().drain(Number(message['graceMs'] ?? 0)));
    if (message.t === 'finish') {
      send({ t: 'finishing' });
      const done = (): void => send({ t: 'finished' });
      guard('listen', () => lazy.drain().finish(Number(message['graceMs'] ?? 0), done));
    }
    if (message.t === 'settings') heed(message);
    if (message.t === 'good') tellGood();
    if (message.t === 'held') holdAlso([String(message['key'])]);
    if (message.t === 'handles') guard('listen', announceAll);
    if (message.t === 'kept') line?.kept(message['n']);
    if (message.t === 'visit') guard('listen', () => visit(String(message['key']), handle));
    if (message.t === 'accept') guard('listen', acceptNow);
    if (message.t === 'give' && message['later'] === true) acceptLater();
    if (message.t === 'give') wants.get(String(message['key']))?.(handle);
  }

  /** A standby answers who waits already, and then tells of itself. */
  function onListening(listening: Listening, handle: object | null, server: Server): void {
    if (setting.wait === null || greeted) tellOf(listening, handle, server);
    else later(() => guard('listen', () => tellOf(listening, handle, server)), answersFirstMs);
  }

  function tellOf(listening: Listening, handle: object | null, server: Server): void {
    if (!greeted) guard('listen', begin);
    guard('errors', () => reachFrameworks(server as never));
    guard('capture', () => watchServer(server as never));
    const { asked: _asked, ...place } = listening;
    if (trial !== null) return inTrial(trial, server, listening);
    // The first word opens the line, and opening it announces all there is.
    if (line?.isOpen() === true) line.send({ t: 'listening', ...place, fd: handle !== null }, handle ?? undefined);
    else line?.wake();
  }

  function want(key: string, answer: (handle: object | null) => void): void {
    if (line === null) return answer(null);
    const settle = (handle: object | null): void => {
      if (!wants.delete(key)) return;
      clearTimeout(timer);
      answer(handle);
    };
    let leftMs = patienceMs;
    const look = (): void => {
      if (!wants.has(key)) return;
      leftMs -= wantMs;
      if (line.isOpen() && leftMs > 0) return void (timer = later(turn, wantMs));
      line.send({ t: 'closed', key });
      timer = later(() => settle(null), closedMs);
    };
    const turn = (): void => void soon(look); // what has come meanwhile is read first
    let timer = later(turn, wantMs);
    wants.set(key, settle);
    line.send({ t: 'want', key });
  }

  const ends: ListenEnds = {
    inherited: new Map(setting.inherited),
    askable: new Set(setting.askable),
    canHand: () => line !== null,
    onListening,
    onClosed: (key) => {
      letGo(key);
      send({ t: 'closed', key });
    },
    want,
    rewrite: trial?.rewrite ?? null,
    wait: setting.wait,
  };
  if (setting.later) acceptLater();
  if (setting.wait !== null) guard('listen', warm);
  guard('process', () =>
    watchProcess({
      file: () => setting.last,
      hasListened,
      goodRequests: () => (trial === null ? lazy.good().goodRequests() : []),
      factsOf: (error) => trial?.factsOf(error) ?? null,
      leaving: () => greeted && line?.send({ t: 'leaving' }),
      left() {
        if (greeted && line !== null) resetClients();
        guard('trial', () => trial?.left());
      },
    }),
  );
  guard('process', watchSaid);
  watchFailures(setting.boot, line?.tell ?? send, (error) => trial?.blame(error));
  guard('listen', () => watchListen(ends));
  holdOnly([...setting.inherited.keys(), ...setting.askable]);
  guard('listen', () => keepPaths(() => !greeted || line?.isOpen() === true));
  observeApp(root, mention, trial);
  if (setting.tellsUp) guard('process', () => lazy.up().whenUp(() => send({ t: 'up' })));
  guard('stdio', blockPipes);
  guard('process', takeAnyInspectorPort);
}

/** Where a loop hangs is read by the inspector, which SIGUSR1 opens: the usual port may be another process's. The owner's own choice stays. */
function takeAnyInspectorPort(): void {
  const isChosen = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((word) => word.includes('--inspect'));
  if (!isChosen) process.debugPort = 0;
}

function warm(): void {
  for (const part of [lazy.vitals, lazy.good, lazy.selftest]) part();
  lazy.warm().warmUp();
}

function keysOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function inTrial(trial: Trial, server: Server, listening: Listening): void {
  // Nothing here runs each second, and a trial asks as soon as something listens.
  server.on('connection', () => guard('errors', keepTails));
  const { asked, port } = listening;
  if (asked !== null && port !== null && asked !== port) trial.moved(asked, port);
  const pipe = guard('trial', () => trial.pipeTo(listening));
  trial.send({ t: 'listening', ...listening, fd: false, pipe: pipe ?? null });
}

function hello({ boot }: Setting): Message {
  const { pid, ppid, version, argv } = process;
  const [argv1, listening] = [argv[1] ?? null, servers().length];
  return { t: 'hello', pid, ppid, boot, node: version, argv1, listening, selfTest: lazy.selftest().selfTest() };
}

/** Lines written just before process.exit are lost in a pipe that does not block (SUP-12); files and terminals block anyway. */
function blockPipes(): void {
  for (const [fd, name] of [
    [1, 'stdout'],
    [2, 'stderr'],
  ] as const) {
    // As big integers: after a plain stat of a pipe, Node's own module loader takes linked packages for unlinked ones.
    const stat = fs.fstatSync(fd, { bigint: true });
    if (!stat.isFIFO() && !stat.isSocket()) continue;
    const handle: unknown = Reflect.get(process[name], '_handle');
    const setBlocking =
      handle === null || handle === undefined ? undefined : Reflect.get(handle as object, 'setBlocking');
    if (typeof setBlocking === 'function') setBlocking.call(handle, true);
  }
}
