/** What a tree may hold where its owner named no limit (SUP-5): arithmetic without a clock of its own. */

export interface AllowanceSettings {
  /** 0 = no limit. */
  readonly limitMb: number;
  /** Whether a server that needs more than that may have more. */
  readonly grows: boolean;
  /** It never grows beyond this. */
  readonly mostMb: number;
}

/** A process is found above the limit: it is to go, is left alone for now, or may stay because the limit was raised. */
export type Ruling = 'enforce' | 'wait' | 'raised';

/** So soon after the start it is no leak that passed the limit. */
const freshMs = 60_000;
const lookMs = 5000;
const giveUpMs = 30_000;
/** What grew less than this from one look to the next has what it needs. */
const stillGrowth = 1.1;
const room = 1.5;

interface Passed {
  readonly isSecond: boolean;
  readonly sinceMs: number;
  look: { readonly atMs: number; readonly mb: number };
}

/**
 * A server that passes the usual limit soon after its start, and does so again when it was started afresh, does not leak: it
 * needs that much, and a limit that ends it would keep it down. Once it has stopped to grow the limit is put above it.
 */
export class Allowance {
  readonly #settings: AllowanceSettings;
  #limitMb: number;
  #freshCount = 0;
  #passed = new WeakMap<object, Passed>();

  constructor(settings: AllowanceSettings) {
    this.#settings = settings;
    this.#limitMb = settings.limitMb;
  }

  get limitMb(): number {
    return this.#limitMb;
  }

  /** Asked at each look that finds `process` above the limit. */
  rule(nowMs: number, process: { readonly startedAtMs: number }, mb: number): Ruling {
    const { grows, mostMb } = this.#settings;
    const passed = this.#passed.get(process) ?? this.#pass(nowMs, process, mb);
    if (!grows || !passed.isSecond || mb > mostMb) return 'enforce';
    const { look } = passed;
    if (nowMs - look.atMs < lookMs) return 'wait';
    if (mb < look.mb * stillGrowth) {
      this.#limitMb = Math.ceil(Math.min(mostMb, mb * room));
      this.#freshCount = 0;
      this.#passed = new WeakMap();
      return 'raised';
    }
    passed.look = { atMs: nowMs, mb };
    return nowMs - passed.sinceMs < giveUpMs ? 'wait' : 'enforce';
  }

  #pass(nowMs: number, process: { readonly startedAtMs: number }, mb: number): Passed {
    this.#freshCount = nowMs - process.startedAtMs < freshMs ? this.#freshCount + 1 : 0;
    const passed = { isSecond: this.#freshCount > 1, sinceMs: nowMs, look: { atMs: nowMs, mb } };
    this.#passed.set(process, passed);
    return passed;
  }
}
