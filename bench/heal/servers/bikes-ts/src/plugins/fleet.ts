import fp from 'fastify-plugin';
import { Fleet, RideEvent, type Ride, type Station } from '@/domain/fleet';
import stations from '@data/stations.json' with { type: 'json' };

export interface Totals {
  started: number;
  ended: number;
  byStation: Record<string, number>;
}

declare module 'fastify' {
  interface FastifyInstance {
    fleet: Fleet;
    totals: Totals;
  }
}

export default fp(
  async (app) => {
    const fleet = new Fleet(stations);
    const totals: Totals = { started: 0, ended: 0, byStation: {} };

    fleet.on(RideEvent.Started, (ride: Ride, station: Station) => {
      totals.started += 1;
      totals.byStation[station.code] = (totals.byStation[station.code] ?? 0) + 1;
      app.log.info({ ride: ride.id }, 'ride started');
    });
    fleet.on(RideEvent.Ended, () => {
      totals.ended += 1;
    });

    app.decorate('fleet', fleet);
    app.decorate('totals', totals);
    app.addHook('onClose', async () => {
      fleet.removeAllListeners();
    });
  },
  { name: 'fleet' },
);
