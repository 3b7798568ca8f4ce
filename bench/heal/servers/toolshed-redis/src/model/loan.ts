import { Day } from '../core/clock';

export type LoanState = 'open' | 'returned';

export interface Loan {
  id: string;
  tool: string;
  borrower: string;
  from: string;
  due: string;
  returned: string | null;
  depositCents: number;
}

export function stateOf(loan: Loan): LoanState {
  return loan.returned === null ? 'open' : 'returned';
}

export function daysLate(loan: Loan, on: string): number {
  return Math.max(0, Day.between(loan.due, loan.returned ?? on));
}

export function toHash(loan: Loan): Record<string, string> {
  return { ...loan, returned: loan.returned ?? '', depositCents: String(loan.depositCents) };
}

export function fromHash(hash: Record<string, string>): Loan {
  return {
    id: hash.id,
    tool: hash.tool,
    borrower: hash.borrower,
    from: hash.from,
    due: hash.due,
    returned: hash.returned === '' ? null : hash.returned,
    depositCents: Number(hash.depositCents),
  };
}
