import { Hono } from 'hono';
import { Refused } from './lib/errors.js';
import { bookingRoutes } from './routes/bookings.js';
import { tripRoutes } from './routes/trips.js';
import { makeBookings } from './services/bookings.js';
import { makeDivers } from './services/divers.js';
import { makeReports } from './services/reports.js';
import { makeTrips } from './services/trips.js';

export function createApp(store) {
  const trips = makeTrips(store);
  const divers = makeDivers(store);
  const bookings = makeBookings(store, { trips, divers });
  const reports = makeReports(store, { trips });
  const app = new Hono();

  app.get('/', (c) => c.json({ centre: store.centre.name, trips: store.trips.size }));
  app.route('/trips', tripRoutes(trips, reports));
  app.route('/bookings', bookingRoutes(bookings));
  app.get('/divers', (c) => c.json(divers.list({ certification: c.req.query('certification') })));
  app.get('/divers/:id', (c) => c.json(divers.card(Number(c.req.param('id')))));
  app.get('/divers/:id/history', (c) => c.json(divers.history(Number(c.req.param('id')))));
  app.get('/reports/income', (c) => c.json(reports.income(c.req.query('month'))));
  app.get('/reports/sites', (c) => c.json(reports.sites()));
  app.get('/reports/gear', (c) => c.json(reports.gear()));

  app.notFound((c) => c.json({ error: `nothing at ${c.req.path}` }, 404));
  app.onError((error, c) => {
    if (error instanceof Refused) return c.json({ error: error.message }, error.status);
    console.error(error);
    return c.json({ error: 'internal error' }, 500);
  });
  return app;
}
