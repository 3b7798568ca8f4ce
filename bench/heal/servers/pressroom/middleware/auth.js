'use strict';

const store = require('../lib/store');
const { HttpError, wrap } = require('../lib/errors');

const authenticate = wrap(async (req, res, next) => {
  const key = req.get('x-staff-key');
  if (!key) throw new HttpError(401, 'staff key wanted');
  const member = await store.find('staff', key, 'key');
  if (!member || !member.active) throw new HttpError(401, 'unknown staff key');
  req.member = { id: member.id, name: member.name, role: member.role };
  next();
});

function requireRole(...roles) {
  return (req, res, next) => {
    if (roles.includes(req.member.role)) return next();
    next(new HttpError(403, `${req.member.role} may not do this`));
  };
}

module.exports = { authenticate, requireRole };
