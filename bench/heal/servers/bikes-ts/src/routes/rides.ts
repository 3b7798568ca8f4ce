import type { FastifyPluginAsync } from 'fastify';
import { fareOf, formatFare } from '@/domain/fares';

const startBody = {
  type: 'object',
  required: ['station'],
  properties: { station: { $ref: 'stationCode#' } },
} as const;

const endBody = {
  type: 'object',
  required: ['station', 'minutes'],
  properties: {
    station: { $ref: 'stationCode#' },
    minutes: { type: 'integer', minimum: 1 },
  },
} as const;

export const rideRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('preHandler', app.requireRider);

  app.post<{ Body: { station: string } }>('/', { schema: { body: startBody, response: { 201: { $ref: 'ride#' } } } }, async (request, reply) => {
    const ride = app.fleet.start(request.body.station, request.rider!.name);
    return reply.code(201).header('location', `/v2/rides/${ride.id}`).send(ride);
  });

  app.post<{ Params: { id: string }; Body: { station: string; minutes: number } }>(
    '/:id/end',
    { schema: { body: endBody, response: { 200: { $ref: 'ride#' } } } },
    async (request) => {
      const { station, minutes } = request.body;
      const ride = app.fleet.end(Number(request.params.id), station);
      return { ...ride, fare: formatFare(fareOf(request.rider!.plan, minutes)) };
    },
  );
};
