/** What a trial says about its errors, checked for shape: it comes from code under test. */
import type { ErrorReport, FrameFacts, RuntimeFacts, ValueFacts } from '../incident/nouns.ts';
import { lastLost, type Message } from './wire.ts';

export interface Report {
  readonly error: ErrorReport | null;
  readonly how: string;
  readonly status: number | null;
  readonly route: string | null;
}

/** What came of asking somebody else: the status of the answer, or the code with which no connection came about. */
export interface Outcome {
  readonly target: string;
  readonly status: number | null;
  readonly code: string | null;
}

type Unmap = (text: string) => string;

/** What one trial has said, as far as it is of the right shape, and not more than anybody would read. */
export class Heard {
  readonly reports: Report[] = [];
  readonly outcomes: Outcome[] = [];
  /** What it tried to reach: `host:port`. */
  readonly targets = new Set<string>();
  readonly #lost: ErrorReport[] = [];
  readonly #unmap: Unmap;

  constructor(unmap: Unmap) {
    this.#unmap = unmap;
  }

  hear(message: Message): void {
    if (message.t === 'error') put(this.reports, asReport(message, this.#unmap), 200);
    if (message.t === 'outcome') put(this.outcomes, asOutcome(message), 500);
    if (message.t === 'lost') put(this.#lost, asError(message['error'], this.#unmap), 100);
    const target = message.t === 'connect' ? text(message['target'], 300) : '';
    if (target !== '' && this.targets.size < 200) this.targets.add(target);
  }

  /** Files of the project that it asked the disk for in vain; with the folder of one that has ended, also what it wrote down of them. */
  lost(ended: string | null): readonly ErrorReport[] {
    if (ended === null || this.#lost.length > 0) return this.#lost;
    for (const each of lastLost(ended)) put(this.#lost, asError(each, this.#unmap), 100);
    return this.#lost;
  }
}

function put<Item>(list: Item[], item: Item | null, most: number): void {
  if (item !== null && list.length < most) list.push(item);
}
const hows = new Set(['response', 'rejection', 'exception', 'swallowed', 'socket']);

function asReport(value: unknown, unmap: Unmap): Report | null {
  const from = record(value);
  const how = text(from['how'], 20);
  if (!hows.has(how)) return null;
  return {
    error: asError(from['error'], unmap),
    how,
    status: typeof from['status'] === 'number' ? from['status'] : null,
    route: typeof from['route'] === 'string' ? from['route'].slice(0, 300) : null,
  };
}

function asOutcome(value: unknown): Outcome | null {
  const { target, status, code } = record(value);
  if (typeof target !== 'string') return null;
  return {
    target: target.slice(0, 300),
    status: typeof status === 'number' ? status : null,
    code: typeof code === 'string' ? code.slice(0, 100) : null,
  };
}

export function asError(value: unknown, unmap: Unmap, depth = 0): ErrorReport | null {
  const from = record(value);
  if (typeof from['message'] !== 'string' && typeof from['stack'] !== 'string') return null;
  return {
    name: text(from['name'], 200) || 'Error',
    message: unmap(text(from['message'], 4_096)),
    code: typeof from['code'] === 'string' ? from['code'].slice(0, 100) : null,
    ...(Number.isInteger(from['status']) ? { status: Number(from['status']) } : {}),
    stack: unmap(text(from['stack'], 16_384)),
    cause: depth < 5 ? asError(from['cause'], unmap, depth + 1) : null,
  };
}

export function asFacts(value: unknown, unmap: Unmap): RuntimeFacts | null {
  const from = record(value);
  const error = asError(from['error'], unmap);
  if (error === null || !Array.isArray(from['frames'])) return null;
  return { error, frames: from['frames'].slice(0, 8).map((frame) => asFrame(frame)) };
}

function asFrame(value: unknown): FrameFacts {
  const from = record(value);
  return {
    file: text(from['file'], 1_000),
    line: number(from['line']),
    column: number(from['column']),
    fn: typeof from['fn'] === 'string' ? from['fn'].slice(0, 200) : null,
    locals: values(from['locals']),
    expressions: values(from['expressions']),
  };
}

function values(value: unknown): Record<string, ValueFacts> {
  const entries = Object.entries(record(value)).slice(0, 200);
  return Object.fromEntries(entries.map(([name, item]) => [name.slice(0, 200), asValue(item)]));
}

function asValue(value: unknown): ValueFacts {
  const from = record(value);
  const types = ['undefined', 'null', 'boolean', 'number', 'string', 'bigint', 'symbol', 'function', 'object'] as const;
  return {
    type: types.find((type) => type === from['type']) ?? 'object',
    className: typeof from['className'] === 'string' ? from['className'].slice(0, 200) : null,
    keys: Array.isArray(from['keys']) ? from['keys'].filter((key) => typeof key === 'string').slice(0, 200) : [],
    thenable: from['thenable'] === true,
    preview: text(from['preview'], 200),
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

function text(value: unknown, max: number): string {
  return typeof value === 'string' ? value.slice(0, max) : '';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
