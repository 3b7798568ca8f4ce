import { Router } from 'express';
import type { ReportService } from '../services/report-service.ts';

export function reportRoutes(reports: ReportService) {
  const router = Router();

  router.get('/income', (req, res) => {
    const month = typeof req.query.month === 'string' ? req.query.month : undefined;
    res.json(reports.income(month));
  });

  router.get('/popular', (_req, res) => {
    res.json(reports.popular());
  });

  router.get('/branches', (_req, res) => {
    res.json(reports.branches());
  });

  router.get('/cities', (_req, res) => {
    res.json(reports.cities());
  });

  router.get('/branches/:key', (req, res) => {
    res.json(reports.branch(req.params.key));
  });

  return router;
}
