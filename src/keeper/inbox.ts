/** Tells the healer: redacts, seals whole requests, folds storms, and never lets a full disk or a flood hurt the server (SEN-3, TRI-7). */
import { createCipheriv, randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Captured, CapturedRequest, ErrorReport, Signal } from '../incident/nouns.ts';
import { iso, type Clock } from '../kit/clock.ts';
import { credentialsOf, hiding, jsonIn } from '../kit/credentials.ts';
import { ensureFolder, namesIn, writeFileAtomic, writeJson } from '../kit/files.ts';
import { randomId } from '../kit/hash.ts';
import type { RunPaths } from '../kit/paths.ts';
import { ownFrame } from './deaths.ts';
import type { Traffic } from './reports.ts';
import { Threshold, type ThresholdSettings } from './threshold.ts';

/** A failure as the keeper saw it: raw, nothing of it on disk yet. */
export interface Sighting extends Captured {
  readonly kind: Signal['kind'];
  readonly stderr: string;
  readonly error: ErrorReport | null;
  readonly exit: Signal['exit'];
  readonly beforeReady: boolean;
  readonly servedMs?: number | undefined;
  readonly route: string | null;
  readonly status: number | null;
  /** The hook's hash of the client's address. */
  readonly client: string | null;
  readonly release: string | null;
  readonly count: number;
  /** A question of our own met it (SEN-8): it counts on an open incident, and opens none. */
  readonly isProbe?: boolean;
  /** Called once it is on disk. */
  kept?(): void;
}

/** To be filled in with what was seen. */
export const nothingSeen: Omit<Sighting, 'kind' | 'release'> = {
  stderr: '',
  error: null,
  exit: null,
  beforeReady: false,
  requests: [],
  good: [],
  route: null,
  status: null,
  client: null,
  count: 1,
};

export interface InboxOptions {
  readonly subject: string;
  /** `STATE/inbox`. */
  readonly folder: string;
  readonly run: RunPaths;
  /** Sealing key of this keeper, 32 bytes. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly sensing: ThresholdSettings;
  redact(text: string): string;
}

const keysMax = 1000;
const unkeptMax = 20;
const foldMs = 5000;
/** Where this many messages wait unread, errors are only counted until some were read; deaths may go to twice that. */
const waitingMax = 500;
const writesPerFlush = 10;
/** No write is begun after so much of a flush: each waits for the disk, and the loop with it. */
const flushMsMax = 100;
/** So many times as long as a flush took, none is made out of turn. */
const restShare = 4;
const flushAllMax = 50;
const trafficMax = 64;
const stderrBytesMax = 64 * 1024;
const lineCharsMax = 4096;
const sealedMax = 500;
/** Of requests in flight; one has 256 KiB at most, twice that as JSON. */
const sealedCharsMax = 1024 * 1024;
const requestMaxAgeMs = 24 * 60 * 60 * 1000;

interface Entry {
  latest: Sighting;
  /** Those whose sender is still to be told, at most as many as it keeps. */
  unkept: Sighting[];
  waiting: number;
  notBeforeMs: number;
  /** False while its route is below the threshold: then it is counted, and forgotten after the window. */
  counts: boolean;
  seenMs: number;
}

export class Inbox {
  readonly #options: InboxOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #threshold: Threshold;
  #sequence = 0;
  /** Of the latest message: whoever reads goes by the names, and a clock that is set back must not turn them round. */
  #latestMs = 0;
  readonly #traffic: (Traffic & { readonly boot: number; readonly pid: number })[] = [];
  #restUntilMs = 0;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#threshold = new Threshold(options.sensing);
  }

