import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
const keyed = (list, key) => new Map(list.map((one) => [one[key], one]));

export function openStore() {
  return {
    centre: read('centre'),
    gear: read('gear'),
    sites: keyed(read('sites'), 'slug'),
    divers: keyed(read('divers'), 'id'),
    trips: keyed(read('trips'), 'id'),
    bookings: keyed(read('bookings'), 'id'),
  };
}
