import { serve } from '@hono/node-server';
import { createApp } from './app.js';
import { openStore } from './store.js';

const port = Number(process.env.PORT ?? 3000);

serve({ fetch: createApp(openStore()).fetch, port }, () => {
  console.log(`dives on ${port}`);
});
