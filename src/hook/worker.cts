/** A worker of a server that clusters by itself: its sockets are its primary's affair, its failures are the server's (SUP-8, SEN-1, SEN-2). */

import net from 'node:net';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

import { observeApp, projectRoot, secondsOf, watchFailures, watchServer } from './app.cts';
import { watchProcess } from './errors.cts';
import { keepTails, reachFrameworks } from './frameworks.cts';
import { guard, patch } from './guard.cts';
import { openLine } from './line.cts';
import type { Line } from './line.cts';
import { knowProbes } from './requests.cts';
import type { Pace } from './vitals.cts';
import type { Message, TrialSetting } from './words.cts';

const lazy = {
  trial: (): typeof import('./trial.cts') => require('./trial.cjs'),
  unanswered: (): typeof import('./unanswered.cts') => require('./unanswered.cjs'),
  vitals: (): typeof import('./vitals.cts') => require('./vitals.cjs'),
};

export interface WorkerSetting {
  readonly boot: string;
  /** Unix socket of the keeper; null where there is none. */
  readonly keeper: string | null;
  /** File for last words; null where the server has listened already. */
  readonly last: string | null;
  readonly trial: TrialSetting | null;
}

/** What else the hook tells of a process (vitals, its heap) is said of the server, and that is its primary. */
const ofWorkers = new Set(['beat', 'traffic', 'unanswered']);

type Listen = (this: Server, ...args: unknown[]) => Server;

export function startWorker({ boot, keeper, last, trial: given }: WorkerSetting): void {
  let hasListened = false;
  const root = given?.root ?? projectRoot();
  const trial = given === null ? null : (guard('trial', () => lazy.trial().openTrial(given, root)) ?? null);
  const line = given !== null || keeper === null ? null : openWorkerLine(boot, keeper);
  guard('process', () =>
    watchProcess({
      // Who has listened is survived by a server that serves, and would leave it words for its own end.
      file: () => (hasListened ? null : last),
      hasListened: () => false,
      goodRequests: () => [],
      factsOf: (error) => trial?.factsOf(error) ?? null,
      leaving: () => undefined,
      left: () => undefined,
      ...(line === null ? {} : { dying: () => line.sayLast() }),
    }),
  );
  const send = line?.send ?? trial?.send;
  if (send === undefined) return;
  watchFailures(boot, line?.tell ?? send, (error) => trial?.blame(error));
  const early: Message[] = [];
  const mention = (message: Message): void => {
    if (trial !== null || hasListened) send(message);
    else early.push(message);
  };
  observeApp(root, mention, trial);
  guard('listen', () => watchListening(listening));

  function listening(server: Server): void {
    guard('errors', () => reachFrameworks(server as never));
    guard('capture', () => watchServer(server as HttpServer));
    if (!hasListened) guard('vitals', () => line?.begin());
    hasListened = true;
    for (const message of early.splice(0)) send?.(message);
  }
}

/** Node calls `_listen2` by name once the primary has opened the socket. */
function watchListening(listening: (server: Server) => void): void {
  patch(net.Server.prototype, '_listen2', ((original: Listen): Listen => {
    return function listen2(this: Server, ...args) {
      const result = original.apply(this, args);
      listening(this);
      return result;
    };
  }) as never);
}

function openWorkerLine(boot: string, path: string): Line & { begin(): void } {
  let unansweredAfter = 0;
  let pace: Pace = { beat: 1, traffic: 10 };
  const line = openLine({ path, hello, announce: () => undefined, onMessage: obey });

  function hello(): Message {
    const { pid, ppid, version } = process;
    return { t: 'hello', pid, ppid, boot, node: version, worker: true };
  }

  function obey(message: Message): void {
    if (message.t === 'kept') line.kept(message['n']);
    if (message.t !== 'settings') return;
    unansweredAfter = Math.ceil(Number(message['unansweredMs'] ?? 0) / 1000);
    pace = { beat: secondsOf(message['beatMs'], pace.beat), traffic: secondsOf(message['trafficMs'], pace.traffic) };
    knowProbes((message['probes'] ?? {}) as Readonly<Record<string, unknown>>);
  }

  function eachSecond(): void {
    keepTails();
    if (unansweredAfter > 0) guard('capture', () => lazy.unanswered().lookForUnanswered(unansweredAfter, line.send));
  }

  return {
    ...line,
    begin() {
      line.wake();
      const send = (message: Message): void => {
        if (ofWorkers.has(message.t)) line.send(message);
      };
      lazy.vitals().startVitals(send, eachSecond, () => pace);
    },
  };
}
