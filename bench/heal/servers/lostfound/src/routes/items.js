const fs = require('node:fs/promises');
const path = require('node:path');
const express = require('express');
const settings = require('../settings');
const itemService = require('../services/itemService');
const courier = require('../services/courier');
const HttpError = require('../lib/httpError');
const staffOnly = require('../middleware/staff');

const router = express.Router();

router.param('id', (req, res, next, id) => {
  if (!/^\d+$/.test(id)) return next(HttpError.notFound('item', id));
  req.itemId = Number(id);
  next();
});

router.get('/', (req, res) => {
  res.json(itemService.search(req.query));
});

router.get('/:id', (req, res) => {
  res.json(itemService.get(req.itemId));
});

router.get('/:id/fee', (req, res) => {
  res.json(itemService.fee(req.itemId));
});

router.get('/:id/courier', async (req, res) => {
  const item = itemService.get(req.itemId);
  const { cents, days } = await courier.quoteFor(item, req.query.city ?? 'Lindenau');
  res.json({ id: item.id, cents, days });
});

router.post('/', (req, res) => {
  const item = itemService.register(req.body ?? {});
  res.status(201).location(`/items/${item.id}`).json(item);
});

router.put('/:id/shelf', staffOnly, async (req, res) => {
  const item = itemService.putOnShelf(req.itemId, req.body?.shelf);
  if (settings.labelDir) await fs.writeFile(path.join(settings.labelDir, `${item.id}.txt`), `${item.shelf} ${item.description}\n`);
  res.json(item);
});

module.exports = router;
