import process from 'node:process';
import { createApp } from './lib/app.js';
import { Queue } from './lib/queue.js';
import { deliver } from './lib/deliver.js';
import settings from './settings.js';

const queue = new Queue({ worker: deliver, retries: settings.retries });
queue.on('failed', (job, error) => console.warn(`job ${job.id} failed: ${error.message}`));

const app = createApp({ queue, settings });
const server = app.listen(settings.port, () => {
  console.log(`mailroom on ${server.address().port}`);
});

process.on('SIGTERM', () => {
  queue.stop();
  server.close(() => process.exit(0));
});
