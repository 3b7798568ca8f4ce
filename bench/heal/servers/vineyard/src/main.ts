import { buildApp } from './app.js';

const app = await buildApp();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close());
}

await app.listen({ port: app.config.server.port, host: '0.0.0.0' });
console.log(`${app.config.estate.name} listens on ${app.config.server.port}`);
