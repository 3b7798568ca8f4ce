const Router = require('./router');
const { HttpError } = require('./errors');
const { settings } = require('../infra/settings');

function buildApi(shop) {
  const router = new Router();

  router.use(async ({ res, state }) => {
    state.startedAt = Date.now();
    res.setHeader('X-Shop', settings.shopName);
  });

  router.add('GET', '/health', () => ({ shop: settings.shopName, queue: shop.queue.summary() }));

  router.add('GET', '/products', ({ query }) => {
    const without = query.get('without');
    return shop.products
      .filter(({ allergens = [] }) => !without || !allergens.includes(without))
      .map(({ sku, name, price }) => ({ sku, name, price: price.toFixed(2) }));
  });

  router.add('GET', '/products/:sku', ({ params }) => {
    const product = shop.product(params.sku);
    const oven = shop.ovenFor(product.sku);
    return {
      name: product.name,
      allergens: (product.allergens ?? []).join(', '),
      oven: oven ? oven.name : null,
      leadDays: product.toOrder?.days ?? 0,
    };
  });

  router.add('GET', '/customers/:id', async ({ params }) => {
    const customer = await shop.customer(params.id);
    return { name: customer.name, discount: `${Math.round(customer.discount * 100)} %`, phone: customer.phone || null };
  });

  router.add('POST', '/orders', async ({ body }) => {
    const { order, position } = await shop.place(body);
    return { status: 201, payload: { ...order.toJSON(), position } };
  });

  router.add('GET', '/orders/:id', ({ params }) => shop.order(Number(params.id)));

  router.add('GET', '/orders', ({ query }) => {
    const status = query.get('status') ?? 'open';
    if (!['open', 'baked', 'all'].includes(status)) throw HttpError.invalid(`unknown status ${status}`);
    const orders = [...shop.orders.values()].filter((order) => status === 'all' || order.status === status);
    const last = orders[orders.length - 1];
    return { count: orders.length, latest: last ? last.id : null, orders };
  });

  router.add('POST', '/batches', async () => {
    const baked = await shop.queue.runBatch();
    return { status: 202, payload: { baked: baked.map((order) => order.id), ...shop.queue.summary() } };
  });

  router.add('GET', '/events', () => shop.events.slice(-10));
  router.add('GET', '/report', () => shop.report());
  router.add('GET', '/cache', () => shop.cache.stats);

  return router;
}

module.exports = buildApi;
