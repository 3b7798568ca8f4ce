import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { euros } from '../lib/money.js';
import { parseTime } from '../lib/time.js';
import { priced, seen, start, stop } from '../services/charging.js';
import { receiptOf } from '../services/receipts.js';
import { sessionsOf } from '../store/sessions.js';

async function bodyOf(c) {
  try {
    return (await c.req.json()) ?? {};
  } catch {
    throw new HTTPException(400, { message: 'The body must be JSON' });
  }
}

async function shown(session) {
  const total = session.ended === null ? null : euros((await priced(session)).price.cents);
  return { ...session, kwh: session.wh / 1000, total };
}

export const sessions = new Hono()
  .get('/', async (c) => c.json(await Promise.all((await sessionsOf(c.get('holder').card)).map(shown))))
  .post('/', async (c) => {
    const { station, connector, at } = await bodyOf(c);
    const time = parseTime(at);
    if (typeof station !== 'string' || typeof connector !== 'string') {
      throw new HTTPException(400, { message: 'station and connector are missing' });
    }
    if (time === null) throw new HTTPException(400, { message: 'at must be a time' });
    const session = await start(c.get('holder'), { stationId: station, connectorId: connector, at: time });
    return c.json(await shown(session), 201);
  })
  .get('/:id', async (c) => c.json(await shown(await seen(c.get('holder'), c.req.param('id')))))
  .post('/:id/stop', async (c) => {
    const { at, wh } = await bodyOf(c);
    const time = parseTime(at);
    if (time === null || !Number.isInteger(wh) || wh < 0) throw new HTTPException(400, { message: 'at and wh are needed' });
    return c.json(await shown(await stop(c.get('holder'), c.req.param('id'), { at: time, wh })));
  })
  .get('/:id/receipt', async (c) => {
    const session = await seen(c.get('holder'), c.req.param('id'));
    if (session.ended === null) throw new HTTPException(409, { message: `${session.id} has not ended` });
    return c.text(await receiptOf(session));
  });
