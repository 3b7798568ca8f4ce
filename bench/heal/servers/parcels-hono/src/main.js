import { serve } from '@hono/node-server';
import { config } from '#config';
import { app } from './app.js';

serve({ fetch: app.fetch, port: config.port }, ({ port }) => console.log(`parcels on ${port}`));
