'use strict';

var store = require('../lib/store');
var sailings = require('./sailings');
var fares = require('./fares');
var notices = require('./notices');

var next = 1003;

exports.get = function (ref, callback) {
  store.find('bookings', function (booking) { return booking.ref === ref; }, function (err, booking) {
    if (err) return callback(err);
    if (!booking) return callback(null, null);
    sailings.byCode(booking.sailing, function (err, sailing) {
      if (err) return callback(err);
      sailings.describe(sailing, function (err, view) {
        if (err) return callback(err);
        callback(null, {
          ref: booking.ref,
          name: booking.name,
          party: booking.passengers.length,
          vehicle: booking.vehicle ? booking.vehicle.toLowerCase() : 'none',
          price: fares.money(fares.price(sailing, booking)),
          sailing: view,
        });
      });
    });
  });
};

exports.create = function (input, callback) {
  sailings.byCode(input.sailing, function (err, sailing) {
    if (err) return callback(err);
    if (!sailing) return callback(null, null);
    var booking = {
      ref: 'B' + next++,
      sailing: sailing.code,
      name: input.name,
      passengers: input.passengers,
      vehicle: input.vehicle || null,
    };
    store.insert('bookings', booking, function (err, row) {
      if (err) return callback(err);
      notices.emit('booked', row);
      callback(null, row);
    });
  });
};

exports.cancel = function (ref, callback) {
  store.remove('bookings', function (booking) { return booking.ref === ref; }, function (err, row) {
    if (err) return callback(err);
    if (row) notices.emit('cancelled', row);
    callback(null, row);
  });
};

exports.occupancy = function (callback) {
  store.all('bookings', function (err, bookings) {
    if (err) return callback(err);
    store.all('sailings', function (err, rows) {
      if (err) return callback(err);
      var taken = bookings.reduce(function (map, booking) {
        map[booking.sailing] = (map[booking.sailing] || 0) + booking.passengers.length;
        return map;
      }, {});
      callback(null, rows.map(function (row) {
        return { code: row.code, taken: taken[row.code] || 0 };
      }));
    });
  });
};
