import { buildApp } from './app.js';
import { loadConfig } from './config.js';
import { openDatabase } from './db/database.js';
import { seed } from './db/seed.js';

const config = loadConfig();
const db = openDatabase(config.dbFile);
seed(db);

const app = buildApp({ db, config });

try {
  await app.listen({ port: config.port, host: '127.0.0.1' });
} catch (error) {
  console.error(error);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
