'use strict';

class InvoiceRepository {
  constructor(db) {
    this.db = db;
    this.save = db.transaction((customerId, issuedOn, dueOn, lines) => {
      const { count } = this.db.prepare('SELECT COUNT(*) AS count FROM invoices').get();
      const number = `2026-${String(count + 1).padStart(3, '0')}`;
      const { lastInsertRowid } = this.db
        .prepare('INSERT INTO invoices (customer_id, number, issued_on, due_on) VALUES (?, ?, ?, ?)')
        .run(customerId, number, issuedOn, dueOn);
      const insertLine = this.db.prepare(
        'INSERT INTO lines (invoice_id, title, quantity, unit_cents) VALUES (?, ?, ?, ?)',
      );
      for (const { title, quantity, unitCents } of lines) insertLine.run(lastInsertRowid, title, quantity, unitCents);
      return Number(lastInsertRowid);
    });
  }

  list({ status = 'open', limit = 10, offset = 0 }) {
    return this.db
      .prepare(
        `SELECT i.id, i.number, i.due_on, c.name AS customer
         FROM invoices i JOIN customers c ON c.id = i.customer_id
         WHERE i.status = ? ORDER BY i.number LIMIT ? OFFSET ?`,
      )
      .all(status, limit, offset);
  }

  find(id) {
    return this.db.prepare('SELECT * FROM invoices WHERE id = ?').get(id);
  }

  linesOf(invoiceId) {
    return this.db.prepare('SELECT title, quantity, unit_cents FROM lines WHERE invoice_id = ?').all(invoiceId);
  }

  paidCents(invoiceId) {
    const { cents } = this.db
      .prepare('SELECT COALESCE(SUM(cents), 0) AS cents FROM payments WHERE invoice_id = ?')
      .get(invoiceId);
    return cents;
  }

  overdue(today) {
    return this.db
      .prepare(
        `SELECT i.number, i.due_on, c.name AS customer
         FROM invoices i JOIN customers c ON c.id = i.customer_id
         WHERE i.status = 'open' AND i.due_on < ? ORDER BY i.due_on`,
      )
      .all(today);
  }

  totalsByCustomer() {
    return this.db
      .prepare(
        `SELECT c.name, c.currency, SUM(l.quantity * l.unit_cents) AS cents
         FROM customers c
         LEFT JOIN invoices i ON i.customer_id = c.id
         LEFT JOIN lines l ON l.invoice_id = i.id
         GROUP BY c.id ORDER BY c.id`,
      )
      .all();
  }

  addPayment(invoiceId, cents) {
    this.db
      .prepare('INSERT INTO payments (invoice_id, cents, paid_at) VALUES (?, ?, ?)')
      .run(invoiceId, cents, new Date().toISOString());
  }

  markPaid(invoiceId) {
    this.db.prepare("UPDATE invoices SET status = 'paid' WHERE id = ?").run(invoiceId);
  }
}

module.exports = InvoiceRepository;
