'use strict';

const config = require('../config');
const { HttpError } = require('./errors');

function deskOnly(req, res, next) {
  const given = req.get('authorization') || '';
  if (given !== `Bearer ${config.deskToken}`) return next(new HttpError(401, 'desk token needed'));
  next();
}

module.exports = { deskOnly };
