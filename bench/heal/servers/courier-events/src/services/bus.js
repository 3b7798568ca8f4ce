import { EventEmitter } from 'node:events';
import { parcels } from '../repositories/parcels.js';

export const bus = new EventEmitter();
export const counts = new Map();

bus.on('parcel', ({ parcel, what }) => {
  counts.set(what, (counts.get(what) ?? 0) + 1);
  if (parcel.note) counts.set('noted', (counts.get('noted') ?? 0) + 1);
});

export async function record(parcel, what) {
  parcel.events.push({ at: Math.floor(Date.now() / 1000), what });
  await parcels.save(parcel);
  bus.emit('parcel', { parcel, what });
}
