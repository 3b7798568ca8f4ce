'use strict';

class ProductsController {
  static routes = [
    ['get', '/', 'index'],
    ['get', '/tags', 'tags'],
    ['get', '/:sku', 'show'],
  ];

  constructor({ catalogue }) {
    this.catalogue = catalogue;
  }

  async index(req, res) {
    const { tag } = req.query;
    res.json(await this.catalogue.list({ tag, language: req.language }));
  }

  async tags(req, res) {
    res.json(await this.catalogue.tags());
  }

  async show(req, res) {
    res.json(await this.catalogue.show(req.params.sku, req.language));
  }
}

module.exports = ProductsController;
