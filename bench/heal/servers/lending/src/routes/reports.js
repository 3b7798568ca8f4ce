'use strict';

const { Router } = require('express4');
const { query } = require('../db/pool');
const { whole } = require('../lib/paging');
const { wrap } = require('../middleware/errors');

const router = Router();

router.get(
  '/tiers',
  wrap(async (req, res) => {
    const { rows } = await query(
      `SELECT m.tier, count(l.id) AS loans, coalesce(sum(l.deposit_cents), 0) AS deposits
       FROM members m LEFT JOIN loans l ON l.member_id = m.id
       GROUP BY m.tier ORDER BY m.tier`,
    );
    const tiers = {};
    for (const { tier, loans, deposits } of rows) {
      tiers[tier] = { loans: Number(loans), depositCents: Number(deposits) };
    }
    const totalCents = Object.values(tiers).reduce((sum, { depositCents }) => sum + depositCents, 0);
    res.json({ tiers, totalCents });
  }),
);

router.get(
  '/popular',
  wrap(async (req, res) => {
    const limit = whole(req.query.limit, 3, 'limit');
    const { rows } = await query(
      `SELECT b.id, b.title, count(l.id)::int AS loans
       FROM books b JOIN loans l ON l.book_id = b.id
       GROUP BY b.id ORDER BY loans DESC, b.title LIMIT $1`,
      [limit],
    );
    res.json(rows);
  }),
);

module.exports = router;
