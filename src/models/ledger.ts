/** The account of every call, `usage.jsonl`: reserved on disk before the call, settled after it, and held to the owner's ceilings (MOD-4, POL-7). */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ensureFolder } from '../kit/files.ts';
import { iso } from '../kit/clock.ts';
import { randomId } from '../kit/hash.ts';
import type { Purpose, Role } from './models.ts';
import type { Price, Tokens } from './prices.ts';

/** Whose a line is. */
interface Account extends Purpose {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** One run of Kintsugi. */
  readonly run: string;
  readonly role: Role;
  /** `provider:model`. */
  readonly model: string;
}

/** Written before the call: what it may cost at most. Without its other line, it counts as spent. `withdrawn`: the call was not made. */
export interface Reserved extends Account {
  readonly v: 1;
  readonly kind: 'reserved' | 'withdrawn';
  readonly tokens: number;
  readonly costUsd: number;
}

/** Written after it. `input` counts all of the prompt; `cacheRead` and `cacheWrite` are parts of it. */
export interface Settled extends Account, Tokens {
  readonly v: 1;
  readonly kind: 'call';
  readonly costUsd: number;
  /** What the provider's cache saved; negative where writing it cost more than it brought. */
  readonly savedUsd: number;
  readonly price: Price['from'];
  /** `answered`, or why not. */
  readonly end: string;
  readonly ms: number;
}

export type Line = Reserved | Settled;

/** The owner's ceilings; a heal is everything spent on one incident within `healMs`. */
export interface Budget {
  readonly tokensPerHeal: number;
  readonly usdPerHeal: number;
  readonly usdPerDay: number;
  readonly usdPerRun: number;
  readonly healMs: number;
}

export interface LedgerOptions {
  readonly file: string;
  readonly run: string;
  readonly budget: Budget;
  now(): number;
  /** One line for a person, once for each ceiling and each of 75, 80 and 90 %. */
  warn(text: string): void;
}

interface Spent {
  readonly atMs: number;
  readonly run: string;
  readonly incident: number | null;
  readonly tokens: number;
  readonly usd: number;
}

interface Ceiling {
  readonly key: keyof Budget;
  readonly of: string;
  readonly max: number;
  readonly unit: 'tokens' | 'usd';
  readonly again: string;
  holds(spent: Spent): boolean;
}

