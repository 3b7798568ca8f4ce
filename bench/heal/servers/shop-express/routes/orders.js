const express = require('express');
const config = require('../config');
const store = require('../store');
const { HttpError } = require('../middleware/errors');
const { totalsOf, formatMoney } = require('../utils/pricing');

const router = express.Router();

function linesOf(order) {
  return order.items.map(({ productId, quantity }) => {
    const product = store.getProduct(productId);
    if (!product) throw new HttpError(422, `Unknown product ${productId}`);
    return { product, quantity };
  });
}

function findOrder(req) {
  const order = store.getOrder(Number(req.params.id));
  if (!order) throw new HttpError(404, 'Order not found');
  return order;
}

async function notify(order) {
  const user = store.getUser(order.userId);
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { to: user.email, subject: `Order #${order.id} received` };
}

router.get('/', (req, res) => {
  const since = req.query.since ? new Date(req.query.since) : new Date(0);
  if (Number.isNaN(since.getTime())) throw new HttpError(400, 'since is not a date');
  const orders = store.listOrders().filter((order) => new Date(order.createdAt) >= since);
  res.json(orders.map(({ id, userId, createdAt }) => ({ id, userId, date: createdAt.slice(0, 10) })));
});

router.get('/report', (req, res) => {
  const sold = new Map();
  let revenue = 0;
  for (const order of store.listOrders()) {
    revenue += totalsOf(linesOf(order), order.coupon).total;
    for (const { productId, quantity } of order.items) {
      sold.set(productId, (sold.get(productId) ?? 0) + quantity);
    }
  }
  const top = [...sold.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, config.reports.topProducts)
    .map(([id, quantity]) => ({ name: store.getProduct(id).name, quantity }));
  res.json({ orders: store.listOrders().length, revenue: formatMoney(revenue), top });
});

router.get('/:id', (req, res) => {
  const order = findOrder(req);
  const shipped = order.shippedAt ? new Date(order.shippedAt).toISOString().slice(0, 10) : null;
  res.json({ ...order, shipped, totals: totalsOf(linesOf(order), order.coupon) });
});

router.get('/:id/invoice', (req, res) => {
  const order = findOrder(req);
  const user = store.getUser(order.userId);
  const lines = linesOf(order);
  const { total } = totalsOf(lines, order.coupon);
  const rows = lines.map(({ product, quantity }) => `${quantity} x ${product.name}: ${formatMoney(product.price * quantity)}`);
  res.type('text/plain').send([`Invoice #${order.id}`, user.name, ...rows, `Total: ${formatMoney(total)}`].join('\n'));
});

router.post('/', async (req, res) => {
  const { userId, items, coupon } = req.body ?? {};
  if (!Array.isArray(items) || items.length === 0) throw new HttpError(400, 'items must not be empty');
  const user = store.getUser(userId);
  if (!user) throw new HttpError(422, `Unknown user ${userId}`);
  for (const { product, quantity } of linesOf({ items })) {
    if (product.stock < quantity) throw new HttpError(409, `Not enough stock for ${product.name}`);
    product.stock -= quantity;
  }
  const order = store.addOrder({ userId: user.id, items, coupon });
  const mail = await notify(order);
  res.status(201).json({ id: order.id, notified: mail.to, totals: totalsOf(linesOf(order), coupon) });
});

module.exports = router;
