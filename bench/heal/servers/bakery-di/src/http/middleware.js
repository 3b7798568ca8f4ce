'use strict';

const { translator, languages } = require('../i18n');
const { HttpError } = require('./errors');

function language(req, res, next) {
  req.language = req.acceptsLanguages(...languages) || languages[0];
  req.t = translator(req.language);
  next();
}

function requireCustomer(customers) {
  return async (req, res, next) => {
    const id = Number(req.get('x-customer'));
    const customer = await customers.byId(id);
    if (!customer) return res.status(401).json({ error: 'unknown customer' });
    req.customer = customer;
    next();
  };
}

function notFound(req, res, next) {
  next(HttpError.notFound('page', req.path));
}

function onError(error, req, res, next) {
  if (res.headersSent) return next(error);
  if (error instanceof HttpError) return res.status(error.status).json({ error: req.t(error.key, error.values) });
  if (error.type === 'entity.parse.failed') return res.status(400).json({ error: 'bad json' });
  console.error(error);
  res.status(500).json({ error: 'internal' });
}

module.exports = { language, requireCustomer, notFound, onError };
