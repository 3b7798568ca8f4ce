import { EventEmitter } from 'node:events';
import type { Config } from '../config';
import { Day, type Clock } from '../core/clock';
import { fail, ok, type Result } from '../core/result';
import { daysLate, stateOf, type Loan } from '../model/loan';
import type { Tool } from '../model/tool';
import type { Catalog } from '../store/catalog';
import type { LoanStore } from '../store/loans';
import { feeOf } from './fees';

export interface LendingDeps {
  catalog: Catalog;
  store: LoanStore;
  clock: Clock;
  rules: Config['loans'];
}

export class Lending extends EventEmitter<{ lent: [Loan]; returned: [Loan, number] }> {
  constructor(private readonly deps: LendingDeps) {
    super();
  }

  async lend(code: string, borrower: string, from = this.deps.clock.today()): Promise<Result<Loan>> {
    const { catalog, store, rules } = this.deps;
    const tool = catalog.find(code);
    if (tool === undefined) return fail('missing', 'tool.missing', { code });
    if (tool.retired) return fail('refused', 'tool.retired', { name: tool.nameIn('en') });
    const current = await store.lentTo(tool.code);
    if (current !== null) return fail('refused', 'tool.lent', { name: tool.nameIn('en'), due: current.due });
    const open = await store.openOf(borrower);
    if (open.length >= rules.maxOpen) return fail('refused', 'loan.limit', { count: open.length });
    const loan: Loan = {
      id: await store.nextId(),
      tool: tool.code,
      borrower,
      from,
      due: Day.plus(from, rules.days),
      returned: null,
      depositCents: this.#deposit(tool),
    };
    await store.open(loan);
    this.emit('lent', loan);
    return ok(loan);
  }

  async giveBack(id: string, on: string): Promise<Result<{ loan: Loan; feeCents: number }>> {
    const { store, catalog, rules } = this.deps;
    const found = await store.find(id);
    if (found === null) return fail('missing', 'loan.missing', { id });
    if (stateOf(found) !== 'open') return fail('refused', 'loan.closed', { id });
    const loan = { ...found, returned: on };
    const { worthCents } = catalog.find(loan.tool)!;
    const feeCents = feeOf(rules.fees.late, { days: daysLate(loan, on), worthCents });
    await store.close(loan);
    this.emit('returned', loan, feeCents);
    return ok({ loan, feeCents });
  }

  overdue(on: string): Promise<Loan[]> {
    return this.deps.store.dueBy(Day.plus(on, -1));
  }

  #deposit(tool: Tool): number {
    return feeOf(this.deps.rules.fees.deposit, { days: 0, worthCents: tool.worthCents });
  }
}
