import { serve } from '@hono/node-server';
import { createApp } from './app.js';
import { config } from './config.js';
import { redis } from './store/redis.js';

const server = serve({ fetch: createApp().fetch, port: config.port }, ({ port }) => {
  console.log(`${config.name} listens on ${port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close();
    redis.disconnect();
  });
}
