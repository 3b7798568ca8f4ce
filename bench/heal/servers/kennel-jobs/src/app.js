import express from 'express';
import { deskOnly, errorHandler, requestContext } from './middleware/index.js';
import { desk } from './routes/desk.js';
import { dogs } from './routes/dogs.js';
import { stays } from './routes/stays.js';

export function createApp() {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestContext);
  app.use(express.json());

  app.get('/health', (req, res) => res.json({ ok: true }));
  app.use('/dogs', dogs);
  app.use('/stays', stays);
  app.use('/desk', deskOnly, desk);

  app.use((req, res) => res.status(404).json({ error: `No ${req.method} ${req.path}` }));
  app.use(errorHandler);
  return app;
}
