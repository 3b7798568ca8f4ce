import { Router } from 'express';
import { lookupTrip, allTrips } from '../store.js';

export const tripRoutes = Router();

tripRoutes.get('/', (req, res) => res.json(allTrips().map(({ id, name }) => ({ id, name }))));

tripRoutes.get('/:id', (req, res) => {
  const trip = lookupTrip(req.params.id);
  if (!trip) return res.status(404).json({ error: 'no such trip' });
  res.json(trip);
});
