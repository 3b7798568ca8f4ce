const path = require('node:path');
const { once } = require('node:events');
const { Worker } = require('node:worker_threads');
const express = require('express');
const config = require('#config');
const Container = require('./container');
const Programme = require('#services/programme');
const Orders = require('#services/orders');
const { Translator } = require('#services/translator');
const { ActsController } = require('./controllers/acts');
const { OrdersController } = require('./controllers/orders');

const container = new Container()
  .register('translator', () => new Translator(config.locale))
  .register('programme', () => new Programme(config.programme))
  .register('orders', () => new Orders(config.tickets))
  .register('actsController', (c) => new ActsController(c.resolve('translator'), c.resolve('programme')))
  .register('ordersController', (c) => new OrdersController(c.resolve('translator'), c.resolve('orders')));

function createApp() {
  const app = express();
  const acts = container.resolve('actsController');
  const orders = container.resolve('ordersController');
  app.use(express.json());
  app.get('/', (request, response) => {
    const translator = container.resolve('translator');
    response.send(translator.text(translator.localeOf(request), 'welcome.title'));
  });
  app.get('/acts', acts.list);
  app.get('/acts/unpaid', acts.unpaid);
  app.get('/acts/:id', acts.show);
  app.get('/stages', acts.stages);
  app.post('/orders', orders.create);
  app.get('/orders/totals', orders.totals);
  app.get('/digest', async (request, response) => {
    const names = container.resolve('programme').acts.map((act) => act.name);
    const worker = new Worker(path.join(__dirname, 'jobs', 'digest.js'), { workerData: { names } });
    const [result] = await once(worker, 'message');
    response.json(result);
  });
  return app;
}

module.exports = { createApp };
