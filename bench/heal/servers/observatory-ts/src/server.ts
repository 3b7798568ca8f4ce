import { createServer } from 'node:http';
import { once } from 'node:events';
import { loadConfig } from '#config';
import { createApp } from './app.ts';

const config = await loadConfig(process.env);
const app = await createApp(config);
const server = createServer(app);

server.listen(config.http.port, config.http.host);
await once(server, 'listening');
console.log(`${config.site.name} listens on ${config.http.port}`);

process.once('SIGTERM', () => server.close());
