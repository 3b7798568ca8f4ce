import { Hono } from 'hono';
import { csvStream } from '../lib/csv';
import { formatPrice } from '../lib/format';
import { films, screenings, tickets } from '../services/programme';
import { revenue } from '../services/sales';
import type { AppEnv } from '../types';

const app = new Hono<AppEnv>();

app.get('/revenue', async (c) => {
  const totals = await revenue();
  const rows = [...totals].map(([id, { sold, cents }]) => ({
    title: films.get(screenings.get(id)!.filmId)!.title,
    sold,
    revenue: formatPrice(cents),
  }));
  return c.json({ for: c.get('cashier'), rows });
});

app.get('/tickets.csv', (c) => {
  const rows = [...tickets.values()].map((ticket) => ({ ...ticket, soldAt: ticket.soldAt.toISOString() }));
  c.header('content-type', 'text/csv; charset=utf-8');
  c.header('content-disposition', 'attachment; filename="tickets.csv"');
  return c.body(csvStream(['code', 'screeningId', 'seat', 'category', 'soldAt'], rows));
});

export default app;
