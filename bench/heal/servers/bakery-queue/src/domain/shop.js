const path = require('node:path');
const { settings, readJson } = require('../infra/settings');
const { readCsv } = require('../infra/csv');
const { BakeQueue } = require('../infra/queue');
const Cache = require('../infra/cache');
const { HttpError } = require('../http/errors');
const { Order } = require('./order');

class Shop {
  constructor() {
    this.products = readJson('data', 'products.json');
    this.cache = new Cache(settings.cacheTtl);
    this.orders = new Map();
    this.events = [];
    this.queue = new BakeQueue({ batchSize: settings.batchSize, work: (order) => this.bake(order) });
    this.queue.on('queued', (order) => this.events.push(`queued ${order.id}`));
    this.queue.on('batch', (orders) => {
      this.events.push(`baked ${orders.map(({ id }) => id).join('+')}`);
      this.cache.drop('report');
    });
  }

  product(sku) {
    const product = this.products.find((one) => one.sku === sku);
    if (!product) throw HttpError.notFound(`product ${sku}`);
    return product;
  }

  async customers() {
    return this.cache.through('customers', async () => {
      const rows = await readCsv(path.join(settings.dataDir, 'customers.csv'));
      return rows.map(({ discount, ...row }) => ({ ...row, discount: Number(discount) }));
    });
  }

  async customer(id) {
    const customers = await this.customers();
    const customer = customers.find((one) => one.id === id);
    if (!customer) throw HttpError.notFound(`customer ${id}`);
    return customer;
  }

  ovenFor(sku) {
    return settings.ovens.find((oven) => oven.products.includes(sku)) ?? null;
  }

  async place({ customer: customerId, lines, pickup }) {
    if (!Array.isArray(lines) || lines.length === 0) throw HttpError.invalid('lines are missing');
    const customer = await this.customer(customerId);
    const { from, until } = settings.opening;
    if (pickup !== undefined && (pickup < from || pickup > until)) throw HttpError.invalid(`pickup is between ${from} and ${until}`);
    const order = new Order({
      customer,
      lines: lines.map(({ sku, count }) => ({ product: this.product(sku), count: count ?? 1 })),
      pickup: pickup ?? until,
    });
    this.orders.set(order.id, order);
    const position = this.queue.push(order);
    return { order, position };
  }

  order(id) {
    const order = this.orders.get(id);
    if (!order) throw HttpError.notFound(`order ${id}`);
    return order;
  }

  async bake(order) {
    await new Promise((resolve) => setImmediate(resolve));
    return order.close();
  }

  async report() {
    return this.cache.through('report', async () => {
      const customers = await this.customers();
      const orders = [...this.orders.values()];
      return customers.map(({ id, name }) => {
        const own = orders.filter((order) => order.customer.id === id);
        return { name, orders: own.length, total: own.reduce((sum, order) => sum + order.total, 0) };
      });
    });
  }
}

module.exports = Shop;
