import { createApp } from './app.js';
import config from './config.js';
import { openDatabase } from './db/open.js';

const db = openDatabase();
const server = createApp({ db, config }).listen(config.server.port, () => {
  console.log(`hostel on ${server.address().port}`);
});

process.on('SIGTERM', () => {
  server.close(() => {
    db.close();
  });
});
