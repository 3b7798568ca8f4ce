var createError = require('http-errors');
var crypto = require('crypto');
var store = require('../services/store');
var pricing = require('../services/pricing');
var audit = require('../services/audit');

exports.quote = function (req, res, next) {
  pricing.quote(req.body, function (err, quote) {
    if (err) return next(err);
    res.json(quote);
  });
};

exports.buy = function (req, res, next) {
  pricing.quote(req.body, function (err, quote) {
    if (err) return next(err);
    var ticket = { people: quote.people, cents: quote.cents, code: codeOf(quote) };
    store.append('tickets', ticket, function (err, number) {
      if (err) return next(err);
      audit.emit('sold', number);
      res.status(201).json(Object.assign({ number: number }, ticket));
    });
  });
};

exports.show = function (req, res, next) {
  store.find('tickets', req.params.number, function (err, ticket) {
    if (err) return next(err);
    if (!ticket) return next(createError(404, 'No such ticket'));
    res.json(ticket);
  });
};

function codeOf(quote) {
  return crypto.createHash('sha256').update(JSON.stringify(quote)).digest('hex').slice(0, 8);
}
