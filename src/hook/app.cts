/** What is the same in every process of the app that serves: its project, its servers, what is watched in it, and how often the keeper hears of it. */

import fs from 'node:fs';
import path from 'node:path';
import type { Server as HttpServer } from 'node:http';

import type { Socket } from 'node:net';

import { watchCut } from './cut.cts';
import { expressOf, glimpsed, knownPattern, watchFrameworks } from './frameworks.cts';
import { guard } from './guard.cts';
import { observe } from './observe.cts';
import { reportTo } from './reports.cts';
import { askFrameworks, enterHttp2, saltClients, watchHttp2, watchRequests } from './requests.cts';
import { watchSessions, watchSockets, watchUpgrades } from './sockets.cts';
import type { Trial } from './trial.cts';
import type { Message } from './words.cts';

const lazy = {
  outcomes: (): typeof import('./outcomes.cts') => require('./outcomes.cjs'),
};

/** Requests and what they fail at, beside the process's own end (`errors.cts`); `blame` is given each error itself. */
export function watchFailures(boot: string, tell: (failure: Message) => void, blame: (error: unknown) => void): void {
  reportTo(tell, blame);
  saltClients(boot);
  guard('capture', watchRequests);
  guard('capture', watchCut);
  guard('errors', watchFrameworks);
  guard('capture', watchSockets);
  askFrameworks({ pattern: knownPattern, error: glimpsed, look: expressOf });
}

/** Whom the app asks and what it writes; in a trial also where that leads to, and what came of it. */
export function observeApp(root: string, mention: (message: Message) => void, trial: Trial | null): void {
  const connecting =
    trial === null
      ? null
      : (socket: Socket, target: string): void => lazy.outcomes().watchRefusal(socket, target, trial.send);
  guard('observe', () => observe({ root, send: mention, redirect: trial?.redirect ?? (() => null), connecting }));
  if (trial !== null) guard('observe', () => lazy.outcomes().watchAnswers(trial.send));
}

/** The nearest folder above the entry that has a package.json, else the working directory. */
export function projectRoot(): string {
  const entry = process.argv[1];
  for (
    let folder = entry === undefined ? '/' : path.dirname(entry);
    folder !== path.dirname(folder);
    folder = path.dirname(folder)
  ) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  }
  return process.cwd();
}

/** Whole ones, at least one; as many as before where that is not said. */
export function secondsOf(ms: unknown, before: number): number {
  return typeof ms === 'number' ? Math.max(1, Math.floor(ms / 1000)) : before;
}

/** What depends on the kind of server; listeners are often added right after the listen. */
export function watchServer(server: HttpServer): void {
  const isHttp2 = server.constructor.name.startsWith('Http2');
  if (isHttp2) {
    watchHttp2();
    watchSessions(server);
  }
  const look = (): void => {
    watchUpgrades(server);
    if (isHttp2) enterHttp2(server);
  };
  setImmediate(() => guard('capture', look)).unref();
}
