import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { formatPrice } from '../lib/format';
import { screenings, tickets } from '../services/programme';
import { priceOf, sell } from '../services/sales';
import { Category, type AppEnv } from '../types';

const app = new Hono<AppEnv>();

const isCategory = (value: unknown): value is Category => Object.values(Category).includes(value as Category);

app.post('/', async (c) => {
  const body = await c.req.json<{ screening: number; seat: string; category?: string }>();
  const category = body.category ?? Category.Adult;
  if (!isCategory(category)) throw new HTTPException(400, { message: `Unknown category ${category}` });
  const ticket = await sell(body.screening, body.seat, category, new Date());
  const screening = screenings.get(ticket.screeningId)!;
  return c.json({ code: ticket.code, seat: ticket.seat, price: formatPrice(priceOf(screening, category)) }, 201);
});

app.get('/:code', (c) => {
  const ticket = tickets.get(c.req.param('code').toUpperCase());
  if (!ticket) throw new HTTPException(404, { message: 'No such ticket' });
  return c.json({ code: ticket.code, seat: ticket.seat, category: ticket.category, sold: ticket.soldAt.toISOString().slice(0, 10) });
});

export default app;
