import { badRequest } from '../http/errors.js';
import { customerOf, requireRole } from '../http/middleware.js';
import type { Router } from '../http/router.js';
import { isDay } from '../lib/dates.js';
import type { OrderService } from '../services/orders.js';
import { readJob } from './quotes.js';

export function orderRoutes(router: Router, orders: OrderService) {
  router.get('/orders', (ctx) => {
    const { status, from, to } = ctx.query;
    for (const day of [from, to]) {
      if (day !== undefined && !isDay(day)) throw badRequest('from and to are days');
    }
    const list = orders.list(customerOf(ctx), { status, from, to } as object);
    ctx.body = { count: list.length, orders: list };
  });

  router.post('/orders', async (ctx) => {
    const customer = customerOf(ctx);
    const job = readJob(ctx.state.body);
    const { title, orderedOn } = ctx.state.body;
    if (typeof title !== 'string' || title.trim() === '') throw badRequest('title is missing');
    if (orderedOn !== undefined && !isDay(orderedOn)) throw badRequest('orderedOn must be a day');
    const order = await orders.place(customer, job, title.trim(), orderedOn);
    ctx.status = 201;
    ctx.body = order;
  });

  router.get('/orders/:number', (ctx) => {
    ctx.body = orders.get(customerOf(ctx), ctx.params.number);
  });

  router.delete('/orders/:number', async (ctx) => {
    await orders.cancel(customerOf(ctx), ctx.params.number);
    ctx.status = 204;
  });

  router.post('/orders/:number/plan', requireRole('staff', 'manager'), async (ctx) => {
    ctx.body = await orders.plan(customerOf(ctx), ctx.params.number, ctx.state.body.start);
  });

  router.get('/orders/:number/history', (ctx) => {
    ctx.body = orders.history(customerOf(ctx), ctx.params.number);
  });

  router.get('/orders/:number/delivery-note', async (ctx) => {
    const note = await orders.deliveryNote(customerOf(ctx), ctx.params.number);
    ctx.type = 'text/plain';
    ctx.body = note;
  });

  router.get('/orders/:number/shipping', async (ctx) => {
    ctx.body = await orders.shipping(customerOf(ctx), ctx.params.number);
  });
}
