import type { FastifyPluginAsync } from 'fastify';
import type { Station } from '@/domain/fleet';

const toView = (station: Station) => ({
  code: station.code,
  name: station.name,
  free: station.docks - station.bikes.length,
  bikes: station.bikes,
});

export const stationRoutes: FastifyPluginAsync = async (app) => {
  const { fleet } = app;

  app.get('/', { schema: { response: { 200: { type: 'array', items: { $ref: 'station#' } } } } }, async () =>
    fleet.list().map(toView),
  );

  app.get<{ Querystring: { lat: number; lon: number } }>(
    '/nearest',
    {
      schema: {
        querystring: {
          type: 'object',
          required: ['lat', 'lon'],
          properties: { lat: { type: 'number' }, lon: { type: 'number' } },
        },
        response: { 200: { $ref: 'station#' } },
      },
    },
    async (request) => toView(fleet.nearest(request.query.lat, request.query.lon)),
  );

  app.get<{ Params: { code: string } }>('/:code', { schema: { response: { 200: { $ref: 'station#' } } } }, async (request) => {
    const { code } = request.params;
    return toView(fleet.station(code.toUpperCase()));
  });
};
