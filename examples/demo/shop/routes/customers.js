const { Router } = require('express');
const store = require('../lib/store');

const router = Router();

router.get('/:id', (req, res) => {
  const customer = store.findCustomer(req.params.id);
  res.json({ name: customer.name, city: customer.address.city });
});

module.exports = router;
