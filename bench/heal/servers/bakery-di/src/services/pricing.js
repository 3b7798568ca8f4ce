'use strict';

class Pricing {
  constructor({ discounts, shop }) {
    this.discounts = discounts;
    this.shop = shop;
  }

  subtotal(lines) {
    return lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
  }

  discount(code, subtotal) {
    const rule = this.discounts.find((one) => one.code === code);
    if (!rule || subtotal < rule.min) return 0;
    return Math.round((subtotal * rule.percent) / 100);
  }

  deliveryFee(subtotal) {
    const { freeFrom, fee } = this.shop.delivery;
    return subtotal >= freeFrom ? 0 : fee;
  }

  quote(lines, { code, delivery = false } = {}) {
    const subtotal = this.subtotal(lines);
    const discount = this.discount(code, subtotal);
    const fee = delivery ? this.deliveryFee(subtotal - discount) : 0;
    return { subtotal, discount, fee, total: subtotal - discount + fee, currency: this.shop.currency };
  }
}

module.exports = { Pricing };
