'use strict';

const { Router } = require('express4');
const { pageOf, whole } = require('../lib/paging');
const { deskOnly } = require('../middleware/desk');
const { HttpError, wrap } = require('../middleware/errors');
const catalogue = require('../services/catalogue');

const router = Router();

router.get(
  '/',
  wrap(async (req, res) => {
    res.json(await catalogue.listBooks({ author: req.query.author }, pageOf(req.query)));
  }),
);

router.get(
  '/:id',
  wrap(async (req, res) => {
    res.json(await catalogue.bookDetail(whole(req.params.id, null, 'id')));
  }),
);

router.post(
  '/',
  deskOnly,
  wrap(async (req, res) => {
    const { isbn, title, author, year } = req.body;
    if (!/^\d{13}$/.test(isbn ?? '')) throw new HttpError(400, 'isbn must have 13 digits');
    if (!title || !author) throw new HttpError(400, 'title and author are needed');
    res.status(201).json(await catalogue.addBook({ isbn, title, author, year }));
  }),
);

module.exports = router;
