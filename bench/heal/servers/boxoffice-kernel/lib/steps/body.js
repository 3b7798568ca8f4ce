'use strict';

const getRawBody = require('raw-body');
const createError = require('http-errors');
const qs = require('qs');

const readers = {
  'application/json': (text) => JSON.parse(text),
  'application/x-www-form-urlencoded': (text) => qs.parse(text),
};

module.exports = function body({ bodyLimit }) {
  return async (ctx, next) => {
    if (ctx.method === 'POST' || ctx.method === 'PUT') ctx.state.input = await read(ctx.req, bodyLimit);
    return next();
  };
};

async function read(req, limit) {
  const text = await getRawBody(req, { limit, encoding: 'utf8' });
  if (text === '') return {};
  const type = (req.headers['content-type'] ?? 'application/json').split(';')[0];
  const reader = readers[type];
  if (!reader) throw createError(415, `cannot read ${type}`);
  try {
    return reader(text);
  } catch {
    throw createError(400, 'the body cannot be read');
  }
}
