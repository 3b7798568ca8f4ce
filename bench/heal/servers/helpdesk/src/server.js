import { createServer } from 'node:http';
import { env } from './core/env.js';
import { createHandler } from './app.js';

const server = createServer(createHandler());

server.listen(env.port, () => {
  console.log(`helpdesk on ${server.address().port}`);
});

process.on('SIGTERM', () => server.close());
