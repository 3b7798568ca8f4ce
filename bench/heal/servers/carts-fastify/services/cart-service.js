'use strict';

const { DomainError } = require('../plugins/error-mapper');

class CartService {
  constructor(redis, products, pricing) {
    this.redis = redis;
    this.products = products;
    this.pricing = pricing;
  }

  async lines(cartId) {
    const quantities = await this.redis.hgetall(`cart:${cartId}`);
    const skus = Object.keys(quantities).sort();
    const products = await this.products.many(skus);
    return products.map((product) => ({
      sku: product.sku,
      name: product.name,
      priceCents: product.priceCents,
      quantity: Number(quantities[product.sku]),
    }));
  }

  async view(cartId) {
    const lines = await this.lines(cartId);
    const coupon = await this.redis.get(`coupon:${cartId}`);
    return { id: cartId, lines, coupon: coupon ? coupon.toUpperCase() : null, ...this.pricing.total(lines, coupon) };
  }

  async add(cartId, sku, quantity) {
    const product = await this.products.get(sku);
    const stock = await this.products.stock(sku);
    if (stock < quantity) throw new DomainError('SOLD_OUT', `${product.name} is sold out`);
    const total = await this.redis.hincrby(`cart:${cartId}`, sku, quantity);
    await this.redis.lpush(`recent:${cartId}`, sku);
    return { sku, quantity: total };
  }

  async applyCoupon(cartId, code) {
    if (!this.pricing.isCoupon(code)) throw new DomainError('INVALID', 'No such coupon');
    await this.redis.set(`coupon:${cartId}`, code);
    return this.view(cartId);
  }

  async recent(cartId) {
    const skus = await this.redis.lrange(`recent:${cartId}`, 0, 4);
    const products = await this.products.many([...new Set(skus)]);
    return products.map((product) => product.name);
  }
}

module.exports = CartService;
