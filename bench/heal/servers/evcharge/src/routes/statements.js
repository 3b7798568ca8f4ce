import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { csv, slug } from '../lib/text.js';
import { isMonth } from '../lib/time.js';
import { drawUp, statementOf } from '../services/statements.js';

function monthFrom(c) {
  const month = c.req.param('month');
  if (!isMonth(month)) throw new HTTPException(400, { message: 'month must look like 2026-02' });
  return month;
}

async function saved(c) {
  const month = monthFrom(c);
  const statement = await statementOf(c.get('holder').card, month);
  if (statement === null) throw new HTTPException(404, { message: `There is no statement of ${month}` });
  return statement;
}

export const statements = new Hono()
  .post('/:month', async (c) => c.json(await drawUp(c.get('holder').card, monthFrom(c)), 201))
  .get('/:month', async (c) => c.json(await saved(c)))
  .get('/:month/csv', async (c) => {
    const { month, rows } = await saved(c);
    const name = `${slug(c.get('holder').name)}-${month}.csv`;
    c.header('content-type', 'text/csv; charset=utf-8');
    c.header('content-disposition', `attachment; filename="${name}"`);
    const lines = rows.map((row) => [row.id, row.day, row.station, row.wh / 1000, (row.cents / 100).toFixed(2)]);
    return c.body(csv([['session', 'day', 'station', 'kWh', 'EUR'], ...lines]));
  });
