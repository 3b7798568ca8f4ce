'use strict';

const express = require('express4');
const { wrap, notFound } = require('../lib/errors');
const { requireRole } = require('../middleware/auth');
const validate = require('../middleware/validate');
const { formatMoney } = require('../lib/money');
const courier = require('../services/courier');
const jobs = require('../services/jobs');
const pricing = require('../services/pricing');

const router = express.Router();
const work = { paper: 'text', quantity: 'count', pages: 'count?', finishes: 'list?' };

router.post(
  '/quotes',
  validate(work),
  wrap(async (req, res) => {
    const { sheets, ...amounts } = await pricing.price(req.body);
    const shown = Object.entries(amounts).map(([name, pence]) => [name, formatMoney(pence)]);
    res.json({ sheets, ...Object.fromEntries(shown) });
  }),
);

router.get(
  '/jobs',
  wrap(async (req, res) => {
    res.json(await jobs.list(req.query));
  }),
);

router.get(
  '/jobs/:id',
  wrap(async (req, res) => {
    res.json(await jobs.view(await jobs.get(req.params.id)));
  }),
);

router.get(
  '/jobs/:id/ticket',
  wrap(async (req, res) => {
    res.type('text').send(await jobs.ticket(req.params.id));
  }),
);

router.get(
  '/jobs/:id/shipment',
  wrap(async (req, res) => {
    const job = await jobs.get(req.params.id);
    if (!job.tracking) throw notFound(`shipment of job ${job.id}`);
    res.json(await courier.track(job.tracking));
  }),
);

router.post(
  '/jobs',
  requireRole('sales', 'manager'),
  validate({ customer: 'text', title: 'text', ...work }),
  wrap(async (req, res) => {
    const job = await jobs.create(req.body, req.member);
    res.status(201).json(await jobs.view(job));
  }),
);

router.post(
  '/jobs/:id/status',
  requireRole('press', 'manager'),
  validate({ status: 'text' }),
  wrap(async (req, res) => {
    const job = await jobs.advance(req.params.id, req.body.status);
    res.json({ id: job.id, status: job.status });
  }),
);

module.exports = router;
