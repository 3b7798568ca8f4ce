import { Hono } from 'hono';

export function tripRoutes(trips, reports) {
  const app = new Hono();

  app.get('/', (c) => {
    const { month, site, boat, page } = c.req.query();
    return c.json(trips.list({ month, site, boat, page: page === undefined ? undefined : Number(page) }));
  });
  app.get('/next', (c) => c.json(trips.next(c.req.query('from') ?? '2026-01-01')));
  app.get('/:id', (c) => c.json(trips.details(c.req.param('id'))));
  app.get('/:id/roster', (c) => c.text(reports.roster(c.req.param('id'))));

  return app;
}
