'use strict';

const { notFound, badRequest, conflict } = require('../errors');
const { priceCents, formatCents, hoursOf } = require('../prices');

function overlaps(a, b) {
  return new Date(a.from) < new Date(b.to) && new Date(b.from) < new Date(a.to);
}

function present(booking, { store, config }) {
  const room = store.findRoom(booking.room);
  const price = priceCents(booking, room, config.discounts);
  return {
    id: booking.id,
    room: room.name,
    hours: hoursOf(booking),
    by: booking.by ? booking.by.trim() : 'anonymous',
    priceCents: price,
    price: formatCents(price, config.currency),
  };
}

module.exports = function registerBookings(router, { store, config, readJson }) {
  router.add('GET', '/bookings', (request, response) => {
    const sorted = [...store.bookings()].sort((a, b) => new Date(a.from) - new Date(b.from));
    response.json(200, sorted.map((booking) => present(booking, { store, config })));
  });

  router.add('GET', '/bookings/:id', (request, response) => {
    const booking = store.findBooking(Number(request.params.id));
    if (!booking) throw notFound('No such booking');
    response.json(200, present(booking, { store, config }));
  });

  router.add('POST', '/bookings', async (request, response) => {
    const body = await readJson(request);
    const room = store.findRoom(body.room);
    if (!room) throw badRequest('room: unknown');
    if (!Number.isInteger(body.people) || body.people < 1) throw badRequest('people: must be at least 1');
    if (body.people > room.seats) throw badRequest(`people: ${room.name} has ${room.seats} seats`);
    if (!(new Date(body.from) < new Date(body.to))) throw badRequest('from must be before to');
    if (store.bookingsOf(room.id).some((other) => overlaps(other, body))) throw conflict('The room is taken');
    const { from, to, people, by } = body;
    const booking = store.addBooking({ room: room.id, from, to, people, by });
    response.json(201, present(booking, { store, config }));
  });

  router.add('DELETE', '/bookings/:id', (request, response) => {
    if (!store.removeBooking(Number(request.params.id))) throw notFound('No such booking');
    response.writeHead(204).end();
  });
};
