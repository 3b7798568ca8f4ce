/** The keeper's files that others read (docs/protocol.md): run.json and observed.json; and the one it reads, live.json. */
import { statSync } from 'node:fs';
import type { Launch } from '../incident/nouns.ts';
import { isErrno } from '../kit/errors.ts';
import { readJson, writeJson } from '../kit/files.ts';
import { isAlive, type Identity } from '../kit/identity.ts';
import type { Standby, State } from './states.ts';

/** A process beside the first one. */
export interface WorkerRecord {
  readonly child: Identity;
  readonly boot: number;
  readonly token: string;
  /** Requests it has taken so far, as it told last. */
  readonly served: number;
  /** Tree of the files it runs where those are not the first one's (null = not known): it is about to be replaced. Absent elsewhere. */
  readonly release?: string | null;
}

export interface RunRecord {
  readonly v: 1;
  readonly subject: string;
  readonly launch: Launch;
  readonly keeper: Identity | null;
  readonly child: Identity | null;
  /** The boot's number and the token its processes carry. */
  readonly boot: number;
  readonly token: string | null;
  readonly state: State;
  /** ISO 8601: since when it is in that state. */
  readonly since: string;
  readonly port: number | null;
  readonly ports: readonly number[];
  /** The tree that runs; null where none was recorded yet. */
  readonly release: string | null;
  readonly restarts: number;
  readonly hook: string;
  readonly sockets: string;
  readonly standby: Standby;
  /** Absent in records of versions that had none. */
  readonly workers?: readonly WorkerRecord[];
  /** Requests that `child` has taken so far, as it told last. */
  readonly served?: number;
  readonly rssBytes: number;
  readonly swap: { readonly seq: number; readonly outcome: 'ready' | 'failed'; readonly why: string } | null;
  readonly nextRestartAt: string | null;
  /** Of the last death; the keeper's own, coarser than an incident's. */
  readonly signature: string | null;
  /** Why it is in that state, where that needs saying; redacted. */
  readonly why: string | null;
  readonly healer: Identity | null;
  /** Where the hook connects: the next keeper must listen at the same place. */
  readonly socket: string | null;
}

/** What to take over: the first process, or where that died while nobody was there a worker in its place. Null where none is alive. */
export function standing({ child, boot, token, workers = [] }: RunRecord): Omit<WorkerRecord, 'served'> | null {
  const first = child === null || token === null ? [] : [{ child, boot, token }];
  return [...first, ...workers].find((one) => isAlive(one.child)) ?? null;
}

export interface Live {
  readonly seq: number;
  readonly tree: string | null;
  readonly swap: boolean;
  readonly holdBackoff: boolean;
  /** The boot that a crash loop ended with of which no repair is to come; null where none was told. */
  readonly hopeless: number | null;
}

export const noLive: Live = { seq: 0, tree: null, swap: false, holdBackoff: false, hopeless: null };

/** Reads live.json where it changed; a file that says nonsense leaves what was known. */
export class LiveFile {
  readonly #file: string;
  #stamp = '';
  #live: Live = noLive;

  constructor(file: string) {
    this.#file = file;
  }

  /** As of the last look. */
  get known(): Live {
    return this.#live;
  }

  read(): Live {
    const stamp = stampOf(this.#file);
    if (stamp === this.#stamp) return this.#live;
    this.#stamp = stamp;
    const value = readJson<Partial<Live>>(this.#file);
    if (value === null || typeof value.seq !== 'number') return this.#live;
    const { seq, tree, swap, holdBackoff, hopeless } = value;
    this.#live = {
      seq,
      tree: typeof tree === 'string' ? tree : null,
      swap: swap === true,
      holdBackoff: holdBackoff === true,
      hopeless: typeof hopeless === 'number' ? hopeless : null,
    };
    return this.#live;
  }
}

/** Changes whenever the file is replaced; empty where it is not there or cannot be reached. */
function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
  } catch (error) {
    if (isErrno(error)) return ''; // the state folder was replaced by something else
    throw error;
  }
}

const observedMax = 200;
type ObservedKind = 'connects' | 'writes' | 'routes';

/** What the hook saw the subject do; written when it grew. */
export class Observed {
  readonly #file: string;
  readonly #sets = { connects: new Set<string>(), writes: new Set<string>(), routes: new Set<string>() };
  #grew = false;

  constructor(file: string) {
    this.#file = file;
    const before = readJson<Partial<Record<ObservedKind, unknown>>>(file);
    for (const kind of ['connects', 'writes', 'routes'] as const) {
      const values = before?.[kind];
      if (Array.isArray(values)) for (const value of values) this.add(kind, value);
    }
    this.#grew = false;
  }

  add(kind: ObservedKind, value: unknown): void {
    const set = this.#sets[kind];
    if (typeof value !== 'string' || value === '' || set.has(value) || set.size >= observedMax) return;
    set.add(value.slice(0, 1000));
    this.#grew = true;
  }

  has(kind: ObservedKind, value: string): boolean {
    return this.#sets[kind].has(value);
  }

  flush(): void {
    if (!this.#grew) return;
    this.#grew = false;
    const { connects, writes, routes } = this.#sets;
    writeJson(this.#file, { connects: [...connects], writes: [...writes], routes: [...routes] });
  }
}
