'use strict';

const config = require('../config');
const { HttpError } = require('../middleware/errors');

function whole(text, fallback, name) {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new HttpError(400, `${name} must be a whole number above 0`);
  return value;
}

function pageOf(query) {
  const page = whole(query.page, 1, 'page');
  const size = whole(query.size, config.pageSize, 'size');
  return { page, size, offset: (page - 1) * size };
}

module.exports = { whole, pageOf };
