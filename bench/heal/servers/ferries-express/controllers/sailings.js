'use strict';

var fs = require('fs');
var path = require('path');
var sailings = require('../services/sailings');
var fares = require('../services/fares');
var config = require('../config');

exports.index = function (req, res, next) {
  sailings.list(req.query, function (err, rows) {
    if (err) return next(err);
    res.json(rows);
  });
};

exports.show = function (req, res, next) {
  sailings.byCode(req.params.code, function (err, sailing) {
    if (err) return next(err);
    if (!sailing) return res.status(404).json({ error: 'no such sailing' });
    sailings.describe(sailing, function (err, view) {
      if (err) return next(err);
      res.json(view);
    });
  });
};

exports.quote = function (req, res, next) {
  var party = req.body;
  if (!Array.isArray(party.passengers) || party.passengers.length === 0) {
    return res.status(400).json({ error: 'passengers wanted' });
  }
  sailings.byCode(party.sailing, function (err, sailing) {
    if (err) return next(err);
    if (!sailing) return res.status(404).json({ error: 'no such sailing' });
    res.json({ sailing: sailing.code, price: fares.money(fares.price(sailing, party)) });
  });
};

exports.timetable = function (req, res, next) {
  fs.readFile(path.join(__dirname, '..', 'data', 'timetable.txt'), 'utf8', function (err, template) {
    if (err) return next(err);
    sailings.list({}, function (err, rows) {
      if (err) return next(err);
      var lines = rows.map(function (row) { return [row.departs, row.from, row.to].join('  '); });
      var text = template.replace('{company}', config.company.name).replace('{lines}', lines.join('\n'));
      res.type('text/plain').send(text);
    });
  });
};
