const { Router } = require('express');
const { requireAuctioneer } = require('../middleware/load-buyer');
const { validate } = require('../middleware/validate');
const { lotChanges, newLot } = require('../schemas');
const service = require('./lots.service');
const store = require('./lots.store');

const lotsRouter = Router();

lotsRouter.get('/', async (req, res) => {
  const lots = await store.listLots(req.query);
  res.json({ count: lots.length, lots });
});

lotsRouter.get('/summary', async (req, res) => {
  const [growers, statuses] = await Promise.all([store.stemsByGrower(), store.countByStatus()]);
  res.json({ growers, statuses: Object.fromEntries(statuses.map((row) => [row.status, row.lots])) });
});

lotsRouter.get('/:id', async (req, res) => {
  res.json(await service.describeLot(Number(req.params.id)));
});

lotsRouter.post('/', requireAuctioneer, validate(newLot), async (req, res) => {
  const lot = await service.createLot(req.valid);
  res.status(201).location(`/lots/${lot.id}`).json(lot);
});

lotsRouter.patch('/:id', requireAuctioneer, validate(lotChanges), async (req, res) => {
  res.json(await service.changeLot(Number(req.params.id), req.valid));
});

lotsRouter.post('/:id/hammer', requireAuctioneer, async (req, res) => {
  res.status(201).json(await service.hammer(Number(req.params.id)));
});

module.exports = { lotsRouter };
