import express from 'express';
import { makeServices } from '#services';
import { NotFound, onError, reportsRoutes, roomsRoutes, staysRoutes } from './http/index.js';
import { GuestsRepo } from './repositories/guests.repo.js';
import { RoomsRepo } from './repositories/rooms.repo.js';
import { StaysRepo } from './repositories/stays.repo.js';

export function createApp({ db, config }) {
  const guests = new GuestsRepo(db);
  const services = makeServices({ rooms: new RoomsRepo(db), guests, stays: new StaysRepo(db), config });
  const app = express();

  app.disable('x-powered-by');
  app.set('trust proxy', config.server.trustProxy);
  app.use(express.json({ limit: '20kb' }));
  app.use((request, response, next) => {
    request.language = request.get('accept-language')?.split(',')[0] ?? config.booking.defaultLanguage;
    next();
  });

  app.get('/health', (request, response) => {
    response.json({ ok: true, language: request.language });
  });
  app.get('/guests/:id', (request, response) => {
    response.json(services.stays.ofGuest(Number(request.params.id)));
  });
  app.use('/rooms', roomsRoutes(services));
  app.use('/stays', staysRoutes(services));
  if (config.features.includes('reports')) app.use('/reports', reportsRoutes(services));

  app.use((request) => {
    throw new NotFound(`Nothing at ${request.path}`);
  });
  app.use(onError);
  return app;
}
