import { HTTPException } from 'hono/http-exception';
import { cardOf } from '../store/cards.js';

export async function byCard(c, next) {
  const holder = await cardOf(c.req.header('x-card'));
  if (holder === undefined) throw new HTTPException(401, { message: 'Show your card' });
  if (holder.blocked) throw new HTTPException(403, { message: `Card ${holder.card} is blocked` });
  c.set('holder', holder);
  await next();
}

export async function operatorsOnly(c, next) {
  if (c.get('holder').role !== 'operator') throw new HTTPException(403, { message: 'For operators only' });
  await next();
}
