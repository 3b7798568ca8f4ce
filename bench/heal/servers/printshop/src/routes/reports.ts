import { requireRole } from '../http/middleware.js';
import type { Router } from '../http/router.js';
import type { ReportService } from '../services/reports.js';

export function reportRoutes(router: Router, reports: ReportService) {
  const managers = requireRole('manager');

  router.get('/reports/monthly', managers, async (ctx) => {
    ctx.body = await reports.monthly(ctx.query.month);
  });

  router.get('/reports/customers', managers, async (ctx) => {
    const rows = await reports.customers();
    ctx.body = { count: rows.length, customers: rows };
  });
}
