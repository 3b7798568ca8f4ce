import { settings } from '../config/index.js';
import type { Day } from '../content/index.js';
import { menus } from '../menus/index.js';
import { findOrder, orderSchema, placeOrder, receipt } from '../orders/index.js';
import { badRequest, capitalize, price, render } from '../shared/index.js';
import { readJson } from './body.js';
import { Router } from './router.js';

export const router = new Router();

router.get('/about', () => ({
  name: settings.canteen.name,
  seats: settings.canteen.seats,
  closes: `${settings.orders.closeHour}:00`,
}));

router.get('/allergens', () => settings.allergens.map((name) => ({ name, dishes: menus.without(name) })));

router.get('/weeks/:week', (_ctx, { week }) => {
  const { id, days } = menus.week(week);
  return { id, days: Object.keys(days) };
});

router.get('/weeks/:week/:day', (_ctx, { week, day }) => menus.day(week, day as Day));

router.get('/weeks/:week/:day/page', async (ctx, { week, day }) => {
  const items = menus.day(week, day as Day).map((item) => `<li>${item.title}, ${price(item.price)}</li>`);
  ctx.type = 'html';
  return render('day.html', { canteen: settings.canteen.name, day: capitalize(day), items: items.join('\n') });
});

router.post('/orders', async (ctx) => {
  const parsed = orderSchema.safeParse(await readJson(ctx));
  if (!parsed.success) throw badRequest('That is no order');
  ctx.status = 201;
  return placeOrder(parsed.data);
});

router.get('/orders/:id', (_ctx, { id }) => findOrder(Number(id)));

router.get('/orders/:id/receipt', (ctx, { id }) => {
  ctx.type = 'text';
  return receipt(Number(id));
});
