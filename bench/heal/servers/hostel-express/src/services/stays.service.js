import { addDays } from '#lib/dates';
import { bus } from '#lib/bus';
import { Conflict, NotFound } from '../http/errors.js';

export function makeStaysService({ stays, guests, roomsService, pricing, booking }) {
  function load(id) {
    const stay = stays.byId(id);
    if (!stay) throw new NotFound(`No stay ${id}`);
    return stay;
  }

  const present = (stay) => ({ ...stay, leavesOn: addDays(stay.arrivesOn, stay.nights) });

  return {
    get: (id) => present(load(id)),

    ofGuest(guestId) {
      const guest = guests.byId(guestId);
      if (!guest) throw new NotFound(`No guest ${guestId}`);
      return { ...guest, stays: stays.ofGuest(guestId).map(present) };
    },

    book({ room, guestId, from, nights }) {
      if (nights > booking.maxNights) throw new Conflict(`At most ${booking.maxNights} nights`);
      const found = roomsService.find(room);
      if (found.closedReason !== null) throw new Conflict(`${found.title} is closed`);
      if (guests.byId(guestId) === undefined) throw new NotFound(`No guest ${guestId}`);
      const { total } = pricing.quote(found, from, nights);
      const stay = stays.insert({ roomCode: found.code, guestId, arrivesOn: from, nights, total });
      bus.publish('stay:booked', stay);
      return present(stay);
    },

    cancel(id) {
      const stay = load(id);
      if (stay.status === 'cancelled') throw new Conflict('Already cancelled');
      bus.publish('stay:cancelled', stay);
      return present(stays.setStatus(id, 'cancelled'));
    },
  };
}
