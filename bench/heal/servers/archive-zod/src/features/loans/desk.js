import { addDays, daysBetween } from '../../lib/dates.js';
import { Problem } from '../../lib/problems.js';

export class LoanDesk {
  #store;
  #rules;

  constructor(store, rules) {
    this.#store = store;
    this.#rules = rules;
  }

  of(reader) {
    return this.#open().filter((loan) => loan.card === reader.card);
  }

  lend(shelfmark, reader, day) {
    const item = this.#store.items.get(shelfmark);
    if (!item) throw Problem.notFound('Item', shelfmark);
    if (!this.#rules.kinds.includes(item.kind)) throw Problem.conflict(`A ${item.kind} is read here`);
    if (this.of(reader).length >= this.#rules.perReader) throw Problem.conflict('Too many loans', { limit: this.#rules.perReader });
    if (this.#open().some((loan) => loan.shelfmark === shelfmark)) throw Problem.conflict(`${item.title} is out`);
    const loan = { id: this.#store.loans.length + 1, shelfmark, card: reader.card, due: addDays(day, this.#rules.days), returned: null };
    this.#store.loans.push(loan);
    return loan;
  }

  takeBack(id, day) {
    const loan = this.#open().find((one) => one.id === id);
    if (!loan) throw Problem.notFound('Loan', id);
    loan.returned = day;
    return { ...loan, late: Math.max(0, daysBetween(loan.due, day)) };
  }

  #open() {
    return this.#store.loans.filter((loan) => loan.returned === null);
  }
}
