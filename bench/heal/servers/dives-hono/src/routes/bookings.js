import { Hono } from 'hono';
import { badRequest } from '../lib/errors.js';

export function bookingRoutes(bookings) {
  const app = new Hono();

  app.get('/:id', (c) => c.json(bookings.get(Number(c.req.param('id')))));
  app.get('/:id/bill', (c) => c.json(bookings.bill(Number(c.req.param('id')))));
  app.post('/', async (c) => {
    const { trip, diver, gear, note } = await c.req.json();
    if (typeof trip !== 'string' || !Number.isInteger(diver)) throw badRequest('trip and diver are needed');
    return c.json(bookings.book({ trip, diver, gear, note: note?.trim() }), 201);
  });
  app.post('/:id/payments', async (c) => {
    const { cents } = await c.req.json();
    return c.json(bookings.pay(Number(c.req.param('id')), cents), 201);
  });
  app.post('/:id/cancel', (c) => c.json(bookings.cancel(Number(c.req.param('id')))));

  return app;
}
