'use strict';

const { DomainError } = require('../plugins/error-mapper');

class ProductService {
  constructor(redis) {
    this.redis = redis;
  }

  async get(sku) {
    const text = await this.redis.get(`product:${sku}`);
    if (text === null) throw new DomainError('NOT_FOUND', `Unknown product ${sku}`);
    return JSON.parse(text);
  }

  async many(skus) {
    return Promise.all(skus.map((sku) => this.get(sku)));
  }

  async bestSellers(count) {
    const skus = await this.redis.zrevrange('sales', 0, count - 1);
    const products = await this.many(skus);
    return products.map(({ sku, name }) => ({ sku, name }));
  }

  async stock(sku) {
    const text = await this.redis.hget('stock', sku);
    return Number(text ?? 0);
  }
}

module.exports = ProductService;
