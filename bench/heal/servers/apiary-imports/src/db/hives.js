import * as db from '#db';

const columns = 'id, name, site, queen_year AS queenYear, frames';

export function list({ site, limit, offset }) {
  if (site) return db.all(`SELECT ${columns} FROM hives WHERE site = ? ORDER BY name LIMIT ? OFFSET ?`, site, limit, offset);
  return db.all(`SELECT ${columns} FROM hives ORDER BY name LIMIT ? OFFSET ?`, limit, offset);
}

export function find(id) {
  return db.one(`SELECT ${columns} FROM hives WHERE id = ?`, id);
}

export function count() {
  return db.one('SELECT COUNT(*) AS total FROM hives').total;
}

export function insert({ name, site, queenYear = null, frames }) {
  const { lastInsertRowid } = db.run('INSERT INTO hives (name, site, queen_year, frames) VALUES (?, ?, ?, ?)', name, site, queenYear, frames);
  return find(lastInsertRowid);
}
