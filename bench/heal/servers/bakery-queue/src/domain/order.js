const { HttpError } = require('../http/errors');

class Order {
  static nextId = 1;

  constructor({ customer, lines, pickup }) {
    this.id = Order.nextId++;
    this.customer = customer;
    this.lines = lines;
    this.pickup = pickup;
    this.status = 'open';
  }

  get weight() {
    return this.lines.reduce((total, { product, count }) => total + product.weight * count, 0);
  }

  get total() {
    const gross = this.lines.reduce((total, line) => total + line.product.price * line.count, 0);
    return Math.round(gross * (1 - this.customer.discount) * 100) / 100;
  }

  close() {
    if (this.status === 'baked') throw new HttpError(409, `order ${this.id} is baked already`);
    this.status = 'baked';
    return this;
  }

  toJSON() {
    return {
      id: this.id,
      customer: this.customer.name,
      lines: this.lines.map(({ product, count }) => ({ sku: product.sku, count })),
      pickup: this.pickup,
      status: this.status,
      total: this.total,
      weight: this.weight,
    };
  }
}

module.exports = { Order };
