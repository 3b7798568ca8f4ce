import fp from 'fastify-plugin';

export default fp(async (app) => {
  app.addSchema({
    $id: 'station',
    type: 'object',
    properties: {
      code: { type: 'string' },
      name: { type: 'string' },
      free: { type: 'integer' },
      bikes: { type: 'array', items: { type: 'string' } },
    },
  });

  app.addSchema({
    $id: 'ride',
    type: 'object',
    required: ['id', 'bike'],
    properties: {
      id: { type: 'integer' },
      bike: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      rider: { type: 'string' },
      fare: { type: 'string' },
    },
  });

  app.addSchema({
    $id: 'stationCode',
    type: 'string',
    pattern: '^[A-Z]{3}$',
  });
});
