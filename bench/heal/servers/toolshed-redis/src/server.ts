import { buildApp } from './app';
import { loadConfig } from './config';

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const app = await buildApp(config);
  await app.listen({ port: config.http.port, host: '127.0.0.1' });
  process.once('SIGTERM', () => void app.close());
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
