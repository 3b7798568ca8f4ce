var createError = require('http-errors');
var guides = require('../config').guides;

var byToken = {};
Object.keys(guides).forEach(function (name) {
  byToken[guides[name]] = name;
});

/** Sets req.guide where a known token came along. */
exports.identify = function (req, res, next) {
  var header = req.get('authorization') || '';
  var token = header.replace(/^Bearer /, '');
  req.guide = byToken[token] ? { name: byToken[token] } : null;
  next();
};

exports.required = function (req, res, next) {
  if (!req.guide) return next(createError(401, 'guides only'));
  next();
};
