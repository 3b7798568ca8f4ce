import { Router } from 'express';
import { need } from './middleware.js';

export function plotRoutes({ leases, repositories }) {
  const router = Router();

  router.get('/', async (req, res) => {
    const page = Number(req.query.page ?? 1);
    res.json(await leases.page(page));
  });

  router.get('/soil', async (req, res) => {
    const rows = await repositories.plots.areaBySoil();
    res.json(Object.fromEntries(rows.map(({ soil, plots, area }) => [soil, { plots, area }])));
  });

  router.get('/free', async (req, res) => {
    const { day = '2026-06-01', features = '' } = req.query;
    const wanted = features.split(',').filter(Boolean);
    const free = await repositories.plots.free(day);
    const fitting = free.filter((plot) => wanted.every((feature) => plot.features.includes(feature)));
    res.json({ day, labels: fitting.map(({ label }) => label) });
  });

  router.get('/:label', async (req, res) => {
    res.json(await leases.plot(req.params.label.toUpperCase()));
  });

  router.post('/:label/leases', need('chair'), async (req, res) => {
    const lease = await leases.lease({ ...req.body, label: req.params.label });
    res.status(201).location(`/leases/${lease.id}`).json(lease);
  });

  router.post('/:label/assign', need('chair'), async (req, res) => {
    res.json(await leases.assign(req.params.label));
  });

  return router;
}
