import { addDays, daysBetween } from './dates.js';

export class LoanRepository {
  constructor(db, loanDays) {
    this.db = db;
    this.loanDays = loanDays;
  }

  findMember(id) {
    return this.db.prepare('SELECT id, name, email FROM members WHERE id = ?').get(id);
  }

  openOf(memberId) {
    return this.db
      .prepare(
        `SELECT l.id, l.due_on, b.title FROM loans l JOIN books b ON b.id = l.book_id
          WHERE l.member_id = ? AND l.returned_on IS NULL ORDER BY l.due_on`,
      )
      .all(memberId);
  }

  lend(bookId, memberId, today) {
    const dueOn = addDays(today, this.loanDays);
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO loans (book_id, member_id, lent_on, due_on) VALUES (?, ?, ?, ?)')
      .run(bookId, memberId, today, dueOn);
    return { id: Number(lastInsertRowid), dueOn };
  }

  overdue(today) {
    const rows = this.db
      .prepare(
        `SELECT l.id, l.due_on, m.name, m.email FROM loans l JOIN members m ON m.id = l.member_id
          WHERE l.returned_on IS NULL AND l.due_on < ? ORDER BY l.due_on`,
      )
      .all(today);
    return rows.map((row) => ({ loan: row.id, member: row.name, daysLate: daysBetween(row.due_on, today) }));
  }
}
