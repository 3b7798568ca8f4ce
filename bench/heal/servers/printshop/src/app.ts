import Koa from 'koa';
import { authenticate, handleErrors, maintenance, parseBody } from './http/middleware.js';
import { Router } from './http/router.js';
import { openRepositories } from './repositories/index.js';
import { orderRoutes } from './routes/orders.js';
import { quoteRoutes } from './routes/quotes.js';
import { reportRoutes } from './routes/reports.js';
import { CarrierClient } from './services/carrier.js';
import { Journal } from './services/journal.js';
import { OrderService } from './services/orders.js';
import { Planner } from './services/planner.js';
import { PricingService } from './services/pricing.js';
import { ReportService } from './services/reports.js';
import type { Settings } from './settings.js';

export async function createApp(settings: Settings): Promise<Koa> {
  const repositories = await openRepositories();
  const pricing = new PricingService(settings, repositories.papers);
  const planner = new Planner(settings);
  const journal = new Journal(settings.journalFile);
  const carrier = new CarrierClient(settings.carrier);
  const orders = new OrderService({ settings, repositories, pricing, planner, journal, carrier });
  const reports = new ReportService(repositories);

  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.body = { ok: true, company: settings.company.name };
  });
  quoteRoutes(router, pricing, repositories);
  orderRoutes(router, orders);
  reportRoutes(router, reports);

  const app = new Koa();
  app.use(handleErrors());
  app.use(maintenance(settings.maintenance));
  app.use(authenticate(repositories.customers));
  app.use(parseBody(settings.server.bodyLimit));
  app.use(router.routes());
  return app;
}
