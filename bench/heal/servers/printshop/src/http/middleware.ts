import type { Context, Middleware, Next } from 'koa';
import type { CustomerRepository } from '../repositories/customers.js';
import type { Customer } from '../types.js';
import { badRequest, forbidden, HttpError, unauthorized } from './errors.js';

export function handleErrors(): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        ctx.status = 404;
        ctx.body = { error: 'No such page' };
      }
    } catch (error) {
      if (error instanceof HttpError) {
        ctx.status = error.status;
        ctx.body = { error: error.message, ...(error.details.length > 0 ? { details: error.details } : {}) };
        return;
      }
      console.error(error);
      ctx.status = 500;
      ctx.body = { error: 'Internal error' };
    }
  };
}

export function maintenance({ enabled, message }: { enabled: boolean; message: string }): Middleware {
  return async (ctx: Context, next: Next) => {
    if (!enabled || ctx.path === '/health') return next();
    ctx.set('Retry-After', '3600');
    throw new HttpError(503, message);
  };
}

export function authenticate(customers: CustomerRepository): Middleware {
  return async (ctx: Context, next: Next) => {
    const key = ctx.get('x-api-key');
    ctx.state.customer = key === '' ? null : customers.findByKey(key);
    if (key !== '' && ctx.state.customer === null) throw unauthorized();
    await next();
  };
}

export function parseBody(limit: number): Middleware {
  return async (ctx: Context, next: Next) => {
    ctx.state.body = {};
    if (ctx.method === 'POST' || ctx.method === 'PUT') {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of ctx.req) {
        size += chunk.length;
        if (size > limit) throw new HttpError(413, 'Body too large');
        chunks.push(chunk);
      }
      ctx.state.body = size === 0 ? {} : parseJson(Buffer.concat(chunks).toString('utf8'));
    }
    await next();
  };
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Body is not valid JSON');
  }
}

export function customerOf(ctx: Context): Customer {
  if (ctx.state.customer === null) throw unauthorized();
  return ctx.state.customer;
}

export function requireRole(...roles: Customer['role'][]): Middleware {
  return async (ctx: Context, next: Next) => {
    if (!roles.includes(customerOf(ctx).role)) throw forbidden();
    await next();
  };
}
