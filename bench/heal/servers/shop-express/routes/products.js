const express = require('express');
const config = require('../config');
const store = require('../store');
const { HttpError } = require('../middleware/errors');
const { average } = require('../utils/pricing');

const router = express.Router();

function present(product) {
  const { ratings, tags, ...rest } = product;
  return { ...rest, tags: tags ?? [], rating: average(ratings), available: product.stock > 0 };
}

router.get('/', (req, res) => {
  const { category, page = '1', limit = config.pagination.limit } = req.query;
  const size = Math.min(Number(limit), config.pagination.max);
  const products = store.listProducts({ category });
  const start = (Number(page) - 1) * size;
  res.json({
    total: products.length,
    page: Number(page),
    pages: Math.ceil(products.length / size),
    items: products.slice(start, start + size).map(present),
  });
});

router.get('/search', (req, res) => {
  const query = (req.query.q ?? '').toLowerCase();
  const items = store
    .listProducts()
    .filter((product) => product.name.toLowerCase().includes(query) || (product.tags ?? []).includes(query));
  res.json(items.map((product) => product.name));
});

router.get('/stats', (req, res) => {
  const stats = {};
  for (const product of store.listProducts()) {
    if (!stats[product.category]) stats[product.category] = { count: 0, value: 0 };
    stats[product.category].count += 1;
    stats[product.category].value += product.price * product.stock;
  }
  const cheapest = store.listProducts().reduce((best, product) => (product.price < best.price ? product : best));
  res.json({ categories: stats, cheapest: cheapest.name });
});

router.get('/:id', (req, res) => {
  const product = store.getProduct(Number(req.params.id));
  if (!product) throw new HttpError(404, 'Product not found');
  res.json(present(product));
});

router.delete('/:id', (req, res) => {
  const removed = store.removeProduct(Number(req.params.id));
  if (!removed) throw new HttpError(404, 'Product not found');
  res.status(204).end();
});

module.exports = router;
