'use strict';

const { query } = require('./pool');

const columns = `t.id, t.number, t.plate, t.vehicle_class, t.customer_id, c.name AS customer, t.material_code,
  m.name AS material, t.tare, t.gross, t.weighed_on, t.invoice_id, u.name AS operator`;
const joins = `tickets t
  JOIN customers c ON c.id = t.customer_id
  JOIN materials m ON m.code = t.material_code
  JOIN users u ON u.id = t.operator_id`;

async function list({ customer, day, open }) {
  const conditions = [];
  const values = [];
  if (customer !== undefined) {
    values.push(customer);
    conditions.push(`t.customer_id = $${values.length}`);
  }
  if (day !== undefined) {
    values.push(day);
    conditions.push(`t.weighed_on = $${values.length}`);
  }
  if (open) conditions.push('t.gross IS NULL');
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const { rows } = await query(`SELECT ${columns} FROM ${joins} ${where} ORDER BY t.number`, values);
  return rows;
}

async function findByNumber(number) {
  const { rows } = await query(`SELECT ${columns} FROM ${joins} WHERE t.number = $1`, [number]);
  return rows[0] ?? null;
}

async function add({ plate, vehicleClass, customer, material, tare, day, operator }) {
  const { rows } = await query(
    `INSERT INTO tickets (number, plate, vehicle_class, customer_id, material_code, tare, weighed_on, operator_id)
     SELECT 'W-' || (max(substr(number, 3)::int) + 1), $1, $2, $3, $4, $5, $6, $7 FROM tickets
     RETURNING number`,
    [plate, vehicleClass, customer, material, tare, day, operator],
  );
  return rows[0].number;
}

async function setGross(number, gross) {
  await query('UPDATE tickets SET gross = $2 WHERE number = $1', [number, gross]);
}

async function unbilled(client, customerId, from, until) {
  const { rows } = await client.query(
    `SELECT t.id, t.number, t.tare, t.gross, coalesce(r.price_per_tonne, m.price_per_tonne) AS price
       FROM tickets t
       JOIN materials m ON m.code = t.material_code
       LEFT JOIN rates r ON r.material_code = t.material_code AND r.customer_id = t.customer_id
      WHERE t.customer_id = $1 AND t.gross IS NOT NULL AND t.invoice_id IS NULL
        AND t.weighed_on >= $2 AND t.weighed_on < $3
      ORDER BY t.number`,
    [customerId, from, until],
  );
  return rows;
}

async function ofInvoice(invoiceId) {
  const { rows } = await query(`SELECT ${columns} FROM ${joins} WHERE t.invoice_id = $1 ORDER BY t.number`, [invoiceId]);
  return rows;
}

module.exports = { list, findByNumber, add, setGross, unbilled, ofInvoice };
