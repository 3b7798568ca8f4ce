import Fastify from 'fastify';
import auth from './plugins/auth.js';
import database from './plugins/database.js';
import errors from './plugins/errors.js';
import stock from './plugins/stock.js';
import itemRoutes from './routes/items.js';
import movementRoutes from './routes/movements.js';
import orderRoutes from './routes/orders.js';
import reportRoutes from './routes/reports.js';
import { itemSchema } from './schemas/item.js';

export async function buildApp(config) {
  const app = Fastify({ logger: { level: 'warn' } });
  app.decorate('config', config);
  app.addSchema(itemSchema);

  await app.register(errors);
  await app.register(database);
  await app.register(stock);
  await app.register(auth);

  app.get('/health', async () => ({ ok: true }));
  await app.register(itemRoutes, { prefix: '/items' });
  await app.register(movementRoutes, { prefix: '/movements' });
  await app.register(orderRoutes, { prefix: '/orders' });
  await app.register(reportRoutes, { prefix: '/reports' });
  return app;
}
