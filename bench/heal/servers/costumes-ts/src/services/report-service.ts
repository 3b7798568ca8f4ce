import { NotFound } from '../http/errors.ts';
import { money } from '../lib/money.ts';
import type { Store } from '../store/store.ts';
import type { LoanService } from './loan-service.ts';

export class ReportService {
  constructor(
    private readonly store: Store,
    private readonly loans: LoanService,
  ) {}

  income(month?: string) {
    const { currency, lateFeePerDay } = this.store.settings;
    const rows = this.store.loans.all().filter((loan) => !month || loan.from.startsWith(month));
    const fees = rows.map((loan) => this.store.costumes.get(loan.costumeId)?.fee ?? 0);
    const late = rows.map((loan) => this.loans.lateDays(loan) * lateFeePerDay);
    const sum = (list: number[]) => list.reduce((total, each) => total + each, 0);
    const best = rows.length === 0 ? null : money(Math.max(...fees), currency);
    return { loans: rows.length, fees: money(sum(fees), currency), late: money(sum(late), currency), best };
  }

  popular() {
    const counts = new Map<number, number>();
    for (const { costumeId } of this.store.loans.all()) counts.set(costumeId, (counts.get(costumeId) ?? 0) + 1);
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([id, count]) => ({ title: this.store.costumes.get(id)?.title ?? 'unknown', count }));
  }

  branches() {
    return Object.entries(this.store.settings.branches).map(([key, branch]) => ({
      key,
      name: branch.name,
      opens: branch.opens?.slice(0, 2) ?? null,
    }));
  }

  branch(key: string) {
    const branch = this.store.settings.branches[key];
    if (!branch) throw new NotFound('branch', key);
    return { key, name: branch.name.toUpperCase() };
  }

  cities() {
    const byCity: Record<string, string[]> = {};
    for (const member of this.store.members.all()) {
      const city = member.contact?.city ?? 'elsewhere';
      (byCity[city] ??= []).push(member.name);
    }
    return byCity;
  }
}
