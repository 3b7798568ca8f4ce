'use strict';

const fs = require('node:fs/promises');
const path = require('node:path');
const config = require('../config');
const { query } = require('../db/pool');
const { amountFor, csvRow, euros, tonnes } = require('../lib/format');
const { monthRange } = require('../lib/period');

async function materials(month) {
  const { from, until } = monthRange(month);
  const { rows } = await query(
    `SELECT t.material_code AS code, m.name, count(*)::int AS loads, sum(t.gross - t.tare)::int AS kilos
       FROM tickets t JOIN materials m ON m.code = t.material_code
      WHERE t.gross IS NOT NULL AND t.weighed_on >= $1 AND t.weighed_on < $2
      GROUP BY t.material_code, m.name
      ORDER BY kilos DESC`,
    [from, until],
  );
  const total = rows.reduce((sum, { kilos }) => sum + kilos, 0);
  return {
    month,
    tonnes: tonnes(total),
    materials: rows.map(({ code, name, loads, kilos }) => ({
      ...{ code, name, loads, tonnes: tonnes(kilos) },
      share: Math.round((kilos / total) * 100),
    })),
  };
}

async function customers(month) {
  const { from, until } = monthRange(month);
  const { rows } = await query(
    `SELECT c.name, t.gross - t.tare AS kilos, coalesce(r.price_per_tonne, m.price_per_tonne) AS price
       FROM tickets t
       JOIN customers c ON c.id = t.customer_id
       JOIN materials m ON m.code = t.material_code
       LEFT JOIN rates r ON r.customer_id = c.id AND r.material_code = m.code
      WHERE t.gross IS NOT NULL AND t.weighed_on >= $1 AND t.weighed_on < $2`,
    [from, until],
  );
  const byName = new Map();
  for (const { name, kilos, price } of rows) {
    const known = byName.get(name) ?? { name, loads: 0, kilos: 0, amount: 0 };
    known.loads += 1;
    known.kilos += kilos;
    known.amount += amountFor(kilos, price);
    byName.set(name, known);
  }
  return [...byName.values()].sort((a, b) => b.amount - a.amount);
}

async function busiest(month) {
  const { from, until } = monthRange(month);
  const { rows } = await query(
    `SELECT weighed_on AS day, count(*)::int AS loads FROM tickets
      WHERE weighed_on >= $1 AND weighed_on < $2
      GROUP BY weighed_on ORDER BY weighed_on`,
    [from, until],
  );
  return rows.reduce((best, row) => (row.loads > best.loads ? row : best), { day: null, loads: 0 });
}

async function exportMonth(month) {
  const rows = await customers(month);
  const lines = [
    csvRow(['customer', 'loads', 'tonnes', 'amount']),
    ...rows.map(({ name, loads, kilos, amount }) => csvRow([name, loads, tonnes(kilos), euros(amount)])),
  ];
  await fs.mkdir(config.exportDir, { recursive: true });
  await fs.writeFile(path.join(config.exportDir, `${month}.csv`), `${lines.join('\n')}\n`);
  return { file: `${month}.csv`, rows: rows.length };
}

module.exports = { materials, customers, busiest, exportMonth };
