import { createServer } from 'node:http';
import config from '#config';
import { createRouter } from '#core/router';
import { sendError } from '#core/http';
import { bus } from '#core/bus';
import * as modules from './src/modules/index.js';

const router = createRouter({ prefix: config.api.prefix });

for (const [name, register] of Object.entries(modules)) {
  register(router, config);
  bus.emit('module:ready', name);
}

const server = createServer(async (req, res) => {
  try {
    await router.handle(req, res);
  } catch (error) {
    sendError(res, error);
  }
});

server.listen(config.port, '127.0.0.1', () => {
  console.log(`${config.club.name} listens on ${config.port}`);
});

process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
});
