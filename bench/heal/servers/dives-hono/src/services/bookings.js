import { badRequest, conflict, notFound } from '../lib/errors.js';
import { money, sum } from '../lib/format.js';

export function makeBookings({ bookings, sites, gear, centre }, { trips, divers }) {
  function find(id) {
    const booking = bookings.get(id);
    if (!booking) throw notFound('booking', id);
    return booking;
  }

  function gearCents(keys) {
    return sum(
      keys.map((key) => {
        const item = gear[key];
        if (!item) throw badRequest(`no gear ${key}`);
        return item.cents;
      }),
    );
  }

  function bill(id) {
    const booking = find(id);
    const trip = trips.find(booking.trip);
    const diver = divers.find(booking.diver);
    const base = trip.priceCents + (trip.surcharge?.cents ?? 0);
    const off = Math.round((trip.priceCents * divers.discountOf(diver)) / 100);
    const rented = gearCents(booking.gear ?? []);
    const total = base - off + rented;
    const due = Math.max(0, total - booking.paidCents);
    return {
      booking: id,
      lines: [
        { what: `trip ${trip.id}`, amount: money(base, centre.currency) },
        ...(off > 0 ? [{ what: 'loyalty', amount: money(-off, centre.currency) }] : []),
        ...(booking.gear ?? []).map((key) => ({ what: gear[key].label, amount: money(gear[key].cents, centre.currency) })),
      ],
      total: money(total, centre.currency),
      due: money(due, centre.currency),
    };
  }

  function view(booking) {
    const trip = trips.find(booking.trip);
    const diver = divers.find(booking.diver);
    return {
      id: booking.id,
      diver: diver.name,
      trip: trip.id,
      boat: trip.boat,
      gear: (booking.gear ?? []).length,
      note: booking.note?.trim() ?? '',
    };
  }

  return {
    bill,
    get: (id) => view(find(id)),

    book({ trip: tripId, diver: diverId, gear: wanted = [], note }) {
      const trip = trips.find(tripId);
      const diver = divers.find(diverId);
      const site = sites.get(trip.site);
      if (!divers.mayDive(diver, site)) throw conflict(`${site.name} asks for ${site.minCertification}`);
      const taken = trips.takenOn(trip);
      if (taken.length >= trip.places) throw conflict(`${trip.boat} is full`);
      if (taken.some((one) => one.diver === diver.id)) throw conflict(`${diver.name} is on board already`);
      gearCents(wanted);
      const id = Math.max(...bookings.keys()) + 1;
      bookings.set(id, { id, trip: trip.id, diver: diver.id, gear: wanted, paidCents: 0, bookedOn: centre.today, ...(note ? { note } : {}) });
      return view(find(id));
    },

    pay(id, cents) {
      const booking = find(id);
      if (!Number.isInteger(cents) || cents <= 0) throw badRequest('cents must be a whole number above 0');
      booking.paidCents += cents;
      return bill(id);
    },

    cancel(id) {
      const booking = find(id);
      if (booking.cancelledOn) throw conflict(`booking ${id} was cancelled on ${booking.cancelledOn}`);
      booking.cancelledOn = centre.today;
      return { id, cancelledOn: booking.cancelledOn };
    },
  };
}
