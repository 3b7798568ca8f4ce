'use strict';

const fs = require('node:fs');
const path = require('node:path');

function createStore(config) {
  const root = path.join(__dirname, '..', config.dataDir);
  const read = (name) => JSON.parse(fs.readFileSync(path.join(root, `${name}.json`), 'utf8'));
  const rooms = read('rooms');
  const bookings = read('bookings');

  return {
    rooms: () => rooms,
    findRoom: (id) => rooms.find((room) => room.id === id),
    bookings: () => bookings,
    findBooking: (id) => bookings.find((booking) => booking.id === id),
    bookingsOf: (roomId) => bookings.filter((booking) => booking.room === roomId),
    addBooking(booking) {
      const id = Math.max(0, ...bookings.map((one) => one.id)) + 1;
      const added = { id, ...booking };
      bookings.push(added);
      return added;
    },
    removeBooking(id) {
      const index = bookings.findIndex((booking) => booking.id === id);
      if (index !== -1) bookings.splice(index, 1);
      return index !== -1;
    },
  };
}

module.exports = { createStore };
