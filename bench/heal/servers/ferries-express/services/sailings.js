'use strict';

var store = require('../lib/store');
var dates = require('../lib/dates');

function describe(sailing, callback) {
  store.all('ports', function (err, ports) {
    if (err) return callback(err);
    store.find('vessels', function (vessel) { return vessel.id === sailing.vessel; }, function (err, vessel) {
      if (err) return callback(err);
      var byCode = {};
      ports.forEach(function (port) { byCode[port.code] = port; });
      var departs = dates.parse(sailing.departs);
      callback(null, {
        code: sailing.code,
        from: byCode[sailing.from].name,
        to: byCode[sailing.to].name,
        phone: byCode[sailing.from].contact.phone,
        day: dates.format(departs, 'DD/MM/YYYY'),
        departs: dates.format(departs, 'HH:mm'),
        arrives: dates.format(dates.addMinutes(departs, sailing.minutes), 'HH:mm'),
        via: sailing.stops.join(', ') || null,
        vessel: vessel.name,
        places: vessel.capacity.passengers,
      });
    });
  });
}

exports.describe = describe;

exports.byCode = function (code, callback) {
  store.find('sailings', function (sailing) { return sailing.code === code; }, callback);
};

exports.list = function (filter, callback) {
  store.filter('sailings', function (sailing) {
    return (!filter.port || sailing.from === filter.port) && (!filter.day || sailing.departs.startsWith(filter.day));
  }, function (err, rows) {
    if (err) return callback(err);
    var done = [];
    var left = rows.length;
    if (left === 0) return callback(null, done);
    rows.forEach(function (row, index) {
      describe(row, function (err, view) {
        if (err) { left = -1; return callback(err); }
        done[index] = view;
        left -= 1;
        if (left === 0) callback(null, done);
      });
    });
  });
};
