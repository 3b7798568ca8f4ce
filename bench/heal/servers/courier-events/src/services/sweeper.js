import { parcels } from '../repositories/parcels.js';

export function startSweeper(everyMs) {
  const timer = setInterval(async () => {
    try {
      const rows = await parcels.all();
      const stale = rows.filter((row) => row.state === 'lost');
      if (stale.length > 0) console.log(`${stale.length} parcels are lost`);
    } catch (error) {
      console.error('sweeper', error);
    }
  }, everyMs);
  timer.unref();
}
