import createError from 'http-errors';

export function passRoutes(router, { passes }) {
  router.get('/prices', ({ query }) => {
    const age = Number(query.age);
    if (!Number.isInteger(age)) throw createError(422, 'age must be a number');
    return { body: passes.quote(query.kind, age) };
  });

  router.post('/passes', ({ body }) => ({ status: 201, body: passes.sell(body) }));

  router.get('/passes/:id', ({ params }) => ({ body: passes.present(passes.find(params.id)) }));

  router.delete('/passes/:id', ({ params, query }) => ({ body: passes.block(params.id, query.reason) }));

  router.post('/passes/:id/scan', ({ params, body }) => {
    const result = passes.scan(params.id, body.lift);
    return { status: result.open ? 200 : 403, body: result };
  });

  router.get('/rides', () => ({ body: { lifts: passes.ridesByLift() } }));
}
