import { Router } from 'express';
import { lookupTrip } from '../store.js';

export const seatRoutes = Router();

seatRoutes.get('/:id', (req, res) => {
  const trip = lookupTrip(req.params.id);
  if (!trip) return res.status(404).json({ error: 'no such trip' });
  res.json({ trip: trip.name, left: trip.seats - trip.taken });
});
