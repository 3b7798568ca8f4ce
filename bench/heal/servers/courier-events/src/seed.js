import { couriers } from './repositories/couriers.js';
import { parcels } from './repositories/parcels.js';

export async function seed() {
  await couriers.save({ id: 'c1', name: 'Ines Prado', vehicle: { kind: 'van', plate: 'KA-77' }, phone: '555 0101' });
  await couriers.save({ id: 'c2', name: 'Olu Bello', vehicle: null, phone: null });
  await couriers.save({ id: 'c3', name: 'Tove Lind', vehicle: { kind: 'bike', plate: null }, phone: '555 0103' });
  await parcels.save({
    id: 'p1', courierId: 'c1', weight: 1200, createdAt: 1767225600, state: 'delivered', tags: ['fragile', 'gift'],
    address: { city: 'Porto', zip: '4000-001' }, events: [{ at: 1767225600, what: 'created' }, { at: 1767312000, what: 'delivered' }],
  });
  await parcels.save({
    id: 'p2', courierId: null, weight: 300, createdAt: 1767398400, state: 'waiting',
    address: { city: 'Lagos' }, note: 'Ring twice', events: [{ at: 1767398400, what: 'created' }],
  });
  await parcels.save({
    id: 'p3', courierId: 'c2', weight: 8000, createdAt: 1767484800, state: 'moving', tags: [],
    address: { city: 'Porto', zip: '4100-200' }, events: [],
  });
}
