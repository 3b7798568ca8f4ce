import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { unknown } from '../domain/errors.js';
import { meanOechsle, totalKg } from '../domain/must.js';
import type { Plot } from '../domain/types.js';

const listQuery = z.object({ grape: z.string().toLowerCase().optional() });

export async function plotRoutes(app: FastifyInstance) {
  const present = (plot: Plot) => {
    const loads = app.cellar.loadsWhere((load) => load.plot === plot.id);
    const kg = totalKg(loads);
    return {
      id: plot.id,
      name: plot.name,
      grape: plot.grape,
      hectares: plot.hectares,
      age: app.config.estate.vintage - plot.planted,
      lessor: plot.lease?.owner ?? null,
      kg,
      kgPerHectare: Math.round(kg / plot.hectares),
      oechsle: meanOechsle(loads),
    };
  };

  app.get('/plots', async (request) => {
    const { grape } = listQuery.parse(request.query);
    const plots = app.cellar.allPlots().filter((plot) => grape === undefined || plot.grape === grape);
    return { total: plots.length, plots: plots.map(present) };
  });

  app.get<{ Params: { id: string } }>('/plots/:id', async (request) => {
    const plot = app.cellar.plot(request.params.id);
    if (!plot) throw unknown('plot', request.params.id);
    return present(plot);
  });

  app.get('/leases', async () => {
    const leased = app.cellar.allPlots().filter((plot) => plot.lease !== null);
    const leases = leased.map(({ id, lease }) => ({ plot: id, owner: lease!.owner, years: lease!.until - app.config.estate.vintage }));
    return { leases: leases.sort((a, b) => a.years - b.years) };
  });
}
