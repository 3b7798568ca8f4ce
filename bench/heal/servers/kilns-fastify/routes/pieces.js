import { idParams } from '../schemas.js';

export default async function pieceRoutes(app) {
  const { pieces } = app.repositories;

  app.addHook('preHandler', async (request) => {
    const { id } = request.params;
    if (id === undefined) return;
    request.piece = pieces.find(id);
    if (request.piece === null) throw app.problem(404, 'No such piece');
  });

  app.get('/', async (request) => {
    const limit = Number(request.query.limit ?? app.config.pageSize);
    const found = pieces.search({ ...request.query, limit });
    return { total: found.length, pieces: found };
  });

  app.get('/:id', { schema: { params: idParams } }, async (request) => request.piece);

  app.post('/', { schema: { body: { $ref: 'piece#' } }, preHandler: app.requirePotter }, async (request, reply) => {
    const piece = pieces.add(request.potter.id, request.body);
    reply.code(201).header('location', `/pieces/${piece.id}`);
    return piece;
  });

  app.delete('/:id', { schema: { params: idParams }, preHandler: app.requirePotter }, async (request, reply) => {
    if (request.piece.potterId !== request.potter.id) throw app.problem(403, 'Not yours');
    if (request.piece.state !== 'greenware') throw app.problem(409, 'It is in a kiln already');
    pieces.remove(request.piece.id);
    return reply.code(204).send();
  });
}
