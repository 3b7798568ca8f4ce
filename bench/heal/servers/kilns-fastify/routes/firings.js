import { costOf } from '../pricing.js';
import { idParams } from '../schemas.js';

export default async function firingRoutes(app) {
  const { firings, pieces } = app.repositories;

  function firingOf(request) {
    const firing = firings.find(request.params.id);
    if (!firing) throw app.problem(404, 'No such firing');
    return firing;
  }

  app.get('/', async (request) => firings.upcoming(request.query.from ?? '2026-01-01'));

  app.get('/:id', { schema: { params: idParams } }, async (request) => {
    const { shelf_count: shelves, ...firing } = firingOf(request);
    const loads = firings.loadsOf(firing.id);
    return {
      ...firing,
      shelvesLeft: shelves - loads.length,
      loads: loads.map(({ shelf, title, potter, cost_cents: cents }) => ({ shelf, title, potter, cost: (cents / 100).toFixed(2) })),
    };
  });

  app.post('/', { schema: { body: { $ref: 'firing#' } }, preHandler: app.requireSteward }, async (request, reply) => {
    if (!firings.kiln(request.body.kilnId)) throw app.problem(422, 'No such kiln');
    reply.code(201);
    return firings.open(request.body, request.potter.id);
  });

  app.post('/:id/loads', { schema: { params: idParams }, preHandler: app.requirePotter }, async (request, reply) => {
    const firing = firingOf(request);
    const piece = pieces.find(request.body?.pieceId);
    if (piece === null || piece.potterId !== request.potter.id) throw app.problem(422, 'Not one of your pieces');
    if (piece.state !== 'greenware') throw app.problem(409, 'It is in a kiln already');
    const shelf = firings.loadsOf(firing.id).length + 1;
    if (shelf > firing.shelf_count) throw app.problem(409, 'The kiln is full');
    const costCents = costOf(app.config.pricing, firing.kind, piece.weightGrams);
    app.db.transaction(() => {
      firings.load(firing, piece, { shelf, costCents });
      pieces.setState(piece.id, 'queued');
    })();
    reply.code(201);
    return { shelf, cost: (costCents / 100).toFixed(2) };
  });
}
