import { HttpError, notFound } from '../lib/http-error.js';
import { dayOf } from '../lib/dates.js';
import { couriers } from '../repositories/couriers.js';
import { parcels } from '../repositories/parcels.js';
import { record } from './bus.js';
import { priceOf } from './pricing.js';

export async function load(id) {
  const parcel = await parcels.find(id);
  if (!parcel) throw notFound('Parcel', id);
  return parcel;
}

export async function present(parcel) {
  const courier = parcel.courierId ? await couriers.find(parcel.courierId) : null;
  return {
    id: parcel.id,
    state: parcel.state,
    day: dayOf(parcel.createdAt),
    courier: courier ? courier.name : null,
    tags: (parcel.tags ?? []).map((tag) => tag.toUpperCase()),
    note: parcel.note?.trim() ?? '',
    price: priceOf(parcel),
  };
}

export async function page({ page = '1', size = '2' } = {}) {
  const rows = await parcels.all();
  const [number, count] = [Number(page), Number(size)];
  const items = await Promise.all(rows.slice((number - 1) * count, number * count).map((row) => present(row)));
  return { total: rows.length, page: number, items };
}

export async function create({ weight, address, tags = [], note }) {
  if (!Number.isFinite(weight)) throw new HttpError(400, 'weight must be a number');
  if (!address?.city) throw new HttpError(400, 'address.city is missing');
  const parcel = { id: parcels.nextId(), courierId: null, weight, address, tags, note, createdAt: Math.floor(Date.now() / 1000), state: 'waiting', events: [] };
  await record(parcel, 'created');
  return parcel;
}

export async function assign(id, courierId) {
  const parcel = await load(id);
  const courier = await couriers.find(courierId);
  if (!courier) throw notFound('Courier', courierId);
  if (parcel.state !== 'waiting') throw new HttpError(409, `Parcel ${id} is ${parcel.state}`);
  parcel.courierId = courier.id;
  parcel.state = 'moving';
  await record(parcel, 'assigned');
  return present(parcel);
}

export async function lastEvent(id) {
  const { events } = await load(id);
  const last = events.at(-1);
  return last ? { what: last.what, day: dayOf(last.at) } : { what: 'none', day: null };
}
