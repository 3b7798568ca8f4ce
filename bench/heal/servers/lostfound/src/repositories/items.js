const db = require('../db');

const columns = `i.id, i.category, i.description, i.line, i.found_on AS foundOn, i.finder, i.shelf,
  i.value_cents AS valueCents, i.status, i.station_code AS stationCode, s.name AS stationName, s.zone`;
const from = 'FROM items i LEFT JOIN stations s ON s.code = i.station_code';

function where(filter) {
  const parts = [];
  const params = [];
  if (filter.category) {
    parts.push('i.category = ?');
    params.push(filter.category);
  }
  if (filter.line) {
    parts.push('i.line = ?');
    params.push(filter.line);
  }
  if (filter.status) {
    parts.push('i.status = ?');
    params.push(filter.status);
  }
  if (filter.q) {
    parts.push('i.description LIKE ?');
    params.push(`%${filter.q}%`);
  }
  return { sql: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', params };
}

exports.search = (filter, { limit, offset }) => {
  const { sql, params } = where(filter);
  return db.all(`SELECT ${columns} ${from} ${sql} ORDER BY i.found_on DESC, i.id LIMIT ? OFFSET ?`, [...params, limit, offset]);
};

exports.count = (filter) => {
  const { sql, params } = where(filter);
  return db.get(`SELECT count(*) AS n ${from} ${sql}`, params).n;
};

exports.byId = (id) => db.get(`SELECT ${columns} ${from} WHERE i.id = ?`, [id]);

exports.stored = () => db.all(`SELECT ${columns} ${from} WHERE i.status = 'stored' ORDER BY i.found_on, i.id`);

exports.insert = (item) =>
  db.run(
    'INSERT INTO items (category, description, line, station_code, found_on, finder, value_cents) VALUES (?, ?, ?, ?, ?, ?, ?)',
    [item.category, item.description, item.line, item.station, item.foundOn, item.finder, item.valueCents],
  ).lastInsertRowid;

exports.setShelf = (id, shelf) => db.run('UPDATE items SET shelf = ? WHERE id = ?', [shelf, id]);

exports.setStatus = (id, status) => db.run('UPDATE items SET status = ? WHERE id = ?', [status, id]);

exports.perCategory = () =>
  db.all(`SELECT category, count(*) AS count, sum(value_cents) AS valueCents FROM items
    WHERE status IN ('stored', 'claimed') GROUP BY category ORDER BY count DESC, category`);

exports.perLine = () =>
  db.all(`SELECT i.line, count(*) AS found, sum(CASE WHEN i.status = 'returned' THEN 1 ELSE 0 END) AS returned,
    max(i.found_on) AS latest FROM items i GROUP BY i.line ORDER BY CAST(i.line AS INTEGER)`);
