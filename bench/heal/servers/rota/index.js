import { buildApp } from './app.js';
import { settings } from './settings.js';

const app = await buildApp(settings);
await app.listen({ port: settings.port, host: '0.0.0.0' });
