import type { FastifyInstance } from 'fastify';
import { HttpError, NotFound } from './errors.js';
import { NewSighting, Page } from '../schema/sighting.js';

interface ById {
  Params: { id: string };
}

export async function sightingRoutes(app: FastifyInstance): Promise<void> {
  app.get('/', async (request) => {
    const { page } = Page.parse(request.query);
    const items = app.sightings.page(page);
    return { page, pages: app.sightings.pages(), items };
  });

  app.get<ById>('/:id', async (request) => {
    const found = app.sightings.byId(Number(request.params.id));
    if (!found) throw new NotFound('sighting');
    return found;
  });

  app.post('/', { preHandler: requireObserver }, async (request, reply) => {
    const input = NewSighting.parse(request.body);
    const created = app.sightings.add({ ...input, observer: request.observer! });
    return reply.code(201).header('location', `/sightings/${created.id}`).send(created);
  });

  app.delete<ById>('/:id', { preHandler: requireObserver }, async (request, reply) => {
    const gone = app.sightings.remove(Number(request.params.id), request.observer!);
    if (!gone) throw new NotFound('sighting');
    return reply.code(204).send();
  });
}

async function requireObserver(request: { observer: string | null }): Promise<void> {
  if (request.observer === null) throw new HttpError(401, 'who are you?');
}
