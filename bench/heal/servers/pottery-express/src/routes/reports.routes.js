import { Router } from 'express';

export function reportRoutes({ reports }) {
  const router = Router();
  router.get('/revenue', (req, res) => res.json(reports.revenue()));
  router.get('/teachers', (req, res) => res.json(reports.teachers()));
  return router;
}
