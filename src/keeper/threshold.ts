/** How many errors of a route it takes within a window until they count (SEN-5). */

export interface ThresholdSettings {
  /** 1 = every error counts. */
  readonly threshold: number;
  readonly windowMs: number;
}

const routesMax = 1000;

export class Threshold {
  readonly #settings: ThresholdSettings;
  /** Route → times of its last errors, the oldest first; as many as the threshold needs. */
  readonly #times = new Map<string, number[]>();

  constructor(settings: ThresholdSettings) {
    this.#settings = settings;
  }

  /** Counts errors of a route; true where it is at the threshold with them. */
  reached(route: string, count: number, nowMs: number): boolean {
    const { threshold, windowMs } = this.#settings;
    if (threshold <= 1) return true;
    const fresh = Array.from({ length: Math.min(count, threshold) }, () => nowMs);
    const recent = (this.#times.get(route) ?? []).filter((time) => time > nowMs - windowMs);
    const times = [...recent, ...fresh].slice(-threshold);
    this.#times.delete(route); // what was seen last stays longest
    this.#times.set(route, times);
    const [oldest] = this.#times.keys();
    if (this.#times.size > routesMax && oldest !== undefined) this.#times.delete(oldest);
    return times.length >= threshold;
  }
}
