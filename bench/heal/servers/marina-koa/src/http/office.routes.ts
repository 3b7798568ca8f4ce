import { tariff } from '#domain';
import { berths, stays } from '#storage/stays';
import { settings } from '../settings.ts';
import { history, runAll } from '../jobs/queue.ts';
import { Router } from './router.ts';

export const officeRouter = new Router();

officeRouter
  .get('/berths', ({ ctx }) => {
    const wanted = Number(ctx.query.length ?? 0);
    return berths
      .all()
      .filter((berth) => berth.lengthM >= wanted)
      .map((berth) => ({ code: berth.code, metres: berth.lengthM, power: berth.powerAmps === null ? 'none' : `${berth.powerAmps} A` }));
  })
  .get('/piers', () => stays.perPier().map(({ pier, berths: total, taken }) => ({ pier, free: total - taken, taken })))
  .get('/tariff', () => ({
    currency: tariff.currency,
    extras: Object.values(tariff.extras).map((extra) => extra.label),
    best: Math.max(...tariff.discounts.map(({ percent }) => percent)),
  }))
  .get('/tide', async () => {
    const response = await fetch(`${settings.tide.url}/today`, { headers: { authorization: `Bearer ${settings.tide.token}` } });
    if (!response.ok) throw new Error(`tide service said ${response.status}`);
    return response.json();
  })
  .post('/jobs/run', async ({ ctx }) => {
    const done = await runAll();
    ctx.set('X-Jobs', String(done));
    return { done, last: history().at(-1) };
  });
