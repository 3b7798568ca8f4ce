import { createMiddleware } from 'hono/factory';
import { settings, type Role } from '../settings.ts';
import type { Env } from './env.ts';
import { Refusal } from './errors.ts';

export const bearer = (...roles: Role[]) =>
  createMiddleware<Env>(async (c, next) => {
    const [scheme, token] = (c.req.header('authorization') ?? '').split(' ');
    const role = scheme === 'Bearer' && token !== undefined ? settings.tokens[token] : undefined;
    if (role === undefined) throw new Refusal(401, 'token needed');
    if (!roles.includes(role)) throw new Refusal(403, `not for ${role}`);
    c.set('role', role);
    await next();
  });
