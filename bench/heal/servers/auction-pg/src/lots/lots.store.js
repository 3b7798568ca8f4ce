const { one, query } = require('../db/pool');

const selectLot = `
  SELECT l.id, l.flower, l.stems, l.grade, l.status, l.reserve_price AS "reservePrice",
         to_char(l.auction_day, 'YYYY-MM-DD') AS "auctionDay", g.name AS grower, g.province
    FROM lots l
    JOIN growers g ON g.id = l.grower_id`;

function findLot(id, client) {
  return one(`${selectLot} WHERE l.id = $1`, [id], client);
}

function listLots({ status, day }) {
  const conditions = [];
  const values = [];
  if (status) {
    values.push(status);
    conditions.push(`l.status = $${values.length}`);
  }
  if (day) {
    values.push(day);
    conditions.push(`l.auction_day = $${values.length}`);
  }
  const where = conditions.length ? `WHERE ${conditions.join(' AND ')}` : '';
  return query(`${selectLot} ${where} ORDER BY l.id`, values);
}

function insertLot({ growerId, flower, stems, reservePrice, auctionDay, grade }) {
  return one(
    `INSERT INTO lots (grower_id, flower, stems, reserve_price, auction_day, grade)
     VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id`,
    [growerId, flower, stems, reservePrice, auctionDay, grade ?? null],
  );
}

function updateLot(id, { reservePrice, grade }) {
  return one('UPDATE lots SET reserve_price = COALESCE($1, reserve_price), grade = COALESCE($2, grade) WHERE id = $3 RETURNING id', [
    reservePrice,
    grade,
    id,
  ]);
}

function setStatus(id, status, client) {
  return query('UPDATE lots SET status = $1 WHERE id = $2', [status, id], client);
}

function stemsByGrower() {
  return query(`
    SELECT g.name, g.province, COUNT(l.id)::int AS lots, COALESCE(SUM(l.stems), 0)::int AS stems
      FROM growers g
      LEFT JOIN lots l ON l.grower_id = g.id
     GROUP BY g.name, g.province
     ORDER BY g.name`);
}

function countByStatus() {
  return query('SELECT status, COUNT(*)::int AS lots FROM lots GROUP BY status ORDER BY status');
}

function addSale({ lotId, bidId, hammerPrice, invoiceNo }, client) {
  return query('INSERT INTO sales (lot_id, bid_id, hammer_price, invoice_no) VALUES ($1, $2, $3, $4)', [lotId, bidId, hammerPrice, invoiceNo], client);
}

function countSales(client) {
  return one('SELECT COUNT(*)::int AS total FROM sales', [], client);
}

module.exports = { findLot, listLots, insertLot, updateLot, setStatus, stemsByGrower, countByStatus, addSale, countSales };
