'use strict';

const { timingSafeEqual } = require('node:crypto');
const createError = require('http-errors');

function staff({ token }) {
  return (ctx, next) => {
    const given = (ctx.req.headers.authorization ?? '').replace(/^Bearer /, '');
    if (!token || !same(given, token)) throw createError(401, 'staff only');
    ctx.state.staff = true;
    return next();
  };
}

function same(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

exports.staff = staff;
