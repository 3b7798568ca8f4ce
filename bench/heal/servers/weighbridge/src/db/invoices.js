'use strict';

const { query } = require('./pool');

async function add(client, { prefix, customerId, month, net, vat, issuedOn, dueOn }, ticketIds) {
  const year = issuedOn.slice(0, 4);
  const taken = await client.query('SELECT count(*)::int AS count FROM invoices WHERE number LIKE $1', [
    `${prefix}-${year}-%`,
  ]);
  const number = `${prefix}-${year}-${String(taken.rows[0].count + 1).padStart(3, '0')}`;
  const { rows } = await client.query(
    `INSERT INTO invoices (number, customer_id, month, net, vat, issued_on, due_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [number, customerId, month, net, vat, issuedOn, dueOn],
  );
  await client.query('UPDATE tickets SET invoice_id = $1 WHERE id = ANY($2)', [rows[0].id, ticketIds]);
  return number;
}

async function findByNumber(number) {
  const { rows } = await query(
    `SELECT i.id, i.number, c.name AS customer, c.vat_no, i.month, i.net, i.vat, i.issued_on, i.due_on, i.sent_ref
       FROM invoices i JOIN customers c ON c.id = i.customer_id
      WHERE i.number = $1`,
    [number],
  );
  return rows[0] ?? null;
}

async function markSent(id, reference) {
  await query('UPDATE invoices SET sent_ref = $2 WHERE id = $1', [id, reference]);
}

module.exports = { add, findByNumber, markSent };
