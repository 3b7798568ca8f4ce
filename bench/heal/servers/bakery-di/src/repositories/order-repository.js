'use strict';

class OrderRepository {
  constructor() {
    this.orders = new Map();
    this.last = 0;
  }

  async add(order) {
    this.last += 1;
    const saved = { number: this.last, ...order };
    this.orders.set(saved.number, saved);
    return saved;
  }

  async byNumber(number) {
    return this.orders.get(number);
  }

  async ofCustomer(customerId) {
    return [...this.orders.values()].filter((order) => order.customerId === customerId);
  }
}

module.exports = OrderRepository;
