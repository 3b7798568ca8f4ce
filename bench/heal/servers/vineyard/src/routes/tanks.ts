import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { labelOf } from '../services/labels.js';
import { TankService } from '../services/tanks.js';

const reading = z.object({ celsius: z.number().min(-5).max(45) });
const transferInput = z
  .object({ from: z.string(), to: z.string(), litres: z.number().int().positive() })
  .refine(({ from, to }) => from !== to, { message: 'from and to are the same', path: ['to'] });

export async function tankRoutes(app: FastifyInstance) {
  const service = new TankService(app.cellar, app.press, app.config.cellar.alarms);

  app.get('/tanks', async () => ({ tanks: service.list() }));

  app.get<{ Params: { id: string } }>('/tanks/:id', async (request) => {
    const tank = service.find(request.params.id);
    return { ...service.describe(tank), alarms: service.alarmsOf(tank) };
  });

  app.get<{ Params: { id: string } }>('/tanks/:id/label', async (request, reply) => {
    const label = await labelOf(service.find(request.params.id), app.config.estate);
    return reply.type('text/plain; charset=utf-8').send(label);
  });

  app.post<{ Params: { id: string } }>('/tanks/:id/temperatures', async (request, reply) => {
    const { celsius } = reading.parse(request.body);
    reply.code(201);
    return service.measure(request.params.id, celsius, new Date());
  });

  app.post('/transfers', async (request) => {
    const { from, to, litres } = transferInput.parse(request.body);
    return service.transfer(from, to, litres);
  });

  app.get('/alarms', async () => ({ alarms: service.alarms() }));
}
