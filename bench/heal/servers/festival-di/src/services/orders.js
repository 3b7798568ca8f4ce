const schema = require('../../schemas/order.json');
const { price } = require('../pricing');

class Orders {
  constructor(settings) {
    this.settings = settings;
    this.placed = [];
  }

  faultsOf(body) {
    const missing = schema.required.filter((name) => body[name] === undefined);
    const wrong = Object.entries(schema.properties)
      .filter(([name, rule]) => body[name] !== undefined && typeof body[name] !== rule.type)
      .map(([name]) => name);
    return [...missing, ...wrong];
  }

  place({ email, kind, count }) {
    const { limits, currency, reserveMinutes } = this.settings;
    if (count > limits.perOrder) return { refused: limits.perOrder };
    const order = { id: this.placed.length + 1, email, kind, count, total: price(kind, count), currency, reserveMinutes };
    this.placed.push(order);
    return { order };
  }

  totals() {
    return this.placed.reduce((sum, order) => sum + order.total, 0);
  }
}

module.exports = Orders;
