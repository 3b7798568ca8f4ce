'use strict';

module.exports = async function productRoutes(app) {
  app.get('/best', async (request) => {
    const count = Number(request.query.count ?? 2);
    return { best: await app.products.bestSellers(count) };
  });

  app.get('/:sku', async (request) => {
    const product = await app.products.get(request.params.sku);
    const stock = await app.products.stock(product.sku);
    return { ...product, labels: (product.labels ?? []).map((label) => label.trim()), inStock: stock > 0 };
  });
};
