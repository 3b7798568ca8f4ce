export const itemSchema = {
  $id: 'item',
  type: 'object',
  properties: {
    sku: { type: 'string' },
    name: { type: 'string' },
    category: { type: 'string' },
    price: { type: 'number' },
    weightKg: { type: ['number', 'null'] },
    color: { type: ['string', 'null'] },
    onHand: { type: 'integer' },
  },
};

export const listQuery = {
  type: 'object',
  properties: {
    category: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  },
};

export const skuParams = {
  type: 'object',
  properties: { sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{2}$' } },
};
