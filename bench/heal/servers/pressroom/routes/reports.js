'use strict';

const express = require('express4');
const dates = require('../lib/dates');
const { badRequest, wrap } = require('../lib/errors');
const { requireRole } = require('../middleware/auth');
const invoices = require('../services/invoices');
const jobs = require('../services/jobs');

const router = express.Router();

router.get(
  '/turnover',
  requireRole('manager'),
  wrap(async (req, res) => {
    const { from, to } = req.query;
    if (!dates.isDay(from) || !dates.isDay(to)) throw badRequest('from and to are wanted');
    if (from > to) throw badRequest('from lies after to');
    res.json(await invoices.turnover(from, to));
  }),
);

router.get(
  '/overdue',
  requireRole('accounts', 'manager'),
  wrap(async (req, res) => {
    const { on = dates.today() } = req.query;
    if (!dates.isDay(on)) throw badRequest('on is a day');
    res.json(await invoices.overdue(on));
  }),
);

router.get(
  '/workload',
  wrap(async (req, res) => {
    res.json(await jobs.workload());
  }),
);

module.exports = router;
