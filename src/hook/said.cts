/**
 * What a server that never listened said on stdout before it ended by itself: loggers write there (`app.log.error(error); process.exit(1)`),
 * and stderr stays empty. Watched until the first listen.
 */

import fs from 'node:fs';

import { guard, patch } from './guard.cts';
import { describe } from './reports.cts';
import type { ErrorReport } from './words.cts';

const textMax = 256 * 1024;
let isWatching = false;
let latest: ErrorReport | null = null;
let restore: () => void = () => undefined;

/** The last error that was said there; null where none was. */
export function saidError(): ErrorReport | null {
  return latest;
}

type Write = (this: unknown, fd: unknown, data: unknown, ...rest: unknown[]) => unknown;
type Log = (this: unknown, ...words: unknown[]) => unknown;

export function watchSaid(): void {
  isWatching = true;
  for (const name of ['write', 'writeSync'])
    patch(fs, name, ((original: Write): Write => {
      return function write(this: unknown, fd, data, ...rest) {
        if (isWatching && fd === 1) guard('process', () => logged(data));
        return original.call(this, fd, data, ...rest);
      };
    }) as never);
  const there = Object.getOwnPropertyDescriptor(console, 'log');
  patch(console, 'log', ((original: Log): Log => {
    return function log(this: unknown, ...words) {
      const error = words.find((word) => word instanceof Error);
      if (error !== undefined) guard('process', () => void (latest = describe(error)));
      return original.apply(this, words);
    };
  }) as never);
  const ours = console.log;
  // A debugger would show every line as ours.
  restore = () => void (console.log === ours && there && Object.defineProperty(console, 'log', there));
}

export function ignoreSaid(): void {
  isWatching = false;
  latest = null;
  restore();
}

/** Lines of JSON, as pino and winston write them. */
function logged(data: unknown): void {
  const text = typeof data === 'string' ? data : Buffer.isBuffer(data) ? data.toString('utf8', 0, textMax) : '';
  if (text.length > textMax || !text.includes('"stack"')) return;
  for (const line of text.split('\n')) {
    const record = line.startsWith('{') ? parsed(line) : null;
    if (record !== null && isGrave(record['level'])) latest = errorIn(record) ?? latest;
  }
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null; // a line that only looks like one
  }
}

function isGrave(level: unknown): boolean {
  return typeof level === 'number' ? level >= 50 : /^(?:error|fatal|crit|alert|emerg)/i.test(String(level));
}

function errorIn(record: Record<string, unknown>): ErrorReport | null {
  const { type, name, message, code, stack } = Object(record['err'] ?? record['error'] ?? record) as Record<
    string,
    unknown
  >;
  if (typeof stack !== 'string' || typeof message !== 'string') return null;
  const named = [type, name, /^[\w$.]+(?=:)/.exec(stack)?.[0]].find((each) => typeof each === 'string');
  const error = Object.assign(new Error(message), {
    name: named ?? 'Error',
    stack,
    ...(typeof code === 'string' ? { code } : {}),
  });
  return describe(error);
}
