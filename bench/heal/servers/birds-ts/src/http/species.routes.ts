import type { FastifyInstance } from 'fastify';
import { NotFound } from './errors.js';
import { SpeciesQuery } from '../schema/species.js';

export async function speciesRoutes(app: FastifyInstance): Promise<void> {
  app.get('/', async (request) => {
    const { family, sort } = SpeciesQuery.parse(request.query);
    return app.species.list({ family, sort });
  });

  app.get<{ Params: { code: string } }>('/:code', async (request) => {
    const found = app.species.byCode(request.params.code);
    if (found === undefined) throw new NotFound('species');
    return { ...found, names: app.species.namesOf(found.code) };
  });

  app.get('/families', async () => app.species.families());
}
