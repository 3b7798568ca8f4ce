'use strict';

const { Router } = require('express4');
const { isDay } = require('../lib/days');
const { deskOnly } = require('../middleware/desk');
const { HttpError, wrap } = require('../middleware/errors');
const loans = require('../services/loans');

const router = Router();

function loanRequest({ bookId, memberId, on }) {
  if (!Number.isInteger(bookId) || !Number.isInteger(memberId)) {
    throw new HttpError(400, 'bookId and memberId must be whole numbers');
  }
  if (!isDay(on)) throw new HttpError(400, 'on must be a day like 2026-03-01');
  return { bookId, memberId, on };
}

router.get(
  '/overdue',
  wrap(async (req, res) => {
    const { on } = req.query;
    if (!isDay(on)) throw new HttpError(400, 'on must be a day like 2026-03-01');
    res.json({ on, loans: await loans.overdue(on) });
  }),
);

router.post(
  '/quote',
  wrap(async (req, res) => {
    res.json(await loans.quote(loanRequest(req.body)));
  }),
);

router.post(
  '/',
  deskOnly,
  wrap(async (req, res) => {
    res.status(201).json(await loans.lend(loanRequest(req.body)));
  }),
);

module.exports = router;
