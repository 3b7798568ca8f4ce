const { one, query } = require('../db/pool');

function highest(lotId, client) {
  return one(
    `SELECT b.id, b.amount, b.buyer_id AS "buyerId", u.company
       FROM bids b
       JOIN buyers u ON u.id = b.buyer_id
      WHERE b.lot_id = $1
      ORDER BY b.amount DESC
      LIMIT 1`,
    [lotId],
    client,
  );
}

function bidsOn(lotId) {
  return query(
    `SELECT b.id, b.amount, u.company, b.placed_at AS "placedAt"
       FROM bids b
       JOIN buyers u ON u.id = b.buyer_id
      WHERE b.lot_id = $1
      ORDER BY b.placed_at, b.id`,
    [lotId],
  );
}

async function addBid({ lotId, buyerId, amount }, client) {
  return one('INSERT INTO bids (lot_id, buyer_id, amount) VALUES ($1, $2, $3) RETURNING id, amount', [lotId, buyerId, amount], client);
}

module.exports = { highest, bidsOn, addBid };
