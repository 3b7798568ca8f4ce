/** The account folded: what calls took, in all and by model, role, rung, tool and day (MOD-4). Pure. */
import { lineOf, type Line, type Settled } from './ledger.ts';

export interface UsageSum {
  calls: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  costUsd: number;
  /** What the providers' caches saved. */
  savedUsd: number;
  ms: number;
}

export interface UsageReport extends UsageSum {
  /** Calls whose end is not known, as after a kill; they count at the most they could cost, in `costUsd` too. */
  readonly unsettled: { readonly calls: number; readonly costUsd: number };
  readonly byModel: Readonly<Record<string, UsageSum>>;
  readonly byRole: Readonly<Record<string, UsageSum>>;
  readonly byRung: Readonly<Record<string, UsageSum>>;
  readonly byTool: Readonly<Record<string, UsageSum>>;
  /** `2026-11-22`, UTC. */
  readonly byDay: Readonly<Record<string, UsageSum>>;
}

/** @param text of `usage.jsonl` */
export function reportUsage(text: string): UsageReport {
  const lines = [...lastOf(text).values()].filter((line) => line.kind !== 'withdrawn');
  const open = lines.filter((line) => line.kind === 'reserved');
  const by = (keyOf: (line: Line) => string | null): Record<string, UsageSum> => {
    const keys = [...new Set(lines.flatMap((line) => keyOf(line) ?? []))].sort();
    return Object.fromEntries(keys.map((key) => [key, sumOf(lines.filter((line) => keyOf(line) === key))]));
  };
  return {
    ...sumOf(lines),
    unsettled: { calls: open.length, costUsd: open.reduce((sum, { costUsd }) => sum + costUsd, 0) },
    byModel: by(({ model }) => model),
    byRole: by(({ role }) => role),
    byRung: by(({ rung }) => rung),
    byTool: by(({ tool }) => tool),
    byDay: by(({ at }) => at.slice(0, 10)),
  };
}

/** Of the two lines of a call the one that settles it. */
function lastOf(text: string): Map<string, Line> {
  const calls = new Map<string, Line>();
  for (const row of text.split('\n')) {
    const line = lineOf(row);
    if (line && !(line.kind === 'reserved' && calls.has(line.id))) calls.set(line.id, line);
  }
  return calls;
}

function sumOf(lines: readonly Line[]): UsageSum {
  const sum = { calls: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0, savedUsd: 0, ms: 0 };
  const keys = Object.keys(sum) as (keyof typeof sum)[];
  for (const line of lines) {
    const counted: Partial<Settled> = line.kind === 'call' ? line : { costUsd: line.costUsd };
    for (const key of keys) sum[key] += key === 'calls' ? 1 : (counted[key] ?? 0);
  }
  return sum;
}
