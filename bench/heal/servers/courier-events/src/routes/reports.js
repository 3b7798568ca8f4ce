import { Readable } from 'node:stream';
import { Router } from 'express';
import { csvLines } from '../lib/csv.js';
import { dayOf, rangeOf } from '../lib/dates.js';
import { parcels } from '../repositories/parcels.js';
import { counts } from '../services/bus.js';
import { present } from '../services/parcels.js';

export function reportRoutes() {
  const router = Router();

  router.get('/parcels.csv', async (req, res) => {
    const rows = await Promise.all((await parcels.all()).map((row) => present(row)));
    res.type('text/csv');
    Readable.from(csvLines(['id', 'state', 'courier', 'price'], rows)).pipe(res);
  });

  router.get('/days', async (req, res) => {
    const { from, to } = rangeOf(req.query);
    const days = {};
    for (const { createdAt } of await parcels.all()) {
      if (createdAt < from || createdAt > to) continue;
      const day = dayOf(createdAt);
      days[day] = (days[day] ?? 0) + 1;
    }
    res.json(days);
  });

  router.get('/cities', async (req, res) => {
    const cities = new Map();
    for (const { address, weight } of await parcels.all()) {
      const city = cities.get(address.city) ?? { parcels: 0, grams: 0 };
      cities.set(address.city, { parcels: city.parcels + 1, grams: city.grams + weight });
    }
    const sorted = [...cities.entries()].sort(([one], [other]) => one.localeCompare(other));
    res.json(Object.fromEntries(sorted));
  });

  router.get('/events', (req, res) => {
    res.set('cache-control', 'no-store').json(Object.fromEntries(counts));
  });

  return router;
}
