/** What is the same in every process of the app that serves: its project, its servers, and how often the keeper hears of it. */

import fs from 'node:fs';
import path from 'node:path';
import type { Server as HttpServer } from 'node:http';

import { guard } from './guard.cts';
import { enterHttp2, watchHttp2 } from './requests.cts';
import { watchSessions, watchUpgrades } from './sockets.cts';

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
