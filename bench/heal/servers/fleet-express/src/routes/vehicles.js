import { Router } from 'express';
import { vehicles } from '#models';
import { ApiError } from '#util/errors';
import { paginate } from '#util/paging';

export const vehicleRoutes = Router();

vehicleRoutes.param('plate', (req, res, next, plate) => {
  req.vehicle = vehicles.get(plate.toUpperCase());
  next(req.vehicle ? undefined : ApiError.notFound('vehicle', plate));
});

vehicleRoutes.get('/', (req, res) => {
  const { depot, ...query } = req.query;
  const list = depot ? vehicles.byDepot(depot) : vehicles.all();
  const { items, ...rest } = paginate(list, query);
  res.json({ ...rest, items: items.map((vehicle) => vehicles.describe(vehicle)) });
});

vehicleRoutes.get('/:plate', (req, res) => {
  res.set('x-depot', req.vehicle.depot);
  res.json(vehicles.describe(req.vehicle));
});

vehicleRoutes.patch('/:plate', (req, res) => {
  const { odometer } = req.body;
  if (!Number.isInteger(odometer)) throw ApiError.invalid(['odometer must be a whole number']);
  if (odometer < req.vehicle.odometer) throw new ApiError(409, 'an odometer does not run backwards');
  Object.assign(req.vehicle, { odometer });
  res.json(vehicles.describe(req.vehicle));
});
