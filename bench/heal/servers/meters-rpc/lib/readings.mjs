import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCsv } from './csv.mjs';
import settings, { root } from './settings.mjs';

let known = null;

async function all() {
  if (known === null) {
    const text = await readFile(path.join(root, settings.readings.file), 'utf8');
    known = parseCsv(text, settings.readings.separator).map(({ meter, date, value, note }) => ({
      meter,
      date,
      value: Number(value),
      note: note || null,
    }));
  }
  return known;
}

/** The readings of some meters, of one month if it is given (`2026-02`). */
export async function readingsOf(meters, month = '') {
  const rows = await all();
  return rows.filter((row) => meters.includes(row.meter) && row.date.startsWith(month));
}

export async function record(reading) {
  const rows = await all();
  rows.push(reading);
  return rows.length;
}

export async function last(meter) {
  const rows = await readingsOf([meter]);
  return rows.at(-1) ?? null;
}
