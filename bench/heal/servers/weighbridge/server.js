'use strict';

const { createServer } = require('./src/app');
const config = require('./src/config');
const { close } = require('./src/db/pool');

const server = createServer();

server.listen(config.port, () => console.log(`${config.company.name}: weighbridge on port ${config.port}`));

process.once('SIGTERM', () => {
  server.close(async () => {
    await close();
    process.exit(0);
  });
});
