import { buildApp } from './app.js';
import { config } from './config.js';

const app = await buildApp(config);

await app.listen({ port: config.port, host: config.host });
console.log(`warehouse on ${app.server.address().port}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => app.close());
}
