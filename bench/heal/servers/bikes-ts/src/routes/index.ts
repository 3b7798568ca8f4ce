import type { FastifyPluginAsync } from 'fastify';
import { rideRoutes } from './rides';
import { stationRoutes } from './stations';

const routes: FastifyPluginAsync = async (app) => {
  await app.register(stationRoutes, { prefix: '/stations' });
  await app.register(rideRoutes, { prefix: '/rides' });

  app.get('/totals', async () => app.totals);
};

export default routes;
