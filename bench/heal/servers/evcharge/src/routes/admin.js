import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { config } from '../config.js';
import { euros } from '../lib/money.js';
import { csv, slug } from '../lib/text.js';
import { isMonth } from '../lib/time.js';
import { priced } from '../services/charging.js';
import { endedIn, energyByStation } from '../store/sessions.js';

async function usageOf(month) {
  if (!isMonth(month ?? '')) throw new HTTPException(400, { message: 'month must look like 2026-02' });
  const rows = [];
  for (const session of await endedIn(month)) {
    const { station, price } = await priced(session);
    rows.push({ id: session.id, city: station.city, wh: session.wh, minutes: price.minutes, cents: price.cents });
  }
  return rows;
}

export const admin = new Hono()
  .get('/energy', async (c) => {
    const rows = await energyByStation();
    return c.json(rows.map(({ station, wh }) => ({ station, kwh: wh / 1000 })));
  })
  .get('/usage', async (c) => {
    const rows = await usageOf(c.req.query('month'));
    const longest = rows.reduce((found, row) => (found === null || row.minutes > found.minutes ? row : found), null);
    const byCity = {};
    for (const { city, wh } of rows) byCity[city] = (byCity[city] ?? 0) + wh / 1000;
    return c.json({
      sessions: rows.length,
      income: euros(rows.reduce((total, row) => total + row.cents, 0)),
      longest: longest?.id ?? null,
      byCity,
    });
  })
  .post('/exports', async (c) => {
    const month = c.req.query('month');
    const rows = await usageOf(month);
    await mkdir(config.exportDir, { recursive: true });
    const file = `${slug(config.name)}-${month}.csv`;
    const lines = rows.map((row) => [row.id, row.city, row.wh, row.minutes, row.cents]);
    await writeFile(path.join(config.exportDir, file), `${csv([['id', 'city', 'wh', 'minutes', 'cents'], ...lines])}\n`);
    return c.json({ file, rows: rows.length }, 201);
  });
