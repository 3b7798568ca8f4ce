/** `kintsugi usage`: what calls of models took, by model, role, rung, tool and day, and what caching saved. */
import type { Desk } from '../../engine/desk.ts';
import type { Call } from './call.ts';
import { many, table } from './output.ts';

interface Sum {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd: number;
  readonly savedUsd: number;
  readonly ms: number;
}

type Sums = Readonly<Record<string, Sum>>;

/** The account, folded by the wiring. */
export interface Account extends Sum {
  readonly unsettled: { readonly calls: number; readonly costUsd: number };
  readonly byModel: Sums;
  readonly byRole: Sums;
  readonly byRung: Sums;
  readonly byTool: Sums;
  readonly byDay: Sums;
}

export function usage(call: Call, desk: Desk, account: Account): number {
  const views = desk.incidents();
  const repairs = views.filter(({ repair }) => repair !== null);
  const tiers = repairs.flatMap(({ repair }) => repair?.tier ?? []);
  const repairsByTier = Object.fromEntries(
    [...new Set(tiers)].sort().map((tier) => [tier, tiers.filter((one) => one === tier).length]),
  );
  const counted = {
    incidents: views.length,
    repairs: repairs.length,
    repairsByTier,
    tokens: account.input + account.output,
  };
  const result = { ...counted, ...account };
  call.output.result(result, () => page(counted, account));
  return 0;
}

function page(
  counted: { incidents: number; repairs: number; repairsByTier: Record<string, number> },
  account: Account,
): string {
  const tiers = Object.entries(counted.repairsByTier).map(([tier, count]) => `${count} by ${tier}`);
  const head = `${many(counted.incidents, 'incident')}, ${many(counted.repairs, 'repair')}${tiers.length > 0 ? ` (${tiers.join(', ')})` : ''}`;
  if (account.calls === 0) return `${head}\nNo model was called.`;
  const groups = [account.byModel, account.byRole, account.byRung, account.byTool, account.byDay];
  const rows = groups.flatMap((group) => Object.entries(group).map(([label, sum]) => row(label, sum)));
  const { unsettled } = account;
  return [
    head,
    table([
      ['', 'calls', 'tokens in', 'of these cached', 'out', 'cost', 'saved by caching'],
      row('all', account),
      ...rows,
    ]),
    ...(unsettled.calls > 0
      ? [
          `${unsettled.calls} calls whose end is not known count at the most they could cost, $${unsettled.costUsd.toFixed(4)}.`,
        ]
      : []),
  ].join('\n');
}

function row(label: string, sum: Sum): string[] {
  const tokens = [sum.calls, sum.input, sum.cacheRead, sum.output].map(String);
  return [label, ...tokens, `$${sum.costUsd.toFixed(4)}`, `$${sum.savedUsd.toFixed(4)}`];
}
