import { createApp } from './app.js';
import { settings } from './settings.js';
import { log } from '#lib/log';

const port = Number(process.env.PORT ?? 3000);
const app = await createApp(settings);

app.listen(port, (error) => {
  if (error) throw error;
  log.info(`${settings.studio.name} listens on ${port}`);
});
