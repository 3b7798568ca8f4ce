import fp from 'fastify-plugin';
import { Items } from '../stock/items.js';
import { Orders } from '../stock/orders.js';
import { Movements } from '../stock/movements.js';

async function stock(app) {
  const items = new Items(app.db);
  const movements = new Movements(app.db);
  app.decorate('items', items);
  app.decorate('movements', movements);
  app.decorate('orders', new Orders(app.db, items));
}

export default fp(stock, { name: 'stock', dependencies: ['database'] });
