const pieceSchema = {
  $id: 'piece',
  type: 'object',
  required: ['title', 'weightGrams'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 80 },
    weightGrams: { type: 'integer', minimum: 1 },
    glaze: { type: ['string', 'null'] },
  },
};

const firingSchema = {
  $id: 'firing',
  type: 'object',
  required: ['kilnId', 'kind', 'startsOn'],
  properties: {
    kilnId: { type: 'integer' },
    kind: { enum: ['bisque', 'glaze', 'raku'] },
    startsOn: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  },
};

const potterSchema = {
  $id: 'potter',
  type: 'object',
  required: ['name', 'email'],
  properties: {
    name: { type: 'string', minLength: 2 },
    email: { type: 'string', pattern: '@' },
  },
};

export const idParams = {
  type: 'object',
  properties: { id: { type: 'integer' } },
};

export const sharedSchemas = [pieceSchema, firingSchema, potterSchema];
