'use strict';

const { DomainError } = require('../plugins/error-mapper');

const addSchema = {
  body: {
    type: 'object',
    required: ['sku', 'quantity'],
    properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
  },
};

module.exports = async function cartRoutes(app) {
  const guard = async (request) => {
    const token = request.headers['x-cart-token'];
    if (!app.sign.verify(request.params.cartId, token)) throw new DomainError('FORBIDDEN', 'Wrong cart token');
  };

  app.get('/:cartId', async (request) => app.carts.view(request.params.cartId));

  app.get('/:cartId/recent', async (request) => {
    const names = await app.carts.recent(request.params.cartId);
    return { count: names.length, names };
  });

  app.post('/:cartId/items', { schema: addSchema, preHandler: guard }, async (request, reply) => {
    const { sku, quantity } = request.body;
    const line = await app.carts.add(request.params.cartId, sku, quantity);
    return reply.code(201).send(line);
  });

  app.put('/:cartId/coupon', { preHandler: guard }, async (request) => {
    const { code } = request.body ?? {};
    if (typeof code !== 'string') throw new DomainError('INVALID', 'code is missing');
    return app.carts.applyCoupon(request.params.cartId, code.trim().toUpperCase());
  });
};
