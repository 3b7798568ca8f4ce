import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { conflict, unknown } from '../domain/errors.js';
import { gradeOf, potentialAlcohol } from '../domain/must.js';
import type { Load } from '../domain/types.js';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const listQuery = z.object({ plot: z.string().optional(), from: day.optional(), to: day.optional() });
const loadInput = z.object({
  plot: z.string(),
  date: day,
  kg: z.number().positive(),
  oechsle: z.number().int().min(40).max(250),
  crew: z.string().nullable().default(null),
});

export async function loadRoutes(app: FastifyInstance) {
  const { cellar, config, grades, press } = app;

  const present = (load: Load) => {
    const plot = cellar.plot(load.plot)!;
    return {
      ...load,
      plot: plot.name,
      grape: plot.grape,
      crew: load.crew?.toUpperCase() ?? null,
      grade: gradeOf(load.oechsle, grades),
      alcohol: potentialAlcohol(load.oechsle),
      litres: press.litresFrom(load.kg),
    };
  };

  app.get('/loads', async (request) => {
    const { plot, from, to } = listQuery.parse(request.query);
    const loads = cellar.loadsWhere(
      (load) => (!plot || load.plot === plot) && (!from || load.date >= from) && (!to || load.date <= to),
    );
    return { total: loads.length, loads: loads.map(present) };
  });

  app.get<{ Params: { id: string } }>('/loads/:id', async (request) => {
    const load = cellar.load(Number(request.params.id));
    if (!load) throw unknown('load', request.params.id);
    return present(load);
  });

  app.post('/loads', async (request, reply) => {
    const input = loadInput.parse(request.body);
    const plot = cellar.plot(input.plot);
    if (!plot) throw unknown('plot', input.plot);
    if (input.kg > config.harvest.maxLoadKg) throw conflict(`the scales end at ${config.harvest.maxLoadKg} kg`);
    const least = config.harvest.minOechsle[plot.grape] ?? 65;
    if (input.oechsle < least) throw conflict(`${plot.grape} is picked from ${least} degrees on`);
    const load = cellar.addLoad(input);
    return reply.code(201).header('location', `/loads/${load.id}`).send(present(load));
  });
}
