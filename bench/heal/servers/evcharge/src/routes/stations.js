import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { bandsOf, kinds } from '../services/pricing.js';
import { openPlugs } from '../store/sessions.js';
import { allStations, stationOf } from '../store/stations.js';

function shown(station, plugs) {
  return {
    id: station.id,
    name: station.name,
    city: station.city,
    state: station.state,
    connectors: station.connectors.map(({ id, kind, kw }) => ({
      id,
      kind,
      kw,
      free: station.state === 'in service' && !plugs.has(`${station.id}/${id}`),
    })),
  };
}

export const stations = new Hono()
  .get('/', async (c) => {
    const { city, kind, free } = c.req.query();
    if (kind !== undefined && !kinds.includes(kind)) throw new HTTPException(400, { message: `kind is ${kinds.join(' or ')}` });
    const plugs = await openPlugs();
    const list = (await allStations())
      .map((station) => shown(station, plugs))
      .filter((one) => city === undefined || one.city.toLowerCase() === city.toLowerCase())
      .filter(({ connectors }) => connectors.some((one) => (kind ?? one.kind) === one.kind && (free !== 'yes' || one.free)));
    return c.json(list);
  })
  .get('/:id', async (c) => {
    const id = c.req.param('id');
    const station = await stationOf(id);
    if (station === undefined) throw new HTTPException(404, { message: `There is no station ${id}` });
    return c.json(shown(station, await openPlugs()));
  });

export const tariffList = new Hono().get('/:kind', (c) => {
  const { kind } = c.req.param();
  if (!kinds.includes(kind)) throw new HTTPException(404, { message: `There is no tariff ${kind}` });
  return c.json({
    kind,
    bands: bandsOf(kind).map(({ from, to, cents }) => ({ hours: `${from}-${to}`, perKwh: `${cents} c` })),
  });
});