  /** A death: rare, and bounded by the restart budget; written at once. */
  tell(sighting: Sighting): void {
    if (!this.#isFull(2)) this.#write(sighting, sighting.count);
  }

  /** A caught error, of which there may be thousands a second: the first of its kind soon, then one line in 5 s for all of them. */
  fold(sighting: Sighting): void {
    const key = keyOf(sighting);
    const isProbe = sighting.isProbe === true;
    const name = this.#entries.has(key) || this.#entries.size < keysMax ? key : '*';
    if (isProbe && name === '*') return sighting.kept?.(); // what clients meet must not be taken for ours
    const now = this.#options.clock.monotonic();
    const fresh = { latest: sighting, unkept: [], waiting: 0, notBeforeMs: 0, counts: false, seenMs: now };
    const entry = this.#entries.get(name) ?? fresh;
    entry.latest = sighting;
    if (sighting.kept) entry.unkept = [...entry.unkept, sighting].slice(-unkeptMax);
    entry.seenMs = now;
    const reached = isProbe || this.#threshold.reached(sighting.route ?? '', sighting.count, now);
    entry.counts ||= reached;
    entry.waiting += sighting.count;
    this.#entries.set(name, entry);
  }

  /** At once, but for a fifth of the time at most: where the disk is slow and failures many, the loop has other things to do. */
  flushSoon(): void {
    const startedMs = this.#options.clock.monotonic();
    if (startedMs < this.#restUntilMs) return;
    this.flush();
    const endedMs = this.#options.clock.monotonic();
    this.#restUntilMs = endedMs + restShare * (endedMs - startedMs);
  }

  /** Called a few times a second: writes what is due, a few at a time, and forgets what has been silent. */
  flush(): void {
    if (this.#entries.size === 0 || this.#isFull(1)) return;
    const now = this.#options.clock.monotonic();
    let writes = writesPerFlush;
    for (const [key, entry] of this.#entries) {
      if (entry.notBeforeMs > now) continue;
      const isOld = !entry.counts && now - entry.seenMs > this.#options.sensing.windowMs;
      if (entry.waiting === 0 || isOld) this.#entries.delete(key);
      else if (!entry.counts) continue;
      else if (writes > 0 && this.#options.clock.monotonic() - now < flushMsMax) {
        writes -= 1;
        const { waiting } = entry;
        entry.waiting = 0;
        entry.notBeforeMs = now + foldMs;
        this.#write(entry.latest, waiting);
        for (const sighting of entry.unkept.splice(0)) sighting.kept?.();
      }
    }
  }

  /** Everything still waiting, before the keeper ends. */
  flushAll(): void {
    const waiting = [...this.#entries.values()]
      .filter((entry) => entry.counts && entry.waiting > 0)
      .slice(0, flushAllMax);
    this.#entries.clear();
    for (const entry of waiting) this.#write(entry.latest, entry.waiting);
  }

  /** A message that is not a failure: `ready`, `parked` and the like. */
  note(state: string, facts: { boot: number; release: string | null; why?: string; serving?: number }): void {
    const at = iso(this.#options.clock.now());
    if (!this.#isFull(2)) this.#put({ kind: 'state', subject: this.#options.subject, state, ...facts, at });
  }

  /** How process `pid` of boot `boot` did lately. Several in one turn go in one message, and only where there is room. */
  traffic(boot: number, pid: number, traffic: Traffic): void {
    this.#traffic.push({ boot, pid, ...traffic });
    this.#traffic.splice(0, this.#traffic.length - trafficMax);
  }

  /** Called every few seconds. */
  flushTraffic(): void {
    const boots = this.#traffic.splice(0);
    if (boots.length === 0 || this.#isFull(1)) return;
    const { clock, subject, redact } = this.#options;
    const told = boots.map(({ routes, ...others }) => ({
      ...others,
      routes: Object.fromEntries(Object.entries(routes).map(([route, tally]) => [redact(route), tally])),
    }));
    this.#put({ kind: 'traffic', subject, boots: told, at: iso(clock.now()) }, '.traffic');
  }

  #write(sighting: Sighting, count: number): void {
    const { clock, subject } = this.#options;
    const request = sighting.requests[0] ?? null;
    const credentials = [...sighting.requests, ...sighting.good].flatMap(credentialsOf);
    const redact = hiding(new Set(credentials), this.#options.redact);
    const signal: Signal = {
      id: randomId(),
      subject,
      kind: sighting.kind,
      at: iso(clock.now()),
      stderr: boundLines(redact(sighting.stderr)),
      error: redactError(sighting.error, redact),
      exit: sighting.exit,
      beforeReady: sighting.beforeReady,
      ...(sighting.servedMs === undefined ? {} : { servedMs: sighting.servedMs }),
      request: redactRequest(request, redact),
      requestRef: this.#seal(sighting),
      route: sighting.route === null ? null : redact(sighting.route),
      status: sighting.status,
      ...(sighting.client === null ? {} : { client: sighting.client }),
      ...(sighting.isProbe === true ? { probe: true } : {}),
      release: sighting.release,
      count,
    };
    this.#put({ kind: 'signal', signal });
  }

  #put(message: object, mark = ''): void {
    this.#sequence = (this.#sequence + 1) % 1_000_000;
    this.#latestMs = Math.max(this.#latestMs, this.#options.clock.now());
    const order = String(this.#sequence).padStart(6, '0');
    const name = `${this.#latestMs}-${order}${randomBytes(4).toString('hex')}${mark}.json`;
    writeJson(path.join(this.#options.folder, name), message);
  }

  #seal({ requests, good }: Captured): string | null {
    return requests.length + good.length === 0
      ? null
      : sealCaptured(this.#options.run.requests, { requests, good }, this.#options.key);
  }

  #isFull(times: number): boolean {
    return namesIn(this.#options.folder).length > times * waitingMax;
  }
}

/** Puts it into a sealed file of the folder and returns its name; of many large requests the first ones are kept. */
export function sealCaptured(folder: string, { requests, good }: Captured, key: Buffer): string {
  ensureFolder(folder);
  let chars = 0;
  const kept = requests.filter((one, at) => (chars += JSON.stringify(one).length) <= sealedCharsMax || at === 0);
  const id = randomId();
  writeFileAtomic(path.join(folder, id), seal(JSON.stringify({ requests: kept, good }), key));
  return id;
}

/** iv (12) + tag (16) + ciphertext, AES-256-GCM. */
function seal(plain: string, key: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Sealed requests do not outlive a day, nor pile up. */
export function sweepRequests(folder: string, nowMs: number): void {
  const aged = namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? [{ file, mtimeMs: stat.mtimeMs }] : [];
  });
  aged.sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const [index, { file, mtimeMs }] of aged.entries()) {
    if (index >= sealedMax || nowMs - mtimeMs > requestMaxAgeMs) rmSync(file, { force: true });
  }
}

/** Equal failures: same name at the same place; where there is no error object, same answer on the same route. */
function keyOf({ kind, error, route, status, isProbe }: Sighting): string {
  const place = error === null ? '' : (ownFrame(error.stack) ?? error.message);
  const key = error === null ? `${kind} ${route ?? ''} ${status ?? ''}` : `${error.name} ${error.code ?? ''} ${place}`;
  return `${isProbe === true ? 'probe ' : ''}${key}`.slice(0, 500);
}

function redactError(error: ErrorReport | null, redact: (text: string) => string): ErrorReport | null {
  if (error === null) return null;
  const { name, message, code, stack, cause, ...plain } = error;
  return {
    ...plain,
    name: redact(name),
    message: redact(message),
    code: code === null ? null : redact(code),
    stack: redact(stack),
    cause: redactError(cause, redact),
  };
}

const secretHeader =
  /^(?:authorization|proxy-authorization|cookie|set-cookie)$|key|token|secret|auth|session|password/i;
const secretField =
  /(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|card(?:[-_]?(?:no|number))?|cvv|cvc|pin|ssn|iban|credentials?|authorization)$/i;

function redactRequest(request: CapturedRequest | null, redact: (text: string) => string): CapturedRequest | null {
  if (request === null) return null;
  const { before: _, ...shown } = request; // for the replay only
  const headers = Object.entries(request.headers).map(([name, value]) => [
    redact(name),
    secretHeader.test(name) ? '[redacted:header]' : redact(value),
  ]);
  return {
    ...shown,
    url: redact(hideQuery(request.url)),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: request.body === null ? null : redactBody(request, redact),
  };
}

function hideQuery(url: string): string {
  return url.replace(/([?&])([^=&#?]*)=([^&#]*)/g, (whole, mark: string, name: string) =>
    secretField.test(name) ? `${mark}${name}=[redacted:field]` : whole,
  );
}

/** Bytes that are not text, and control characters that pass for it (each six characters of JSON: the message would be too large to be taken in), are for the replay only. */
function redactBody(request: CapturedRequest, redact: (text: string) => string): string {
  const body = request.body ?? '';
  if (request.bodyEncoding === 'base64' || JSON.stringify(body).length > 2 * body.length + 2)
    return '[redacted:binary]';
  const structured = hideFields(body);
  return redact(structured ?? hideQuery(`?${body}`).slice(1));
}

/** Null where the body is no JSON. */
function hideFields(body: string): string | null {
  const { head, json } = jsonIn(body);
  try {
    const hidden = JSON.stringify(JSON.parse(json), (name, value: unknown) =>
      name !== '' && secretField.test(name) && value !== null ? '[redacted:field]' : value,
    );
    return `${head}${hidden}`;
  } catch {
    return null; // a form, or plain text
  }
}

/** At most 64 KiB, the end of it; each line at most 4 KiB. */
function boundLines(text: string): string {
  const lines = text.split('\n').map((line) => (line.length > lineCharsMax ? `${line.slice(0, lineCharsMax)}…` : line));
  const bytes = Buffer.from(lines.join('\n'));
  return bytes.subarray(Math.max(0, bytes.length - stderrBytesMax)).toString('utf8');
}
