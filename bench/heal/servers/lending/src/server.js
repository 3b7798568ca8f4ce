'use strict';

const { createApp } = require('./app');
const config = require('./config');
const { pool } = require('./db/pool');
const { migrate } = require('./db/migrate');

async function main() {
  await migrate(pool);
  const app = createApp();
  const server = app.listen(config.port, () => {
    console.log(`lending desk on port ${server.address().port}`);
  });
  process.on('SIGTERM', () => {
    server.close(() => pool.end());
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
