import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { config } from '#config';
import { livePosition } from './carrier.js';
import { eventsOf, findParcel } from './parcels.js';
import { isZone, quote } from './quote.js';

export const app = new Hono();

app.get('/health', (c) => c.json({ ok: true }));
app.get('/zones', (c) => c.json(config.quote.zones.map((zone) => zone.toUpperCase())));

app.get('/quote', (c) => {
  const grams = Number(c.req.query('grams'));
  const zone = c.req.query('zone') ?? 'home';
  if (!(grams > 0)) throw new HTTPException(400, { message: 'grams must be positive' });
  if (!isZone(zone)) throw new HTTPException(400, { message: 'unknown zone' });
  const price = quote(grams, zone);
  if (price === null) throw new HTTPException(422, { message: 'too heavy' });
  c.header('cache-control', `max-age=${config.cacheSeconds}`);
  return c.json(price);
});

app.get('/parcels/:code', async (c) => {
  const parcel = await findParcel(c.req.param('code'));
  if (parcel === null) throw new HTTPException(404, { message: 'no such parcel' });
  const events = config.features.history ? await eventsOf(parcel.code) : [];
  const last = events.at(-1);
  return c.json({ code: parcel.code, grams: parcel.grams, zone: parcel.zone, events: events.length, last: last?.what ?? null });
});

if (config.features.liveTracking) {
  app.get('/parcels/:code/live', async (c) => c.json(await livePosition(c.req.param('code'))));
}

app.onError((error, c) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  console.error(error);
  return c.json({ error: 'internal' }, 500);
});
