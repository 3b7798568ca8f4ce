import { rows } from './db.js';

export async function findParcel(code) {
  const [parcel] = await rows('SELECT code, grams, zone, sent_on FROM parcels WHERE code = $1', code);
  return parcel ?? null;
}

export async function eventsOf(code) {
  return rows('SELECT at, place, what FROM events WHERE code = $1 ORDER BY at', code);
}
