'use strict';

const http = require('http');
const { createApp } = require('./app');
const config = require('./config');

createApp(config)
  .then((listener) => {
    const server = http.createServer(listener);
    server.listen(config.port, () => console.log(`tides on ${config.port}`));
    process.on('SIGTERM', () => server.close(() => process.exit(0)));
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
