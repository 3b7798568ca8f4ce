import type { FastifyPluginAsync } from 'fastify';
import { unwrap, fail } from '../core/result';
import type { Category } from '../model/tool';
import { formatCents } from '../services/fees';

const query = {
  type: 'object',
  properties: { q: { type: 'string' }, category: { type: 'string', enum: ['power', 'hand', 'access'] } },
  additionalProperties: false,
} as const;

export const toolRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Querystring: { q?: string; category?: Category } }>('/', { schema: { querystring: query } }, async (request) => {
    const { q: word, category } = request.query;
    return app.catalog.search({ word, category }).map((tool) => ({
      code: tool.code,
      name: tool.nameIn(request.language),
      worth: formatCents(tool.worthCents, request.language),
      tags: tool.tags,
    }));
  });

  app.get<{ Params: { code: string } }>('/:code', async (request) => {
    const tool = app.catalog.find(request.params.code) ?? unwrap(fail('missing', 'tool.missing', request.params));
    const loan = await app.store.lentTo(tool.code);
    return { code: tool.code, name: tool.nameIn(request.language), free: loan === null && !tool.retired, due: loan?.due ?? null };
  });
};
