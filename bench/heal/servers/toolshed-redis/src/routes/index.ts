import type { FastifyInstance } from 'fastify';
import loanRoutes from './loans';
import { toolRoutes } from './tools';

export async function routes(app: FastifyInstance): Promise<void> {
  await app.register(toolRoutes, { prefix: '/tools' });
  await app.register(loanRoutes, { prefix: '/loans' });

  app.get('/stats', async () => {
    const { totals } = app.ledger;
    return { ...totals, favourite: app.ledger.favourite() };
  });
}
