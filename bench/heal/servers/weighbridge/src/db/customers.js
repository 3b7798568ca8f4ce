'use strict';

const { query } = require('./pool');

async function findById(id) {
  const { rows } = await query('SELECT id, name, vat_no, blocked FROM customers WHERE id = $1', [id]);
  return rows[0] ?? null;
}

async function priceFor(customerId, materialCode) {
  const material = await query('SELECT price_per_tonne FROM materials WHERE code = $1', [materialCode]);
  if (material.rows.length === 0) return null;
  const rate = await query('SELECT price_per_tonne FROM rates WHERE customer_id = $1 AND material_code = $2', [
    customerId,
    materialCode,
  ]);
  return rate.rows[0]?.price_per_tonne ?? material.rows[0].price_per_tonne;
}

async function priceList(customerId) {
  const { rows } = await query(
    `SELECT m.code, m.name, coalesce(r.price_per_tonne, m.price_per_tonne) AS price
       FROM materials m
       LEFT JOIN rates r ON r.material_code = m.code AND r.customer_id = $1
      ORDER BY m.code`,
    [customerId],
  );
  return rows;
}

module.exports = { findById, priceFor, priceList };
