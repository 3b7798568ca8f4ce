import { BadRequest, Conflict, NotFound } from '../http/errors.ts';
import { addDays, daysBetween } from '../lib/dates.ts';
import { money, percentOff } from '../lib/money.ts';
import type { Loan, Store } from '../store/store.ts';
import type { CostumeService } from './costume-service.ts';
import type { MemberService } from './member-service.ts';

export class LoanService {
  constructor(
    private readonly store: Store,
    private readonly costumes: CostumeService,
    private readonly members: MemberService,
  ) {}

  list() {
    return this.store.loans.all().map((loan) => this.view(loan));
  }

  view(loan: Loan) {
    const costume = this.store.costumes.get(loan.costumeId);
    const member = this.store.members.get(loan.memberId);
    return {
      id: loan.id,
      costume: costume?.title ?? 'unknown',
      member: member?.name ?? 'unknown',
      due: loan.due,
      returned: loan.returned,
      notes: loan.notes?.length ?? 0,
    };
  }

  require(id: number): Loan {
    const loan = this.store.loans.get(id);
    if (!loan) throw new NotFound('loan', id);
    return loan;
  }

  details(id: number) {
    const loan = this.require(id);
    return { ...this.view(loan), lastNote: loan.notes?.at(-1) ?? null };
  }

  openOf(memberId: number) {
    return this.store.loans.all().filter((loan) => loan.memberId === memberId && loan.returned === null);
  }

  lastOf(memberId: number): Loan | undefined {
    return this.store.loans
      .all()
      .filter((loan) => loan.memberId === memberId)
      .toSorted((a, b) => b.from.localeCompare(a.from))[0];
  }

  overdue() {
    const { today } = this.store.settings;
    return this.store.loans
      .all()
      .filter((loan) => loan.returned === null && loan.due < today)
      .map((loan) => ({ ...this.view(loan), days: daysBetween(loan.due, today) }));
  }

  lateDays(loan: Loan) {
    const end = loan.returned ?? this.store.settings.today;
    return Math.max(0, daysBetween(loan.due, end));
  }

  bill(id: number) {
    const loan = this.require(id);
    const costume = this.costumes.require(loan.costumeId);
    const member = this.members.require(loan.memberId);
    const { currency, lateFeePerDay } = this.store.settings;
    const fee = percentOff(costume.fee, member.discount);
    const late = this.lateDays(loan) * lateFeePerDay;
    return { loan: id, fee: money(fee, currency), late: money(late, currency), total: money(fee + late, currency) };
  }

  open({ costumeId, memberId, days }: { costumeId: number; memberId: number; days: number }) {
    const costume = this.costumes.require(costumeId);
    const member = this.members.require(memberId);
    if (days < 1 || days > 60) throw new BadRequest('days must be 1 to 60');
    const taken = this.store.loans.find((loan) => loan.costumeId === costume.id && loan.returned === null);
    if (taken) throw new Conflict(`${costume.title} is out until ${taken.due}`);
    const { today } = this.store.settings;
    const loan = this.store.loans.insert({
      costumeId: costume.id,
      memberId: member.id,
      from: today,
      due: addDays(today, days),
      returned: null,
      notes: [],
    });
    return this.details(loan.id);
  }

  addNote(id: number, text: string) {
    const loan = this.require(id);
    this.store.loans.update(id, { notes: [...(loan.notes ?? []), text] });
    return this.details(id);
  }

  giveBack(id: number) {
    const loan = this.require(id);
    if (loan.returned !== null) throw new Conflict(`loan ${id} was returned on ${loan.returned}`);
    this.store.loans.update(id, { returned: this.store.settings.today });
    return this.bill(id);
  }
}
