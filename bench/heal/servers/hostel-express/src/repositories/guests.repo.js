export class GuestsRepo {
  #db;

  constructor(db) {
    this.#db = db;
  }

  byId(id) {
    const row = this.#db.prepare('SELECT id, full_name, email, preferences FROM guests WHERE id = ?').get(id);
    return row && { id: row.id, fullName: row.full_name, email: row.email, preferences: JSON.parse(row.preferences ?? '{}') };
  }
}
