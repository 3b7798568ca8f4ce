'use strict';

class Statistics {
  constructor({ ordering }) {
    this.sold = new Map();
    this.revenue = 0;
    ordering.on('placed', this.count.bind(this));
  }

  count({ items, price }) {
    for (const { sku, quantity } of items) this.sold.set(sku, (this.sold.get(sku) ?? 0) + quantity);
    this.revenue += price.total;
  }

  best(limit = 3) {
    return [...this.sold].sort(([, a], [, b]) => b - a).slice(0, limit).map(([sku, quantity]) => ({ sku, quantity }));
  }

  report() {
    return { revenue: this.revenue, best: this.best() };
  }
}

module.exports = { Statistics };
