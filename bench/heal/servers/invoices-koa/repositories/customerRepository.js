'use strict';

class CustomerRepository {
  constructor(db) {
    this.db = db;
    this.byId = db.prepare('SELECT id, name, vat_number, currency, settings FROM customers WHERE id = ?');
  }

  list() {
    return this.db
      .prepare(
        `SELECT c.id, c.name, COUNT(i.id) AS invoices
         FROM customers c LEFT JOIN invoices i ON i.customer_id = c.id
         GROUP BY c.id ORDER BY c.name`,
      )
      .all();
  }

  find(id) {
    return this.byId.get(id);
  }

  insert({ name, vatNumber = null, currency = 'EUR' }) {
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO customers (name, vat_number, currency) VALUES (?, ?, ?)')
      .run(name, vatNumber, currency);
    return this.find(Number(lastInsertRowid));
  }
}

module.exports = CustomerRepository;
