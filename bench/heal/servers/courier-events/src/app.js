import express from 'express';
import { requestId, accessLog } from './lib/middleware.js';
import { HttpError } from './lib/http-error.js';
import { parcelRoutes } from './routes/parcels.js';
import { courierRoutes } from './routes/couriers.js';
import { webhookRoutes } from './routes/webhooks.js';
import { reportRoutes } from './routes/reports.js';

export function createApp() {
  const app = express();
  app.use(requestId);
  app.use(accessLog);
  app.use('/webhooks', webhookRoutes());
  app.use(express.json());

  app.get('/health', (req, res) => res.json({ ok: true }));
  app.use('/parcels', parcelRoutes());
  app.use('/couriers', courierRoutes());
  app.use('/reports', reportRoutes());

  app.use((req, res, next) => next(new HttpError(404, `Nothing at ${req.path}`)));
  app.use((error, req, res, next) => {
    if (res.headersSent) return next(error);
    const status = error.status ?? 500;
    if (status >= 500) console.error(error);
    res.status(status).json({ error: error.message, requestId: req.id });
  });
  return app;
}
