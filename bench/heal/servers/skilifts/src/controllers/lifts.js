export function liftRoutes(router, { lifts, scheduler }) {
  router.get('/lifts', ({ query }) => ({ body: { lifts: lifts.list(query) } }));

  router.get('/lifts/:id', ({ params }) => ({ body: lifts.details(params.id) }));

  router.post('/lifts/:id/state', ({ params, body }) => ({ body: lifts.setState(params.id, body.state, body.reason) }));

  router.get('/pistes', ({ query }) => {
    const pistes = lifts.pistes(query);
    const km = pistes.filter(({ open }) => open).reduce((sum, piste) => sum + piste.km, 0);
    return { body: { openKm: Number(km.toFixed(1)), pistes } };
  });

  router.get('/wind/:lift', ({ params }) => ({ body: lifts.windSummary(params.lift) }));

  router.post('/wind', async ({ body }) => {
    const reading = lifts.recordWind(body);
    const { closed } = await scheduler.run('windWatch');
    return { status: 201, body: { ...reading, closed } };
  });
}
