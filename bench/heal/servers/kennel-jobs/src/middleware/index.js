import { config } from '../config.js';
import { AppError } from '../lib/errors.js';

let served = 0;

export function requestContext(req, res, next) {
  req.context = { number: ++served, startedAt: Date.now() };
  res.set('x-request-number', String(req.context.number));
  next();
}

export function deskOnly(req, res, next) {
  if (req.get('x-desk-token') !== config.deskToken) return next(new AppError(401, 'Desk token needed'));
  req.context.desk = { name: req.get('x-desk-name') ?? 'desk' };
  next();
}

export function errorHandler(error, req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  res.status(status).json({ error: error.message });
}
