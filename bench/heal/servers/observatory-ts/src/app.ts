import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { HttpError, NotFound } from '#lib/errors';
import { createLogger } from '#lib/logger';
import { Catalogue } from '#services/catalogue';
import Schedule from '#services/schedule';
import { loadPlugins } from './plugins.ts';
import type { AppConfig, Context } from './types.ts';

export async function createApp(config: AppConfig): Promise<Express> {
  const app = express();
  const log = createLogger(config.logging.level);
  const catalogue = await Catalogue.open();
  const context: Context = { config, log, catalogue, schedule: new Schedule(config.booking, catalogue) };

  app.disable('x-powered-by');
  app.use(express.json());
  app.get('/', (_req, res) => {
    res.json({ site: config.site.name, telescopes: catalogue.telescopes.length, slotMinutes: config.booking.slotMinutes });
  });

  for (const plugin of await loadPlugins(config.plugins)) {
    const router = express.Router();
    plugin.register(router, context);
    app.use(plugin.prefix, router);
    log.debug(`plugin ${plugin.name} on ${plugin.prefix}`);
  }

  app.use((req, _res, next) => next(new NotFound(`${req.method} ${req.path}`)));
  app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
    if (error instanceof HttpError) return res.status(error.status).json({ error: error.message, ...error.details });
    log.error(error.stack ?? error.message);
    return res.status(500).json({ error: 'Something went wrong' });
  });
  return app;
}
