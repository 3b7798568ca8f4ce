'use strict';

const { query } = require('../db/pool');
const { HttpError } = require('./errors');

async function authenticate(ctx) {
  const [scheme, token] = (ctx.req.headers.authorization || '').split(' ');
  if (scheme !== 'Bearer' || !token) throw new HttpError(401, 'Log in first');
  const { rows } = await query('SELECT id, name, role FROM users WHERE token = $1', [token]);
  if (rows.length === 0) throw new HttpError(401, 'Unknown token');
  ctx.user = rows[0];
}

function only(...roles) {
  return (ctx) => {
    if (!roles.includes(ctx.user.role)) throw new HttpError(403, `Not for the role ${ctx.user.role}`);
  };
}

module.exports = { authenticate, only };
