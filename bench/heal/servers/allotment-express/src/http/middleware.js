import { HttpError } from './errors.js';

let count = 0;

export function requestId(req, res, next) {
  req.id = req.get('x-request-id') ?? `r${++count}`;
  res.set('x-request-id', req.id);
  next();
}

/** Who holds the key, as `req.user`; nobody without one. */
export function identify(keys) {
  return async (req, res, next) => {
    const key = req.get('x-api-key');
    req.user = key ? await keys.find(key) : null;
    next();
  };
}

export function need(role) {
  return (req, res, next) => {
    if (!req.user) throw new HttpError(401, 'An API key is needed');
    if (req.user.role !== role) throw new HttpError(403, `Only for ${role}`);
    next();
  };
}

export function numberParam(name) {
  return (req, res, next) => {
    const value = Number(req.params[name]);
    if (!Number.isInteger(value)) throw new HttpError(400, `${name} must be a number`);
    req.ids = { ...req.ids, [name]: value };
    next();
  };
}
