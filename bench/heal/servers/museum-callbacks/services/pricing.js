var createError = require('http-errors');
var prices = require('../config').prices;

var kinds = ['adult', 'child', 'senior'];

/** What a party pays, in cents. */
exports.quote = function (party, callback) {
  if (!party || typeof party !== 'object') return callback(createError(400, 'no party'));
  var unknown = Object.keys(party).filter((kind) => !kinds.includes(kind));
  if (unknown.length > 0) return callback(createError(400, 'unknown: ' + unknown.join(', ')));
  var people = 0;
  var cents = 0;
  kinds.forEach(function (kind) {
    var count = party[kind] || 0;
    people += count;
    cents += count * prices[kind];
  });
  if (people === 0) return callback(createError(400, 'nobody comes'));
  var group = people >= prices.groupFrom;
  if (group) cents = Math.round((cents * (100 - prices.groupPercent)) / 100);
  callback(null, { people: people, cents: cents, group: group });
};
