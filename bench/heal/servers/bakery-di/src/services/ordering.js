'use strict';

const { EventEmitter } = require('node:events');
const { HttpError } = require('#http/errors');

class Ordering extends EventEmitter {
  constructor({ products, orders, pricing, clock, shop }) {
    super();
    this.products = products;
    this.orders = orders;
    this.pricing = pricing;
    this.clock = clock;
    this.shop = shop;
  }

  async lines(items, language) {
    const lines = await Promise.all(
      items.map(async ({ sku, quantity = 1 }) => ({ product: await this.products.byId(sku), sku, quantity })),
    );
    for (const { product, sku, quantity } of lines) {
      if (!product) throw HttpError.notFound('product', sku);
      if (product.stock < quantity) throw new HttpError(409, 'errors.outOfStock', { name: product.name[language] });
    }
    return lines;
  }

  async quote({ items, code, delivery }, language) {
    return this.pricing.quote(await this.lines(items, language), { code, delivery });
  }

  async place(customer, { items, code, delivery = false }, language) {
    if (!Array.isArray(items) || items.length === 0) throw new HttpError(400, 'errors.minimum', { count: 1 });
    const zip = customer.address?.zip;
    if (delivery && !this.shop.delivery.zones.includes(zip)) throw new HttpError(422, 'errors.zone', { zip });
    const lines = await this.lines(items, language);
    const price = this.pricing.quote(lines, { code, delivery });
    for (const { product, quantity } of lines) product.stock -= quantity;
    const order = await this.orders.add({
      customerId: customer.id,
      items: lines.map(({ sku, quantity }) => ({ sku, quantity })),
      price,
      at: this.clock.now().toISOString(),
    });
    this.emit('placed', order);
    return order;
  }

  pickupHour() {
    const now = this.clock.now();
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][now.getUTCDay()];
    const hours = this.shop.openingHours[day];
    return hours ? hours[0] : null;
  }
}

module.exports = { Ordering };
