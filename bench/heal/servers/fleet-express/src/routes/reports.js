import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { alerts, exportFuel, monthly, stations } from '../services/reports.js';
import { ApiError } from '#util/errors';

export const reportRoutes = Router();

reportRoutes.get('/monthly', async (req, res) => {
  const { month } = req.query;
  if (!/^\d{4}-\d{2}$/.test(month ?? '')) throw ApiError.invalid(['month must be YYYY-MM']);
  const report = await monthly(month);
  res.json(report);
});

reportRoutes.get('/alerts', (req, res) => {
  res.json(alerts(req.query.today));
});

reportRoutes.get('/stations', (req, res) => {
  res.json({ stations: stations() });
});

reportRoutes.get('/fuel.csv', async (req, res) => {
  res.type('text/csv');
  await pipeline(Readable.from(exportFuel()), res);
});
