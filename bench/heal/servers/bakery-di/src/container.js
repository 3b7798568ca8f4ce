'use strict';

const path = require('node:path');
const config = require('#config');
const { JsonRepository } = require('./repositories/json-repository');
const OrderRepository = require('./repositories/order-repository');
const { Pricing } = require('./services/pricing');
const { Catalogue } = require('./services/catalogue');
const { Ordering } = require('./services/ordering');
const { Statistics } = require('./services/statistics');

const dataDir = path.join(__dirname, '..', 'data');

function createContainer(overrides = {}) {
  const { shop, discounts } = config;
  const clock = { now: () => new Date(process.env.TODAY || Date.now()) };
  const products = new JsonRepository(path.join(dataDir, 'products.json'), 'sku');
  const customers = new JsonRepository(path.join(dataDir, 'customers.json'), 'id');
  const orders = new OrderRepository();
  const pricing = new Pricing({ discounts, shop });
  const catalogue = new Catalogue({ products });
  const ordering = new Ordering({ products, orders, pricing, clock, shop });
  const statistics = new Statistics({ ordering });
  return { config, shop, clock, products, customers, orders, pricing, catalogue, ordering, statistics, ...overrides };
}

module.exports = { createContainer };
