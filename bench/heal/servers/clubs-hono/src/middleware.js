import { HTTPException } from 'hono/http-exception';
import { one } from './db.js';

export function requestTimer() {
  return async (c, next) => {
    const began = performance.now();
    await next();
    c.header('server-timing', `app;dur=${(performance.now() - began).toFixed(1)}`);
  };
}

export async function currentMember(c, next) {
  const id = Number(c.req.header('x-member'));
  const member = Number.isInteger(id) ? await one('SELECT id, full_name, role FROM members WHERE id = $1', [id]) : null;
  if (member === null) throw new HTTPException(401, { message: 'who are you?' });
  c.set('member', { id: member.id, name: member.full_name, role: member.role });
  await next();
}

export function requireRole(...roles) {
  return async (c, next) => {
    if (!roles.includes(c.get('member').role)) throw new HTTPException(403, { message: 'not for you' });
    await next();
  };
}
