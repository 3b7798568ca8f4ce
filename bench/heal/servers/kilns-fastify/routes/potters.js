import { randomUUID } from 'node:crypto';
import { idParams } from '../schemas.js';

const present = ({ id, name, email, role, joined_on: joinedOn }) => ({ id, name, email, role, since: joinedOn.slice(0, 4) });

export default async function potterRoutes(app) {
  const { potters, pieces } = app.repositories;

  app.get('/', async () => potters.list().map((each) => ({ id: each.id, name: each.name, pieces: each.piece_count })));

  app.get('/me', { preHandler: app.requirePotter }, async (request) => present(potters.find(request.potter.id)));

  app.get('/:id', { schema: { params: idParams } }, async (request) => {
    const potter = potters.find(request.params.id);
    if (!potter) throw app.problem(404, 'No such potter');
    return present(potter);
  });

  app.get('/:id/pieces', { schema: { params: idParams } }, async (request) => {
    if (!potters.find(request.params.id)) throw app.problem(404, 'No such potter');
    return pieces.ofPotter(request.params.id);
  });

  app.post('/', { schema: { body: { $ref: 'potter#' } }, preHandler: app.requireSteward }, async (request, reply) => {
    if (potters.findByEmail(request.body.email)) throw app.problem(409, 'That address is taken');
    const today = new Date().toISOString().slice(0, 10);
    const potter = potters.add(request.body, randomUUID(), today);
    reply.code(201);
    return { id: potter.id, name: potter.name, role: potter.role };
  });

  app.patch('/:id', { schema: { params: idParams }, preHandler: app.requirePotter }, async (request) => {
    if (request.potter.id !== request.params.id) throw app.problem(403, 'Not yours');
    const name = String(request.body?.name ?? '').trim();
    if (name.length < 2) throw app.problem(400, 'A name has two letters at least');
    return present(potters.rename(request.params.id, name));
  });
}
