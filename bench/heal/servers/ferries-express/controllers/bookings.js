'use strict';

var bookings = require('../services/bookings');
var notices = require('../services/notices');
var config = require('../config');

exports.show = function (req, res, next) {
  bookings.get(req.params.ref, function (err, booking) {
    if (err) return next(err);
    if (!booking) return res.status(404).json({ error: 'no such booking' });
    res.json(booking);
  });
};

exports.create = function (req, res, next) {
  var input = req.body;
  if (!input.name || !Array.isArray(input.passengers)) {
    return res.status(400).json({ error: 'name and passengers wanted' });
  }
  if (input.passengers.length > config.booking.maxPassengers) {
    return res.status(422).json({ error: 'at most ' + config.booking.maxPassengers + ' passengers' });
  }
  bookings.create(input, function (err, booking) {
    if (err) return next(err);
    if (!booking) return res.status(404).json({ error: 'no such sailing' });
    res.status(201).json({ ref: booking.ref, party: booking.passengers.length });
  });
};

exports.cancel = function (req, res, next) {
  bookings.cancel(req.params.ref, function (err, booking) {
    if (err) return next(err);
    if (!booking) return res.status(404).json({ error: 'no such booking' });
    res.status(204).end();
  });
};

exports.occupancy = function (req, res, next) {
  bookings.occupancy(function (err, rows) {
    if (err) return next(err);
    res.json({ company: config.company.name, sailings: rows });
  });
};

exports.notices = function (req, res) {
  res.json({ counts: notices.counts, latest: notices.latest(5) });
};
