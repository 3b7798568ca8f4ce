import { createApp } from './app.js';
import { config } from './config.js';

const server = createApp().listen(config.port, () => console.log(`kennel listens on ${config.port}`));

process.on('SIGTERM', () => server.close(() => process.exit(0)));
