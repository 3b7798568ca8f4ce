'use strict';

const { Router } = require('express4');
const { isDay } = require('../lib/days');
const { whole } = require('../lib/paging');
const { HttpError, wrap } = require('../middleware/errors');
const { finesOf } = require('../services/fines');
const members = require('../services/members');

const router = Router();

router.param('id', (req, res, next, id) => {
  try {
    req.memberId = whole(id, null, 'id');
    next();
  } catch (error) {
    next(error);
  }
});

router.get(
  '/:id',
  wrap(async (req, res) => {
    res.json(await members.memberDetail(req.memberId));
  }),
);

router.get(
  '/:id/card',
  wrap(async (req, res) => {
    res.json(await members.memberCard(req.memberId));
  }),
);

router.get(
  '/:id/fines',
  wrap(async (req, res) => {
    const { on } = req.query;
    if (!isDay(on)) throw new HttpError(400, 'on must be a day like 2026-03-01');
    const { tier } = await members.findMember(req.memberId);
    res.json(finesOf(await members.loansOf(req.memberId), tier, on));
  }),
);

module.exports = router;
