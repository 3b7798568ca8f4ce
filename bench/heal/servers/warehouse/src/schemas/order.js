export const idParams = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 } },
};

const line = {
  type: 'object',
  required: ['sku', 'quantity'],
  properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
};

export const linesBody = {
  type: 'object',
  required: ['lines'],
  properties: {
    lines: { type: 'array', minItems: 1, items: line },
    coupon: { type: ['string', 'null'], default: null },
  },
};
