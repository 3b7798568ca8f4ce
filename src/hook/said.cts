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
type StreamWrite = (this: unknown, data: unknown, ...rest: unknown[]) => unknown;

export function watchSaid(): void {
  isWatching = true;
  for (const name of ['write', 'writeSync'])
    patch(fs, name, ((original: Write): Write => {
      return function write(this: unknown, fd, data, ...rest) {
        if (isWatching && fd === 1) guard('process', () => hear(data));
        return original.call(this, fd, data, ...rest);
      };
    }) as never);
  const there = Object.getOwnPropertyDescriptor(process, 'stdout');
  const { get } = there ?? {};
  if (there === undefined || get === undefined) return;
  // Made when first asked for, which costs a start too much to be done here.
  let isMade = false;
  const watched = (): unknown => {
    const stream: unknown = get.call(process);
    Reflect.defineProperty(process, 'stdout', there); // an app may have frozen `process`
    if (isWatching && !isMade) guard('process', () => watchStream(stream as object));
    isMade = true;
    return stream;
  };
  Object.defineProperty(process, 'stdout', { ...there, get: watched });
  restore = () => void Reflect.defineProperty(process, 'stdout', there);
}

function watchStream(stream: object): void {
  const own = Object.getOwnPropertyDescriptor(stream, 'write');
  patch(stream, 'write', ((original: StreamWrite): StreamWrite => {
    return function write(this: unknown, data, ...rest) {
      if (isWatching) guard('process', () => hear(data));
      return original.call(this, data, ...rest);
    };
  }) as never);
  const ours: unknown = Reflect.get(stream, 'write');
  restore = () => {
    if (Reflect.get(stream, 'write') !== ours) return;
    if (own === undefined) Reflect.deleteProperty(stream, 'write');
    else Object.defineProperty(stream, 'write', own);
  };
}

export function ignoreSaid(): void {
  isWatching = false;
  latest = null;
  restore();
}

function hear(data: unknown): void {
  const text = typeof data === 'string' ? data : Buffer.isBuffer(data) ? data.toString('utf8', 0, textMax) : '';
  if (text.length > textMax) return;
  if (text.includes('"stack"')) logged(text);
  else if (text.includes('\n    at ')) latest = printed(text) ?? latest;
  else if (text.includes('error')) latest ??= refused(text);
}

// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[[\d;]*m/g;
const withStack =
  /((?:[A-Z]\w*)?(?:Error|Exception))(?: \[([A-Z][A-Z\d_]*)\])?(?:: ([^\n]*(?:\n(?! +at )[^\n]*){0,5}))?\n((?: +at [^\n]*(?:\n|$))+)/;

/** An error with its stack, as `console.log` and most loggers print it. */
function printed(text: string): ErrorReport | null {
  const [, name, code, message = '', frames] = withStack.exec(text.replace(colours, '')) ?? [];
  if (name === undefined || frames === undefined) return null;
  return made({
    name,
    message,
    code: code ?? /\bcode: '(\w+)'/.exec(text)?.[1],
    stack: `${name}: ${message}\n${frames}`,
  });
}

/** The first complaint of TypeScript's compiler, as in kit/complaint.ts. */
function refused(text: string): ErrorReport | null {
  const plain = text.replace(colours, '');
  const [complaint] = /^[^\s:(][^\n]{0,500}?(?:\(\d+,\d+\):|:\d+:\d+ -) error TS\d{4,5}: [^\n]+/m.exec(plain) ?? [];
  return complaint === undefined ? null : made({ name: 'TSError', message: complaint, code: null, stack: complaint });
}

/** Lines of JSON, as pino and winston write them. */
function logged(text: string): void {
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
  return made({ name: named, message, code, stack });
}

function made({ message, ...rest }: { name: unknown; message: string; code: unknown; stack: string }): ErrorReport {
  return describe(
    Object.assign(new Error(message), { name: rest.name ?? 'Error', code: rest.code, stack: rest.stack }),
  );
}
