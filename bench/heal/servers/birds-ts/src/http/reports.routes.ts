import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Month } from '../schema/sighting.js';

export async function reportRoutes(app: FastifyInstance): Promise<void> {
  app.get('/monthly', async () => {
    const totals = new Map<string, number>();
    for await (const { month, birds } of app.reports.months()) {
      totals.set(month, (totals.get(month) ?? 0) + birds);
    }
    return Object.fromEntries(totals);
  });

  app.get<{ Params: { month: string } }>('/monthly/:month/top', async (request) => {
    const month = Month.parse(request.params.month);
    return { month, top: app.reports.top(month) };
  });

  app.get('/observers', async () => app.reports.observers());

  app.get('/export.csv', async (_request, reply) => {
    reply.type('text/csv; charset=utf-8');
    return reply.send(Readable.from(app.reports.csv()));
  });
}
