'use strict';

const { HttpError } = require('#http/errors');

class Catalogue {
  constructor({ products }) {
    this.products = products;
  }

  async list({ tag, language }) {
    const all = await this.products.all();
    return all
      .filter((product) => !tag || product.tags.includes(tag))
      .map((product) => this.present(product, language))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async show(sku, language) {
    const product = await this.products.byId(sku.toUpperCase());
    if (!product) throw HttpError.notFound('product', sku);
    return { ...this.present(product, language), allergens: product.allergens ?? [], season: this.season(product) };
  }

  present({ sku, name, price, stock }, language) {
    return { sku, name: name[language] ?? name.en, price, available: stock > 0 };
  }

  season(product) {
    if (!product.season) return null;
    const [from, to] = [product.season.from, product.season.to].map((day) => new Date(day));
    return `${from.getUTCMonth() + 1}-${to.getUTCMonth() + 1}`;
  }

  async tags() {
    const counts = {};
    for (const { tags } of await this.products.all()) {
      for (const tag of tags) counts[tag] = (counts[tag] ?? 0) + 1;
    }
    return counts;
  }
}

module.exports = { Catalogue };
