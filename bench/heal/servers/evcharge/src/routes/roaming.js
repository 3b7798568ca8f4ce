import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { authorise, partners } from '../services/hub.js';

export const roaming = new Hono()
  .get('/partners', async (c) => c.json(await partners()))
  .post('/cards/:network/:card', async (c) => {
    const { network, card } = c.req.param();
    if (!/^[A-Z]{3}$/.test(network)) throw new HTTPException(400, { message: 'network is three letters' });
    return c.json(await authorise(network, card));
  });
