import { createApp } from './app.js';
import { loadSettings } from './settings.js';

const settings = await loadSettings();
const app = await createApp(settings);

const server = app.listen(settings.server.port, () => {
  console.log(`${settings.company.name} listens on ${settings.server.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => server.close(() => process.exit(0)));
}
