import { config } from './config.js';
import { liftRoutes } from './controllers/lifts.js';
import { passRoutes } from './controllers/passes.js';
import { resortRoutes } from './controllers/resort.js';
import { Router } from './http/router.js';
import { createServer } from './http/server.js';
import { PassSweep } from './jobs/passSweep.js';
import { Scheduler } from './jobs/scheduler.js';
import { WindWatch } from './jobs/windWatch.js';
import { LiftService } from './services/lifts.js';
import { PassService } from './services/passes.js';
import { SnowService } from './services/snow.js';
import { Store } from './store/store.js';

const store = await Store.open();
const lifts = new LiftService(store);
const passes = new PassService(store, lifts);
const snow = new SnowService(store);

const scheduler = new Scheduler();
scheduler.register('windWatch', config.jobs.windWatch.every, new WindWatch(lifts));
scheduler.register('passSweep', config.jobs.passSweep.every, new PassSweep(passes));

const router = new Router();
const services = { lifts, passes, snow, scheduler };
liftRoutes(router, services);
passRoutes(router, services);
resortRoutes(router, services);

const server = createServer(router);
await scheduler.start();
server.listen(config.port, () => console.log(`${config.resort.name} on ${config.port}`));

process.on('SIGTERM', () => {
  scheduler.stop();
  server.close();
});
