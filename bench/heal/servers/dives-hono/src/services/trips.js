import { badRequest, notFound } from '../lib/errors.js';
import { day, money } from '../lib/format.js';

export function makeTrips({ trips, sites, divers, bookings, centre }) {
  const all = () => [...trips.values()].toSorted((a, b) => a.departsAt.localeCompare(b.departsAt));

  function find(id) {
    const trip = trips.get(id);
    if (!trip) throw notFound('trip', id);
    return trip;
  }

  const takenOn = (trip) => [...bookings.values()].filter((one) => one.trip === trip.id && !one.cancelledOn);

  function present(trip) {
    const site = sites.get(trip.site);
    const total = trip.priceCents + (trip.surcharge?.cents ?? 0);
    return {
      id: trip.id,
      site: site.name,
      day: day(trip.departsAt),
      boat: trip.boat,
      price: money(total, centre.currency),
      free: trip.places - takenOn(trip).length,
    };
  }

  return {
    find,
    takenOn,
    present,

    list({ month, site, boat, page = 1 }) {
      const { size, most } = centre.page;
      const rows = all()
        .filter((trip) => !month || trip.departsAt.startsWith(month))
        .filter((trip) => !site || trip.site === site)
        .filter((trip) => !boat || trip.boat.toLowerCase() === boat.toLowerCase());
      if (!Number.isInteger(page) || page < 1) throw badRequest('page must be a number from 1');
      const start = (page - 1) * size;
      return { total: rows.length, pages: Math.min(most, Math.ceil(rows.length / size)), trips: rows.slice(start, start + size).map(present) };
    },

    details(id) {
      const trip = find(id);
      const { depth, hazards = [], permit } = sites.get(trip.site);
      const guide = divers.get(trip.guide);
      return {
        ...present(trip),
        depth: `${depth.min}-${depth.max} m`,
        hazards: hazards.map((one) => one.toUpperCase()),
        permit: permit?.number ?? null,
        guide: guide?.name ?? 'to be named',
      };
    },

    next(from) {
      const trip = all().find((one) => one.departsAt >= from);
      return { from, next: trip ? present(trip) : null };
    },
  };
}
