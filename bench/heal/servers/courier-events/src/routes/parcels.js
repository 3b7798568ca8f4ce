import { Router } from 'express';
import * as service from '../services/parcels.js';

export function parcelRoutes() {
  const router = Router();

  router.get('/', async (req, res) => {
    res.json(await service.page(req.query));
  });

  router.get('/search', async (req, res) => {
    const { city = '' } = req.query;
    const { items } = await service.page({ size: '100' });
    const loaded = await Promise.all(items.map(({ id }) => service.load(id)));
    res.json(loaded.filter(({ address }) => address.city.startsWith(city)).map(({ id, address }) => ({ id, zip: address.zip ?? 'unknown' })));
  });

  router.get('/:id', async (req, res) => {
    const parcel = await service.load(req.params.id);
    res.json(await service.present(parcel));
  });

  router.get('/:id/last-event', async (req, res) => {
    res.json(await service.lastEvent(req.params.id));
  });

  router.post('/', async (req, res) => {
    const parcel = await service.create(req.body ?? {});
    res.status(201).location(`/parcels/${parcel.id}`).json(await service.present(parcel));
  });

  router.post('/:id/assign', async (req, res) => {
    const { courierId } = req.body ?? {};
    res.json(await service.assign(req.params.id, courierId));
  });

  return router;
}
