const { Router } = require('express');
const store = require('../lib/store');
const { netTotal, withTax } = require('../lib/pricing');

const router = Router();

router.get('/:id/total', (req, res) => {
  const order = store.findOrder(req.params.id);
  if (!order) return res.status(404).json({ error: 'No such order' });
  res.json({ total: withTax(netTotal(order.lines)) });
});

module.exports = router;
