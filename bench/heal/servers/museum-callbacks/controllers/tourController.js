var createError = require('http-errors');
var store = require('../services/store');
var dates = require('../lib/dates');
var Tour = require('../models/tour');

exports.list = function (req, res, next) {
  store.list('tours', function (err, rows) {
    if (err) return next(err);
    var tours = rows.map(Tour.fromRow);
    if (req.query.day) tours = tours.filter((tour) => dates.isSameDay(tour.start, dates.parse(req.query.day)));
    tours.sort(Tour.byStart);
    res.json(tours.map((tour) => tour.toJSON()));
  });
};

exports.next = function (req, res, next) {
  var now = req.query.at ? dates.parse(req.query.at) : new Date();
  store.list('tours', function (err, rows) {
    if (err) return next(err);
    var coming = rows.map(Tour.fromRow).filter((tour) => tour.start > now).sort(Tour.byStart);
    if (coming.length === 0) return res.json({ next: null });
    var first = coming[0];
    res.json({ next: first.toJSON(), inDays: dates.daysBetween(now, first.start), words: dates.longDay(first.start) });
  });
};

exports.show = function (req, res, next) {
  store.find('tours', req.params.id, function (err, row) {
    if (err) return next(err);
    if (!row) return next(createError(404, 'No such tour'));
    res.json(Tour.fromRow(row).toJSON());
  });
};

exports.create = function (req, res, next) {
  var body = req.body || {};
  var start = dates.parse(body.start);
  if (!start) return next(createError(400, 'start is not a date'));
  var row = { title: body.title || 'Untitled', start: start.toISOString(), minutes: Number(body.minutes) || 60, guide: req.guide.name, stops: [] };
  store.append('tours', row, function (err, number) {
    if (err) return next(err);
    res.status(201).location('/tours/' + number).json(Tour.fromRow(Object.assign({ id: number }, row)).toJSON());
  });
};

exports.calendar = function (req, res, next) {
  store.list('tours', function (err, rows) {
    if (err) return next(err);
    var lines = rows.map(Tour.fromRow).sort(Tour.byStart).map((tour) => [tour.id, tour.title, dates.shortDay(tour.start), tour.stops.join('|')].map(cell).join(','));
    res.type('csv').send(['id,title,day,stops'].concat(lines).join('\n') + '\n');
  });
};

function cell(value) {
  var text = String(value);
  return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}
