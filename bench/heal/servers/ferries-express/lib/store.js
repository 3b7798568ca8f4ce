'use strict';

var fs = require('fs');
var path = require('path');
var config = require('../config');

var cache = {};

/** Calls back with the rows of data/<name>.json. */
function load(name, callback) {
  if (cache[name]) {
    return process.nextTick(callback, null, cache[name]);
  }
  fs.readFile(path.join(config.data.dir, name + '.json'), config.data.encoding, function (err, text) {
    if (err) return callback(err);
    try {
      cache[name] = JSON.parse(text);
    } catch (e) {
      return callback(e);
    }
    callback(null, cache[name]);
  });
}

exports.all = load;

exports.find = function (name, test, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    callback(null, rows.find(test));
  });
};

exports.filter = function (name, test, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    callback(null, rows.filter(test));
  });
};

exports.insert = function (name, row, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    rows.push(row);
    callback(null, row);
  });
};

exports.remove = function (name, test, callback) {
  load(name, function (err, rows) {
    if (err) return callback(err);
    var index = rows.findIndex(test);
    if (index < 0) return callback(null, null);
    callback(null, rows.splice(index, 1)[0]);
  });
};
