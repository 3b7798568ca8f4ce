const columns = 'id, room_code, guest_id, arrives_on, nights, total, status';

const toStay = (row) => ({
  id: row.id,
  roomCode: row.room_code,
  guestId: row.guest_id,
  arrivesOn: row.arrives_on,
  nights: row.nights,
  total: row.total,
  status: row.status,
});

export class StaysRepo {
  #db;

  constructor(db) {
    this.#db = db;
  }

  byId(id) {
    const row = this.#db.prepare(`SELECT ${columns} FROM stays WHERE id = ?`).get(id);
    return row ? toStay(row) : null;
  }

  ofGuest(guestId) {
    return this.#db.prepare(`SELECT ${columns} FROM stays WHERE guest_id = ? ORDER BY arrives_on`).all(guestId).map(toStay);
  }

  ofMonth(month) {
    const rows = this.#db.prepare(`SELECT ${columns} FROM stays WHERE substr(arrives_on, 1, 7) = ? AND status = 'booked'`).all(month);
    return rows.map(toStay);
  }

  insert({ roomCode, guestId, arrivesOn, nights, total }) {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO stays (room_code, guest_id, arrives_on, nights, total) VALUES (?, ?, ?, ?, ?)')
      .run(roomCode, guestId, arrivesOn, nights, total);
    return this.byId(Number(lastInsertRowid));
  }

  setStatus(id, status) {
    this.#db.prepare('UPDATE stays SET status = ? WHERE id = ?').run(status, id);
    return this.byId(id);
  }
}
