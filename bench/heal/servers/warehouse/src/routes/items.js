import { listQuery, skuParams } from '../schemas/item.js';

export default async function itemRoutes(app) {
  app.get(
    '/',
    { schema: { querystring: listQuery, response: { 200: { type: 'array', items: { $ref: 'item#' } } } } },
    async (request) => app.items.list(request.query),
  );

  app.get('/:sku', { schema: { params: skuParams, response: { 200: { $ref: 'item#' } } } }, async (request) =>
    app.items.get(request.params.sku),
  );

  app.get('/:sku/history', { schema: { params: skuParams } }, async (request) => {
    const { sku, name } = app.items.get(request.params.sku);
    return { sku, name, history: app.movements.history(sku) };
  });
}
