'use strict';

var EventEmitter = require('events').EventEmitter;
var util = require('util');

function Notices() {
  EventEmitter.call(this);
  this.log = [];
  this.counts = { booked: 0, cancelled: 0 };
  this.on('booked', this.note.bind(this, 'booked'));
  this.on('cancelled', this.note.bind(this, 'cancelled'));
}
util.inherits(Notices, EventEmitter);

Notices.prototype.note = function (kind, booking) {
  this.counts[kind] += 1;
  this.log.push(kind + ' ' + booking.ref + ' ' + booking.name.toUpperCase());
};

Notices.prototype.latest = function (count) {
  return this.log.slice(-count);
};

module.exports = new Notices();
