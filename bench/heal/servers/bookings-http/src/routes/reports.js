'use strict';

const { priceCents, hoursOf, formatCents } = require('../prices');

module.exports = function registerReports(router, { store, config }) {
  router.add('GET', '/reports/revenue', (request, response) => {
    const perRoom = {};
    for (const booking of store.bookings()) {
      const room = store.findRoom(booking.room);
      perRoom[room.id] = (perRoom[room.id] || 0) + priceCents(booking, room, config.discounts);
    }
    const totalCents = Object.values(perRoom).reduce((sum, cents) => sum + cents, 0);
    response.json(200, { perRoom, totalCents, total: formatCents(totalCents, config.currency) });
  });

  router.add('GET', '/reports/usage', (request, response) => {
    const { from, to } = config.opening;
    const openHours = to - from;
    const usage = store.rooms().map((room) => {
      const hours = store.bookingsOf(room.id).reduce((sum, booking) => sum + hoursOf(booking), 0);
      return { room: room.id, hours, percent: Math.round((hours / openHours) * 100) };
    });
    response.json(200, usage);
  });
};
