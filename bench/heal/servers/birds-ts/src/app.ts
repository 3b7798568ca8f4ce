import Fastify, { type FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import type { Config } from './config.js';
import type { Database } from './db/database.js';
import { HttpError } from './http/errors.js';
import { requestTimer } from './http/timer.js';
import { sightingRoutes } from './http/sightings.routes.js';
import { speciesRoutes } from './http/species.routes.js';
import { reportRoutes } from './http/reports.routes.js';
import { SightingService } from './services/sighting.service.js';
import { SpeciesService } from './services/species.service.js';
import { ReportService } from './services/report.service.js';

export interface AppOptions {
  db: Database;
  config: Config;
}

declare module 'fastify' {
  interface FastifyInstance {
    sightings: SightingService;
    species: SpeciesService;
    reports: ReportService;
  }
  interface FastifyRequest {
    observer: string | null;
  }
}

export function buildApp({ db, config }: AppOptions): FastifyInstance {
  const app = Fastify({ logger: false });
  const species = new SpeciesService(db);

  app.decorate('species', species);
  app.decorate('sightings', new SightingService(db, species, config.pageSize));
  app.decorate('reports', new ReportService(db));
  app.decorateRequest('observer', null);

  app.addHook('onRequest', async (request) => {
    request.observer = request.headers['x-observer']?.toString() ?? null;
  });
  app.register(requestTimer);

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ZodError) {
      return reply.code(400).send({ error: 'invalid', issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) });
    }
    if (error instanceof HttpError) return reply.code(error.status).send({ error: error.message });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) console.error(error);
    return reply.code(status).send({ error: status >= 500 ? 'internal' : (error as Error).message });
  });

  app.get('/healthz', async () => ({ status: 'ok', sightings: app.sightings.count() }));
  app.register(speciesRoutes, { prefix: '/species' });
  app.register(sightingRoutes, { prefix: '/sightings' });
  app.register(reportRoutes, { prefix: '/reports' });
  return app;
}
