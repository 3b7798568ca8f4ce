import { serve } from '@hono/node-server';
import { createApp } from './app.js';
import { pool } from './db.js';

const app = createApp();
const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`clubs listens on ${port}`);
});

process.on('SIGTERM', () => {
  server.close();
  void pool.end();
});
