'use strict';

const ApiError = require('../utils/ApiError');

const rules = {
  plate: (value) => typeof value === 'string' && value.length > 0,
  title: (value) => typeof value === 'string' && value.length >= 3,
  hours: (value) => typeof value === 'number' && value > 0,
};

function validateJob(req, res, next) {
  const wrong = Object.keys(rules).filter((field) => !rules[field](req.body[field]));
  if (wrong.length > 0) return next(ApiError.badRequest('Validation failed', wrong));
  return next();
}

module.exports = validateJob;
