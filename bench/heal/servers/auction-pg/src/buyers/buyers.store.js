const { one, query } = require('../db/pool');

function buyerByKey(key) {
  return one('SELECT id, company, credit_limit AS "creditLimit", is_auctioneer AS "isAuctioneer" FROM buyers WHERE api_key = $1', [key]);
}

function purchasesOf(buyerId) {
  return query(
    `SELECT s.invoice_no AS invoice, s.hammer_price AS price, l.flower, l.stems
       FROM sales s
       JOIN bids b ON b.id = s.bid_id
       JOIN lots l ON l.id = s.lot_id
      WHERE b.buyer_id = $1
      ORDER BY s.invoice_no`,
    [buyerId],
  );
}

function topBuyers(limit) {
  return query(
    `SELECT u.company, COUNT(b.id)::int AS bids, MAX(b.amount) AS best
       FROM buyers u
       JOIN bids b ON b.buyer_id = u.id
      GROUP BY u.id, u.company
      ORDER BY bids DESC, u.company
      LIMIT $1`,
    [limit],
  );
}

module.exports = { buyerByKey, purchasesOf, topBuyers };
