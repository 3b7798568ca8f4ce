'use strict';

const http = require('http');
const config = require('./config');
const app = require('./src/app');
const logger = require('./src/utils/logger');

const server = http.createServer(app);

server.listen(config.server.port, () => {
  logger.info('listening', { port: config.server.port, env: config.env });
});

process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
});
