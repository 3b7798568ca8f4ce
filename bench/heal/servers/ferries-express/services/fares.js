'use strict';

var config = require('../config');
var dates = require('../lib/dates');

function seasonOf(date) {
  return config.fares.seasons.find(function (season) {
    return dates.isBetween(date, dates.parse(season.from), dates.parse(season.to));
  });
}

function factorOf(date) {
  var season = seasonOf(date);
  return season ? season.factor : 1;
}

/** Price in pence of a party on a sailing. */
exports.price = function (sailing, party) {
  var factor = factorOf(dates.parse(sailing.departs));
  var persons = party.passengers.reduce(function (sum, passenger) {
    return sum + sailing.fare * (passenger.age < 16 ? config.fares.childShare : 1);
  }, 0);
  var vehicle = party.vehicle ? config.fares.vehicles[party.vehicle] : 0;
  return Math.round((persons + vehicle) * factor);
};

exports.money = function (pence) {
  return (pence / 100).toFixed(2) + ' ' + config.company.currency;
};
