const fs = require('node:fs');
const path = require('node:path');
const Database = require('libsql');
const settings = require('../settings');

const read = (name) => fs.readFileSync(path.join(__dirname, name), 'utf8');

const db = new Database(settings.databaseFile);
db.exec(read('schema.sql'));
if (db.prepare('SELECT count(*) AS n FROM stations').get().n === 0) db.exec(read('seed.sql'));

module.exports = {
  all: (sql, params = []) => db.prepare(sql).all(...params),
  get: (sql, params = []) => db.prepare(sql).get(...params) ?? null,
  run: (sql, params = []) => db.prepare(sql).run(...params),
};
