import { serve } from '@hono/node-server';
import app from './app';
import { env } from './lib/env';

const server = serve({ fetch: app.fetch, port: env.port }, (info) => {
  console.log(`box office on ${info.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.close());
}
