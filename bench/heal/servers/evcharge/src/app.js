import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { config } from './config.js';
import { byCard, operatorsOnly } from './middleware/card.js';
import { noStore, timing } from './middleware/headers.js';
import { admin } from './routes/admin.js';
import { roaming } from './routes/roaming.js';
import { sessions } from './routes/sessions.js';
import { statements } from './routes/statements.js';
import { stations, tariffList } from './routes/stations.js';
import { allStations } from './store/stations.js';

export function createApp() {
  const app = new Hono();
  app.use(timing);
  app.get('/', async (c) => c.json({ name: config.name, stations: (await allStations()).length }));
  app.route('/stations', stations);
  app.route('/tariffs', tariffList);
  app.use('/sessions/*', noStore, byCard);
  app.route('/sessions', sessions);
  app.use('/statements/*', noStore, byCard);
  app.route('/statements', statements);
  app.use('/admin/*', byCard, operatorsOnly);
  app.route('/admin', admin);
  app.use('/roaming/*', byCard, operatorsOnly);
  app.route('/roaming', roaming);
  app.notFound((c) => c.json({ error: `${c.req.path} is not here` }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    console.error(error);
    if (error.name === 'MaxRetriesPerRequestError') return c.json({ error: 'The session store does not answer' }, 503);
    return c.json({ error: 'Internal error' }, 500);
  });
  return app;
}
