const fs = require('node:fs');
const path = require('node:path');
const Database = require('libsql');

const db = new Database(process.env.DB_FILE ?? ':memory:');
db.exec(fs.readFileSync(path.join(__dirname, 'schema.sql'), 'utf8'));

function all(sql, ...values) {
  return db.prepare(sql).all(...values);
}

function get(sql, ...values) {
  return db.prepare(sql).get(...values);
}

function run(sql, ...values) {
  return db.prepare(sql).run(...values);
}

module.exports = { all, get, run };
