import { build } from './app.js';
import { loadConfig } from './config/index.js';

const config = await loadConfig();
const app = await build(config);

await app.listen({ host: config.server.host, port: config.server.port });

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close());
