import { priceOf } from '../stock/pricing.js';
import { idParams, linesBody } from '../schemas/order.js';

export default async function orderRoutes(app) {
  app.get('/', async (request) => {
    const found = app.orders.ofCustomer(request.query.customer ?? '');
    return { count: found.length, latest: found[0]?.id ?? null };
  });

  app.get('/:id', { schema: { params: idParams } }, async (request) => app.orders.get(request.params.id));

  app.get('/:id/picklist', { schema: { params: idParams } }, async (request) => {
    const lines = app.orders.picklist(request.params.id);
    return { lines, complete: lines.every(({ enough }) => enough) };
  });

  app.post('/price', { schema: { body: linesBody } }, async (request) => {
    const { lines, coupon } = request.body;
    const priced = lines.map(({ sku, quantity }) => ({
      quantity,
      priceCents: Math.round(app.items.get(sku).price * 100),
    }));
    return priceOf(priced, coupon);
  });
}
