'use strict';

const { notFound } = require('../errors');

module.exports = function registerRooms(router, { store, config }) {
  router.add('GET', '/rooms', (request, response) => {
    const page = Number(request.query.page || 1);
    const start = (page - 1) * config.pageSize;
    const rooms = store.rooms().slice(start, start + config.pageSize);
    response.json(200, { page, total: store.rooms().length, rooms: rooms.map(({ id, name, seats }) => ({ id, name, seats })) });
  });

  router.add('GET', '/rooms/:roomId', (request, response) => {
    const room = store.findRoom(request.params.roomId);
    if (!room) throw notFound('No such room');
    response.json(200, { ...room, bookings: store.bookingsOf(room.id).length });
  });

  router.add('GET', '/rooms/:roomId/equipment', (request, response) => {
    const room = store.findRoom(request.params.roomId);
    if (!room) throw notFound('No such room');
    const equipment = room.equipment || [];
    response.json(200, { room: room.name, equipment: equipment.map((item) => item.toUpperCase()).sort() });
  });
};
