import express from 'express';
import { errorHandler, notFound } from './errors.js';
import { identify, need, requestId } from './middleware.js';
import { plotRoutes } from './plots.js';
import { tenantRoutes } from './tenants.js';
import { waitingRoutes } from './waiting.js';

export function buildApp(services) {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId);
  app.use(express.json());
  app.use(identify(services.repositories.keys));

  app.use('/plots', plotRoutes(services));
  app.use('/tenants', tenantRoutes(services));
  app.use('/waiting', waitingRoutes(services));

  app.get('/committee/arrears', need('chair'), async (req, res) => {
    const rows = await services.billing.arrears();
    res.json({ by: req.user.holder, count: rows.length, rows });
  });
  app.get('/committee/totals', need('chair'), async (req, res) => {
    res.json(await services.billing.totals());
  });
  app.get('/frost', async (req, res) => res.json(await services.weather.frost()));

  app.use(notFound);
  app.use(errorHandler);
  return app;
}
