var createError = require('http-errors');
var store = require('../services/store');
var audit = require('../services/audit');
var Exhibit = require('../models/exhibit');

exports.load = function (req, res, next, id) {
  store.find('exhibits', id, function (err, row) {
    if (err) return next(err);
    if (!row) return next(createError(404, 'No such exhibit'));
    req.exhibit = new Exhibit(row);
    next();
  });
};

exports.list = function (req, res, next) {
  store.list('exhibits', function (err, rows) {
    if (err) return next(err);
    var found = rows;
    if (req.query.q) {
      var words = new RegExp(escapeRegExp(req.query.q), 'i');
      found = rows.filter((row) => words.test(row.name));
    }
    res.json(found.map((row) => new Exhibit(row).summary()));
  });
};

exports.rooms = function (req, res, next) {
  store.list('exhibits', function (err, rows) {
    if (err) return next(err);
    var rooms = {};
    rows.forEach(function (row) {
      rooms[row.room] = (rooms[row.room] || 0) + 1;
    });
    res.json(rooms);
  });
};

exports.show = function (req, res) {
  audit.emit('seen', req.exhibit.id);
  res.json(Object.assign(req.exhibit.summary(), { year: req.exhibit.year, age: req.exhibit.age(), seen: audit.seen(req.exhibit.id) }));
};

exports.page = function (req, res) {
  res.render('exhibit', { title: req.exhibit.name, room: req.exhibit.room, story: req.exhibit.story });
};

exports.addNote = function (req, res, next) {
  var text = String((req.body && req.body.text) || '').trim();
  if (!text) return next(createError(400, 'text is missing'));
  var note = { by: req.guide.name, text: text };
  store.append('notes', Object.assign({ exhibit: req.exhibit.id }, note), function (err, number) {
    if (err) return next(err);
    audit.emit('noted', req.exhibit.id);
    res.status(201).json(Object.assign({ number: number }, note));
  });
};

exports.notes = function (req, res, next) {
  store.list('notes', function (err, notes) {
    if (err) return next(err);
    var own = notes.filter((note) => note.exhibit === req.exhibit.id);
    res.json(own.map(({ by, text }) => ({ by, text })));
  });
};

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
