const db = require('../db');

exports.list = () => db.all('SELECT code, name, zone FROM stations ORDER BY zone, name');

exports.byCode = (code) => db.get('SELECT code, name, zone FROM stations WHERE code = ?', [code]);

exports.foundAt = (code) =>
  db.all('SELECT id, category, found_on AS foundOn FROM items WHERE station_code = ? ORDER BY found_on DESC', [code]);
