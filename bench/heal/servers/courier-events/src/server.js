import { createApp } from './app.js';
import { seed } from './seed.js';
import { startSweeper } from './services/sweeper.js';

await seed();
startSweeper(60_000);

const port = Number(process.env.PORT ?? 3000);
createApp().listen(port, '127.0.0.1', () => console.log(`couriers listening on ${port}`));
