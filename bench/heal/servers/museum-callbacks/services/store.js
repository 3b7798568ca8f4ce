var fs = require('fs');
var path = require('path');
var config = require('../config');

var tables = {};

function load(name, callback) {
  if (tables[name]) return callback(null, tables[name]);
  fs.readFile(path.join(config.dataDir, name + '.json'), 'utf8', function (err, text) {
    if (err && err.code === 'ENOENT') text = '[]';
    else if (err) return callback(err);
    var rows;
    try {
      rows = JSON.parse(text);
    } catch (e) {
      return callback(e);
    }
    tables[name] = rows;
    callback(null, rows);
  });
}

exports.list = function (name, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    callback(null, rows.slice());
  });
};

exports.find = function (name, id, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    callback(null, rows.find((row) => row.id === Number(id)));
  });
};

exports.append = function (name, row, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    var id = rows.reduce((max, one) => Math.max(max, one.id), 0) + 1;
    rows.push(Object.assign({ id: id }, row));
    callback(null, id);
  });
};
