const { Router } = require('express');
const reports = require('../services/reportService');
const { isDay } = require('../lib/dates');
const HttpError = require('../lib/httpError');

const router = Router();

function dayOf(query) {
  if (query.today === undefined) return undefined;
  if (!isDay(query.today)) throw HttpError.invalid({ today: 'is no date' });
  return query.today;
}

router.get('/summary', (req, res) => res.json(reports.summary()));
router.get('/lines', (req, res) => res.json({ lines: reports.lines() }));
router.get('/overdue', (req, res) => res.json({ items: reports.overdue(dayOf(req.query)) }));
router.get('/auction.csv', (req, res) => res.type('csv').send(reports.auctionCsv(dayOf(req.query))));

module.exports = router;
