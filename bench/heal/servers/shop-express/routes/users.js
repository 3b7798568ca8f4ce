const express = require('express');
const store = require('../store');
const { HttpError } = require('../middleware/errors');

const router = express.Router();

function initialsOf(user) {
  return user.name
    .split(' ')
    .map((part) => part[0].toUpperCase())
    .join('');
}

function formatAddress(address) {
  if (!address) return null;
  return `${address.street}, ${address.zip} ${address.city}`;
}

function present(user) {
  return { id: user.id, name: user.name, email: user.email, initials: initialsOf(user), address: formatAddress(user.address) };
}

router.get('/', (req, res) => {
  res.json(store.listUsers().map(present));
});

router.get('/:id', (req, res) => {
  const user = store.getUser(Number(req.params.id));
  if (!user) throw new HttpError(404, 'User not found');
  res.json(present(user));
});

router.get('/:id/orders', (req, res) => {
  const user = store.getUser(Number(req.params.id));
  if (!user) throw new HttpError(404, 'User not found');
  const orders = store.ordersOf(user.id);
  const last = orders.length > 0 ? orders[orders.length - 1].createdAt : null;
  res.json({ user: user.name, count: orders.length, last, orders });
});

router.post('/', (req, res) => {
  const { name, email } = req.body ?? {};
  if (!name || !email) throw new HttpError(400, 'name and email are required');
  const exists = store.listUsers().some((user) => user.email === email.toLowerCase());
  if (exists) throw new HttpError(409, 'Email already in use');
  const user = store.addUser({ name: name.trim(), email: email.toLowerCase() });
  res.status(201).json(present(user));
});

module.exports = router;
