const { Router } = require('express');
const { requireBuyer } = require('../middleware/load-buyer');
const { validate } = require('../middleware/validate');
const { newBid } = require('../schemas');
const service = require('./bids.service');
const store = require('./bids.store');

const bidsRouter = Router({ mergeParams: true });

bidsRouter.get('/', async (req, res) => {
  const bids = await store.bidsOn(Number(req.params.lotId));
  res.json(bids.map((bid) => ({ id: bid.id, amount: bid.amount, company: bid.company, at: bid.placedAt.toISOString().slice(11, 16) })));
});

bidsRouter.post('/', requireBuyer, validate(newBid), async (req, res) => {
  const bid = await service.place(Number(req.params.lotId), req.buyer, req.valid.amount);
  res.status(201).json(bid);
});

module.exports = { bidsRouter };
