'use strict';

const Database = require('libsql');

module.exports = function connection() {
  const db = new Database(process.env.INVOICES_DB || ':memory:');
  db.exec('PRAGMA foreign_keys = ON');
  return db;
};
