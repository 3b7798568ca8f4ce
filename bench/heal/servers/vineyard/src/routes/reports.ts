import type { FastifyInstance } from 'fastify';
import { csvLines, gradeReport, vintageReport } from '../services/reports.js';
import { forecast } from '../services/weather.js';

export async function reportRoutes(app: FastifyInstance) {
  app.get('/vintage', async () => vintageReport(app.cellar, app.press, app.config));

  app.get('/grades', async () => ({ grades: gradeReport(app.cellar, app.grades) }));

  app.get('/loads.csv', async (request, reply) => {
    reply.type('text/csv; charset=utf-8');
    return `${[...csvLines(app.cellar)].join('\n')}\n`;
  });

  app.get('/frost', async () => {
    const nights = await forecast(app.config.weather);
    return { nights, frost: nights.some((night) => night.min < 0) };
  });
}
