import { Router } from 'express';
import { trips } from '#models';
import * as service from '../services/trips.js';
import { ApiError } from '#util/errors';
import { paginate } from '#util/paging';

export const tripRoutes = Router();

tripRoutes.get('/', (req, res) => {
  const found = service.search(req.query);
  const page = paginate(found, req.query);
  res.json({ ...page, items: page.items.map(service.present) });
});

tripRoutes.get('/:id', (req, res) => {
  const trip = trips.get(Number(req.params.id));
  if (!trip) throw ApiError.notFound('trip', req.params.id);
  res.json(service.present(trip));
});

tripRoutes.post('/', (req, res) => {
  const trip = service.plan(req.body ?? {});
  res.status(201).location(`/trips/${trip.id}`).json(service.present(trip));
});

tripRoutes.post('/:id/finish', (req, res) => {
  const trip = service.finish(Number(req.params.id));
  res.json({ id: trip.id, ended: trip.endedAt !== null });
});
