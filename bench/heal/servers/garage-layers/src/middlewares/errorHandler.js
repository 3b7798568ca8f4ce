'use strict';

const ApiError = require('../utils/ApiError');
const logger = require('../utils/logger');

function notFound(req, res, next) {
  next(ApiError.notFound('Page'));
}

// eslint-disable-next-line no-unused-vars
function errorHandler(err, req, res, next) {
  const status = err.status || 500;
  if (status >= 500) logger.error(err.message, { path: req.path, stack: err.stack });
  res.status(status).json({ error: status >= 500 ? 'Internal error' : err.message, details: err.details });
}

module.exports = { notFound, errorHandler };
