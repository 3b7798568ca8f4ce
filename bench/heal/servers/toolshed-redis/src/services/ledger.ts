import type { Lending } from './lending';

export interface Totals {
  lent: number;
  returned: number;
  feesCents: number;
  byTool: Record<string, number>;
}

export class Ledger {
  readonly #totals: Totals = { lent: 0, returned: 0, feesCents: 0, byTool: {} };

  follow(lending: Lending): this {
    lending.on('lent', ({ tool }) => {
      this.#totals.lent += 1;
      this.#totals.byTool[tool] = (this.#totals.byTool[tool] ?? 0) + 1;
    });
    lending.on('returned', (_loan, feeCents) => {
      this.#totals.returned += 1;
      this.#totals.feesCents += feeCents;
    });
    return this;
  }

  get totals(): Readonly<Totals> {
    return structuredClone(this.#totals);
  }

  favourite(): string | null {
    const sorted = Object.entries(this.#totals.byTool).sort(([, a], [, b]) => b - a);
    return sorted[0]?.[0] ?? null;
  }
}
