import { build } from './app.js';
import { config } from './config.js';

const app = await build(config);

try {
  await app.listen({ port: config.port, host: config.host });
  console.log(`kilnshare listens on ${config.port}`);
} catch (error) {
  app.log.error(error);
  process.exit(1);
}
