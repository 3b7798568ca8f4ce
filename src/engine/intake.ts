/** The healer's letter box: one file a message, taken in order, deleted only once what it says is on record. */
import { lstatSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Answered, Signal } from '../incident/nouns.ts';
import { isErrno } from '../kit/errors.ts';
import { ensureFolder, namesIn, readText, writeFileAtomic } from '../kit/files.ts';
import { randomId } from '../kit/hash.ts';

type Tallies = Readonly<Record<string, { n: number; failed: number; ms: Readonly<Record<string, number>> }>>;

/** How a process of a boot did lately (see triage/regression.ts): answers by route, its event loop by load, requests so far, bytes left of its memory. */
export interface BootTraffic {
  readonly boot: number;
  readonly pid: number;
  readonly routes: Tallies;
  readonly loop: Tallies;
  readonly served: number;
  readonly left: number | null;
}

export type Message =
  | { readonly kind: 'signal'; readonly signal: Signal }
  | { readonly kind: 'decision'; readonly id: number; readonly answered: Answered }
  | { readonly kind: 'traffic'; readonly subject: string; readonly boots: readonly BootTraffic[]; readonly at: string }
  | { readonly kind: 'forget'; readonly id: string; readonly by: string }
  | {
      readonly kind: 'state';
      readonly subject: string;
      readonly state: string;
      readonly boot: number;
      readonly release: string | null;
      readonly at: string;
      readonly why?: string;
      /** How many processes beside the first one answer. */
      readonly serving?: number;
    };

const messageBytesMax = 1024 * 1024;

/** Puts a message into the box; durable when it returns. `now` in ms since 1970 orders the messages. Returns its file. */
export function post(inbox: string, message: Message, now: number): string {
  const file = path.join(inbox, `${now}-${randomId().slice(0, 14)}.json`);
  writeFileAtomic(file, `${JSON.stringify(message)}\n`);
  return file;
}

/**
 * Hands each waiting message to `take`, oldest first. A message that `take` throws on stays for the next time;
 * one that cannot be read goes to `bad/` and is told to `refuse`, once.
 */
export function takeIn(inbox: string, take: (message: Message) => void, refuse: (why: string) => void): number {
  const names = namesIn(inbox).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  let taken = 0;
  for (const name of names) {
    const file = path.join(inbox, name);
    const message = readMessage(file);
    if (typeof message === 'string') {
      setAside(inbox, name);
      refuse(message);
      continue;
    }
    if (message === null) continue;
    take(message);
    rmSync(file, { force: true });
    taken += 1;
  }
  return taken;
}

/** The message, or why it is none; null where the file has gone meanwhile. */
function readMessage(file: string): Message | string | null {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) return 'not a file';
    if (stat.size > messageBytesMax) return `larger than ${messageBytesMax} bytes`;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
  const text = readText(file);
  if (text === null) return null;
  try {
    return check(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return 'not JSON';
    throw error;
  }
}

/** Only the shape that later steps rely on; what a message claims is still only a claim. */
function check(value: unknown): Message | string {
  if (!isRecord(value)) return 'not an object';
  if (value['kind'] === 'signal') return isSignal(value['signal']) ? (value as unknown as Message) : 'not a signal';
  if (value['kind'] === 'decision') {
    const answered = value['answered'];
    const good =
      Number.isInteger(value['id']) &&
      isRecord(answered) &&
      typeof answered['by'] === 'string' &&
      isVerdict(answered['verdict']);
    return good ? (value as unknown as Message) : 'not a decision';
  }
  if (value['kind'] === 'traffic')
    return typeof value['subject'] === 'string' && Array.isArray(value['boots']) && typeof value['at'] === 'string'
      ? (value as unknown as Message)
      : 'no traffic';
  if (value['kind'] === 'forget')
    return typeof value['id'] === 'string' && typeof value['by'] === 'string' ? (value as unknown as Message) : 'no id';
  if (value['kind'] === 'state')
    return typeof value['state'] === 'string' && typeof value['subject'] === 'string'
      ? (value as unknown as Message)
      : 'not a state';
  return 'of no known kind';
}

function isSignal(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const strings = ['id', 'subject', 'kind', 'at', 'stderr'].every((key) => typeof value[key] === 'string');
  return strings && typeof value['count'] === 'number' && Number.isFinite(value['count']) && value['count'] >= 1;
}

function isVerdict(value: unknown): boolean {
  return value === 'approve' || value === 'reject' || value === 'resolve' || value === 'retry';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For whoever wants to know what came; of a flood so many are enough. */
const badMax = 100;

function setAside(inbox: string, name: string): void {
  const folder = path.join(inbox, 'bad');
  ensureFolder(folder);
  if (namesIn(folder).length >= badMax) return rmSync(path.join(inbox, name), { recursive: true, force: true });
  renameSync(path.join(inbox, name), path.join(folder, name));
}
