import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { cashier } from './middleware/cashier';
import { timing } from './middleware/timing';
import reports from './routes/reports';
import screenings from './routes/screenings';
import tickets from './routes/tickets';
import type { AppEnv } from './types';

const app = new Hono<AppEnv>();

app.use(timing);
app.use('/reports/*', cashier());

app.get('/', (c) => c.text('box office'));
app.route('/screenings', screenings);
app.route('/tickets', tickets);
app.route('/reports', reports);

app.notFound((c) => c.json({ error: `No route ${c.req.path}` }, 404));

app.onError((error, c) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  console.error(error);
  return c.json({ error: 'Internal error' }, 500);
});

export default app;
