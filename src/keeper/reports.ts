/** Turns what a hook sent or wrote into typed, bounded data; whatever does not fit is dropped. Pure. */
import type { CapturedRequest, ErrorReport } from '../incident/nouns.ts';
import type { LastWords } from './deaths.ts';

const stackCharsMax = 16 * 1024;
const messageCharsMax = 8 * 1024;
const causesMax = 5;
/** 256 KiB in base64, and a little. */
const bodyCharsMax = 360_000;
const messagesMax = 20;
/** 128 KiB in base64, and a little. */
const messageBodyCharsMax = 180_000;

export function asError(value: unknown, depth = 0): ErrorReport | null {
  if (!isRecord(value) || depth > causesMax) return null;
  return {
    name: text(value['name'], 200) ?? 'Error',
    message: text(value['message'], messageCharsMax) ?? '',
    code: text(value['code'], 200),
    ...(Number.isInteger(value['status']) ? { status: Number(value['status']) } : {}),
    stack: text(value['stack'], stackCharsMax) ?? '',
    cause: asError(value['cause'], depth + 1),
  };
}

export function asRequest(value: unknown): CapturedRequest | null {
  if (!isRecord(value)) return null;
  const method = text(value['method'], 20);
  const url = text(value['url'], 16 * 1024);
  if (method === null || url === null) return null;
  const body = text(value['body'], bodyCharsMax);
  const whole = value['body'] === null || body === value['body'];
  return {
    method,
    url,
    headers: asHeaders(value['headers']),
    body,
    bodyEncoding: value['bodyEncoding'] === 'base64' ? 'base64' : 'utf8',
    truncated: value['truncated'] === true || !whole,
    ...(isPort(value['port']) ? { port: value['port'] } : {}),
    ...(Array.isArray(value['before']) ? { before: asMessages(value['before']) } : {}),
  };
}

function asMessages(values: readonly unknown[]): NonNullable<CapturedRequest['before']> {
  return values.slice(0, messagesMax).flatMap((value) => {
    const body = isRecord(value) ? text(value['body'], messageBodyCharsMax) : null;
    if (!isRecord(value) || body === null || body !== value['body']) return [];
    return [{ body, bodyEncoding: value['bodyEncoding'] === 'base64' ? ('base64' as const) : ('utf8' as const) }];
  });
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;
}

/** The first `countMax` of a list; [] where it is none. */
export function asRequests(value: unknown, countMax: number): CapturedRequest[] {
  return Array.isArray(value) ? value.slice(0, countMax).flatMap((one) => asRequest(one) ?? []) : [];
}

export const inFlightMax = 8;
export const goodMax = 16;

/** One JSON line, or several where a process said it twice: the one with an error counts. */
export function asLastWords(file: string | null): LastWords | null {
  const all = (file ?? '').split('\n').flatMap((line) => parsed(line));
  const best = all.find((one) => isRecord(one['error'])) ?? all[0];
  if (best === undefined) return null;
  return {
    ppid: typeof best['ppid'] === 'number' ? best['ppid'] : null,
    code: typeof best['code'] === 'number' ? best['code'] : null,
    error: asError(best['error']),
    requests: asRequests(best['requests'], inFlightMax),
    good: asRequests(best['good'], goodMax),
  };
}

/** By route or load how many, and how long they took (see triage/regression.ts). */
type Tallies = Record<string, { n: number; failed: number; ms: Record<string, number> }>;

/** How a process did lately: its answers, its event loop, requests so far, bytes left after a thorough collection. */
export interface Traffic {
  readonly routes: Tallies;
  readonly loop: Tallies;
  readonly served: number;
  readonly left: number | null;
}

const routesMax = 60;
const bucketsMax = 120;

export function asTraffic(value: Readonly<Record<string, unknown>>): Traffic {
  const left = whole(value['left']);
  const [routes, loop] = [asTallies(value['routes']), asTallies(value['loop'])];
  return { routes, loop, served: whole(value['served']), left: left === 0 ? null : left };
}

function asTallies(value: unknown): Tallies {
  if (!isRecord(value)) return {};
  const routes = Object.entries(value).slice(0, routesMax);
  return Object.fromEntries(
    routes.flatMap(([route, tally]) => {
      if (!isRecord(tally) || !isRecord(tally['ms'])) return [];
      const buckets = Object.entries(tally['ms']).slice(0, bucketsMax);
      const ms = buckets.filter(([bucket]) => /^\d{1,3}$/.test(bucket)).map(([bucket, n]) => [bucket, whole(n)]);
      return [
        [route.slice(0, 300), { n: whole(tally['n']), failed: whole(tally['failed']), ms: Object.fromEntries(ms) }],
      ];
    }),
  );
}

function whole(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

/** How a process of the subject was at one moment, as its hook told; bytes, microseconds since the sample before, milliseconds. */
export interface Vitals {
  readonly atMs: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly heapLimit: number;
  readonly external: number;
  readonly cpuUs: number;
  /** How late the event loop was. */
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Spent on collecting garbage. */
  readonly gcMs: number;
  /** Share of the time that the event loop was busy, 0 to 1. */
  readonly elu: number;
  readonly handles: number;
  readonly served: number;
  readonly failed: number;
}

const vitalsKeys =
  'rss heapUsed heapTotal heapLimit external cpuUs delayP99Ms delayMaxMs gcMs elu handles served failed'.split(' ');

/** Null where a number is missing. */
export function asVitals(value: Readonly<Record<string, unknown>>, atMs: number): Vitals | null {
  const told = vitalsKeys.map((key) => [key, value[key]] as const);
  if (!told.every(([, number]) => typeof number === 'number' && Number.isFinite(number))) return null;
  return { atMs, ...Object.fromEntries(told) } as Vitals; // every key of the list is there, and a number
}

/** Of a list the first twelve numbers. */
export function asShares(value: unknown): number[] {
  return Array.isArray(value)
    ? value.slice(0, 12).filter((one) => typeof one === 'number' && Number.isFinite(one))
    : [];
}

export function text(value: unknown, charsMax: number): string | null {
  return typeof value === 'string' ? value.slice(0, charsMax) : null;
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : 1;
}

function asHeaders(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const pairs = Object.entries(value).slice(0, 200);
  return Object.fromEntries(
    pairs.map(([name, one]) => [
      name.slice(0, 200),
      String(Array.isArray(one) ? one.join(', ') : one).slice(0, 16_384),
    ]),
  );
}

function parsed(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? [value] : [];
  } catch {
    return []; // half a line: the process was killed while it wrote
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
