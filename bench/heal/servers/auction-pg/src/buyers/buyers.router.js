const { Router } = require('express');
const { requireBuyer } = require('../middleware/load-buyer');
const store = require('./buyers.store');

const buyersRouter = Router();

buyersRouter.get('/top', async (req, res) => {
  res.json(await store.topBuyers(Number(req.query.limit ?? 5)));
});

buyersRouter.get('/me', requireBuyer, async (req, res) => {
  const purchases = await store.purchasesOf(req.buyer.id);
  const owed = purchases.reduce((sum, each) => sum + each.price, 0);
  res.json({ company: req.buyer.company, purchases, owed, credit: req.buyer.creditLimit - owed });
});

module.exports = { buyersRouter };
