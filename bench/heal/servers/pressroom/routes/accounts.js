'use strict';

const express = require('express4');
const dates = require('../lib/dates');
const { badRequest, wrap } = require('../lib/errors');
const { requireRole } = require('../middleware/auth');
const validate = require('../middleware/validate');
const customers = require('../services/customers');
const invoices = require('../services/invoices');

const router = express.Router();
const accounts = requireRole('accounts', 'manager');

function dayOf(text, name) {
  if (text === undefined) return dates.today();
  if (!dates.isDay(text)) throw badRequest(`${name} is a day such as 2026-03-31`);
  return text;
}

router.get(
  '/customers',
  wrap(async (req, res) => {
    res.json(await customers.list());
  }),
);

router.get(
  '/customers/:id',
  wrap(async (req, res) => {
    res.json(await customers.details(req.params.id));
  }),
);

router.get(
  '/customers/:id/statement',
  accounts,
  wrap(async (req, res) => {
    const on = dayOf(req.query.on, 'on');
    res.type('text').send(await customers.statement(req.params.id, on));
  }),
);

router.post(
  '/invoices',
  accounts,
  validate({ job: 'count' }),
  wrap(async (req, res) => {
    const invoice = await invoices.create(req.body.job, dayOf(req.body.day, 'day'));
    res.status(201).json(invoice);
  }),
);

router.get(
  '/invoices/:number',
  accounts,
  wrap(async (req, res) => {
    res.type('text').send(await invoices.print(req.params.number));
  }),
);

module.exports = router;
