import { config } from '../config.js';
import { dangerLevel } from '../services/avalanche.js';
import { today } from '../util/time.js';

export function resortRoutes(router, { lifts, snow, scheduler }) {
  router.get('/status', () => {
    const { name, season } = config.resort;
    const all = lifts.list();
    const open = all.filter(({ state }) => state === 'open');
    const inSeason = today() >= season.from && today() <= season.to;
    const perHour = open.reduce((sum, lift) => sum + lift.perHour, 0);
    return { body: { resort: name, day: today(), inSeason, lifts: `${open.length} of ${all.length}`, perHour, snow: snow.deepest() } };
  });

  router.get('/snow', () => ({ body: { stations: snow.overview() } }));

  router.get('/snow/report', () => ({ type: 'text/plain; charset=utf-8', body: snow.text() }));

  router.get('/avalanche', async () => ({ body: await dangerLevel() }));

  router.get('/jobs', () => ({ body: { jobs: scheduler.report() } }));
}