const warnings = [90, 80, 75];
const dayMs = 24 * 60 * 60_000;

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #spent = new Map<string, Spent>();
  readonly #told = new Set<string>();
  #fd: number | null = null;
  #read = 0;
  #rest = '';

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /**
   * Takes the most that a call can cost off every ceiling it stands under. A text: why it may not be made. Of processes that
   * reserve in the same instant, the file's order says who came first. @throws a system error where nothing can be written
   */
  reserve(call: Omit<Reserved, 'v' | 'kind' | 'id' | 'at' | 'run'>): Reserved | string {
    const { run, now } = this.#options;
    const line: Reserved = { v: 1, kind: 'reserved', id: randomId(), at: iso(now()), run, ...call };
    this.#refresh();
    const early = this.#stops(line);
    if (early) return this.#refusal(early, line);
    this.#append(line);
    const late = this.#stops(line);
    if (!late) return line;
    const why = this.#refusal(late, line);
    this.#append({ ...line, kind: 'withdrawn', tokens: 0, costUsd: 0 });
    return why;
  }

  /** @throws a system error where nothing can be written; the reservation then stands for the cost. */
  settle(reserved: Reserved, end: Pick<Settled, keyof Tokens | 'costUsd' | 'savedUsd' | 'price' | 'end' | 'ms'>): void {
    const { id, run, incident, rung, tool, role, model } = reserved;
    const at = iso(this.#options.now());
    const line: Settled = { v: 1, kind: 'call', id, at, run, incident, rung, tool, role, model, ...end };
    this.#append(line);
    for (const ceiling of this.#ceilings(reserved)) this.#warnOf(ceiling);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #ceilings({ incident, run, at }: Pick<Account, 'incident' | 'run' | 'at'>): Ceiling[] {
    const { budget } = this.#options;
    const nowMs = Date.parse(at);
    const day = Math.floor(nowMs / dayMs);
    const ofHeal = (spent: Spent): boolean => spent.incident === incident && spent.atMs > nowMs - budget.healMs;
    const ceilings: Ceiling[] = [
      {
        key: 'usdPerRun',
        of: 'this run',
        max: budget.usdPerRun,
        unit: 'usd',
        again: 'start again',
        holds: (spent) => spent.run === run,
      },
      {
        key: 'usdPerDay',
        of: 'this day (UTC)',
        max: budget.usdPerDay,
        unit: 'usd',
        again: 'wait for the next day',
        holds: ({ atMs }) => Math.floor(atMs / dayMs) === day,
      },
    ];
    if (incident === null) return ceilings;
    return [
      {
        key: 'tokensPerHeal',
        of: 'this heal',
        max: budget.tokensPerHeal,
        unit: 'tokens',
        again: 'mend it by hand',
        holds: ofHeal,
      },
      {
        key: 'usdPerHeal',
        of: 'this heal',
        max: budget.usdPerHeal,
        unit: 'usd',
        again: 'mend it by hand',
        holds: ofHeal,
      },
      ...ceilings,
    ];
  }

  /** The ceiling that a call does not fit under, with all that stands before it in the file. */
  #stops(line: Reserved): Ceiling | undefined {
    return this.#ceilings(line).find((one) => this.#sum(one, line.id) + amount(line, one) > one.max);
  }

  #sum(ceiling: Ceiling, before?: string): number {
    let sum = 0;
    for (const [id, spent] of this.#spent) {
      if (id === before) break;
      if (ceiling.holds(spent)) sum += spent[ceiling.unit];
    }
    return sum;
  }

  #refusal(ceiling: Ceiling, line: Reserved): string {
    const { key, of, max, again } = ceiling;
    const [spent, next, all] = [this.#sum(ceiling, line.id), amount(line, ceiling), max].map((value) =>
      shown(value, ceiling),
    ) as [string, string, string];
    return `budget.${key} is reached: ${spent} of ${all} of ${of} are spent, and the next call may take ${next}; set a higher one, or ${again}`;
  }

  #warnOf(ceiling: Ceiling): void {
    const spent = this.#sum(ceiling);
    const percent = ceiling.max === 0 ? 0 : (100 * spent) / ceiling.max;
    const passed = warnings.find((one) => percent >= one);
    const name = `${ceiling.key} ${ceiling.of === 'this heal' ? '' : ceiling.of} ${passed}`;
    if (passed === undefined || this.#told.has(name)) return;
    for (const one of warnings.filter((each) => each <= passed)) this.#told.add(name.replace(/\d+$/, String(one)));
    this.#options.warn(
      `${Math.floor(percent)} % of budget.${ceiling.key} are spent (${shown(spent, ceiling)} of ${shown(ceiling.max, ceiling)})`,
    );
  }

  /** What others wrote meanwhile counts too: the budgets are the project's, not a process's. */
  #refresh(): void {
    const fd = this.#open();
    const chunk = Buffer.alloc(64 * 1024);
    for (
      let n = readSync(fd, chunk, 0, chunk.length, this.#read);
      n > 0;
      n = readSync(fd, chunk, 0, chunk.length, this.#read)
    ) {
      this.#read += n;
      const lines = (this.#rest + chunk.toString('latin1', 0, n)).split('\n'); // as bytes, so that no character is halved
      this.#rest = lines.pop() ?? '';
      for (const text of lines) {
        const line = lineOf(Buffer.from(text, 'latin1').toString('utf8'));
        if (line) this.#take(line);
      }
    }
  }

  #open(): number {
    if (this.#fd !== null) return this.#fd;
    ensureFolder(path.dirname(this.#options.file));
    return (this.#fd = openSync(this.#options.file, 'a+', 0o600));
  }

  /** Read back, so that lines of other processes are taken in where they stand: before this one or after it. */
  #append(line: Line): void {
    const fd = this.#open();
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last.toString() !== '\n'; // its writer was killed
    writeSync(fd, `${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`);
    fsyncSync(fd);
    this.#refresh();
  }

  #take(line: Line): void {
    const { id, at, run, incident, costUsd } = line;
    const atMs = Date.parse(at);
    const isOver = run !== this.#options.run && atMs < this.#options.now() - 2 * dayMs; // no ceiling looks back further
    if (isOver || (line.kind === 'reserved' && this.#spent.has(id))) return;
    this.#spent.set(id, { atMs, run, incident, tokens: tokensOf(line), usd: costUsd });
  }
}

function amount(line: Reserved, { unit }: Ceiling): number {
  return unit === 'usd' ? line.costUsd : line.tokens;
}

function shown(value: number, { unit }: Ceiling): string {
  return unit === 'usd' ? `$${value.toFixed(value < 0.1 ? 4 : 2)}` : `${Math.round(value)} tokens`;
}

function tokensOf(line: Line): number {
  return line.kind === 'call' ? line.input + line.output : line.tokens;
}

const kinds: ReadonlySet<unknown> = new Set<Line['kind']>(['reserved', 'withdrawn', 'call']);

/** Null for what is no line of ours: the torn end of a write that was never acknowledged. */
export function lineOf(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const isOurs = kinds.has(line?.kind) && typeof line?.id === 'string';
    return isOurs && Number.isFinite(line.costUsd) ? (line as Line) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
