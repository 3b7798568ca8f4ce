'use strict';

const fs = require('node:fs');
const path = require('node:path');
const Database = require('libsql');

const folder = path.join(__dirname, '..', 'sql');
const showsFile = path.join(__dirname, '..', 'data', 'shows.ndjson');

function* lines(file) {
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) if (line.trim() !== '') yield JSON.parse(line);
}

function open() {
  const db = new Database(':memory:');
  const scripts = fs.readdirSync(folder).filter((name) => name.endsWith('.sql')).sort();
  for (const script of scripts) {
    if (script.startsWith('003')) loadShows(db);
    db.exec(fs.readFileSync(path.join(folder, script), 'utf8'));
  }
  return db;
}

function loadShows(db) {
  const insert = db.prepare(
    'INSERT INTO shows (slug, title, genre, starts_at, hall_code, price_cents, notes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  for (const show of lines(showsFile)) {
    insert.run(show.slug, show.title, show.genre, show.startsAt, show.hall, show.price, show.notes);
  }
}

module.exports = { open, lines };
