import { buildApp } from '@/app';
import { config } from '@/config';

const app = await buildApp(config);

try {
  await app.listen({ port: config.port, host: config.host });
} catch (error) {
  app.log.error(error);
  process.exit(1);
}

process.on('SIGTERM', async () => {
  await app.close();
  process.exit(0);
});
