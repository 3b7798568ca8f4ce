/** A worker of a server that clusters by itself: its sockets are its primary's affair, its failures are the server's (SUP-8, SEN-1, SEN-2). */

import net from 'node:net';
import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';

import { watchCut } from './cut.cts';
import { watchProcess } from './errors.cts';
import { expressOf, glimpsed, keepTails, knownPattern, reachFrameworks, watchFrameworks } from './frameworks.cts';
import { guard, patch } from './guard.cts';
import { openLine } from './line.cts';
import type { Line } from './line.cts';
import { observe } from './observe.cts';
import { reportTo } from './reports.cts';
import { askFrameworks, knowProbes, saltClients, watchRequests } from './requests.cts';
import { watchSockets } from './sockets.cts';
import { projectRoot, secondsOf, watchServer } from './app.cts';
import type { Pace } from './vitals.cts';
import type { Message, TrialSetting } from './words.cts';

const lazy = {
  outcomes: (): typeof import('./outcomes.cts') => require('./outcomes.cjs'),
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

/** What else the hook tells of a process (beats, vitals, its heap) is said of the server, and that is its primary. */
const ofWorkers = new Set(['traffic', 'unanswered']);

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
  reportTo(line?.tell ?? send, (error) => trial?.blame(error));
  saltClients(boot);
  guard('capture', watchRequests);
  guard('capture', watchCut);
  guard('errors', watchFrameworks);
  guard('capture', watchSockets);
  askFrameworks({ pattern: knownPattern, error: glimpsed, look: expressOf });
  const early: Message[] = [];
  const mention = (message: Message): void => {
    if (trial !== null || hasListened) send(message);
    else early.push(message);
  };
  const connecting =
    trial === null
      ? null
      : (socket: Socket, target: string): void => lazy.outcomes().watchRefusal(socket, target, send);
  guard('observe', () => observe({ root, send: mention, redirect: trial?.redirect ?? (() => null), connecting }));
  if (trial !== null) guard('observe', () => lazy.outcomes().watchAnswers(send));
  // Node calls this by name once the primary has opened the socket.
  patch(net.Server.prototype, '_listen2', ((original: Listen): Listen => {
    return function listen2(this: Server, ...args) {
      const result = original.apply(this, args);
      guard('errors', () => reachFrameworks(this as never));
      guard('capture', () => watchServer(this as HttpServer));
      if (!hasListened) guard('vitals', () => line?.begin());
      hasListened = true;
      for (const message of early.splice(0)) send(message);
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
    pace = { ...pace, traffic: secondsOf(message['trafficMs'], pace.traffic) };
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
