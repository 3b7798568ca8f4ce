/** A heap that only grows: what is left after each thorough collection, looked at every ten seconds (SUP-5). Pure but for what it remembers. */

export interface LeakSettings {
  /** So many samples running, each above the one before. */
  readonly samples: number;
  readonly everyMs: number;
  /** What grows this soon after the start is a server that gets to work. */
  readonly warmUpMs: number;
  /** Only where the process holds this share of its memory limit: until then a cache may fill. */
  readonly share: number;
}

export const leakDefaults: LeakSettings = { samples: 10, everyMs: 10_000, warmUpMs: 120_000, share: 0.6 };

/** Growth in all that is worth a restart: less may be noise. */
const growthMin = 1.1;

export class LeakTrend {
  readonly #settings: LeakSettings;
  readonly #readyAtMs: number;
  #latest: number | null = null;
  #sampledMs = 0;
  /** The rising samples so far, the oldest first. */
  #rising: number[] = [];

  constructor(settings: LeakSettings, readyAtMs: number) {
    this.#settings = settings;
    this.#readyAtMs = readyAtMs;
  }

  /** The heap after a thorough collection, in bytes. */
  heard(bytes: number): void {
    this.#latest = bytes;
  }

  /** Asked again and again; true where the trend is that of a leak. `share` is what the process holds of its limit. */
  isLeaking(nowMs: number, share: number): boolean {
    const { samples, everyMs, warmUpMs } = this.#settings;
    if (nowMs - this.#readyAtMs < warmUpMs || nowMs - this.#sampledMs < everyMs || this.#latest === null) return false;
    this.#sampledMs = nowMs;
    const bytes = this.#latest;
    this.#latest = null; // without a collection in between there is nothing new to see
    const before = this.#rising.at(-1);
    this.#rising = before === undefined || bytes > before ? [...this.#rising, bytes].slice(-samples - 1) : [bytes];
    const [first = bytes] = this.#rising;
    return this.#rising.length > samples && bytes > first * growthMin && share >= this.#settings.share;
  }
}
