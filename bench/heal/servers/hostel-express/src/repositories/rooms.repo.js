const columns = 'code, title, beds, nightly_rate AS nightlyRate, closed_reason AS closedReason';

export class RoomsRepo {
  #db;

  constructor(db) {
    this.#db = db;
  }

  all() {
    return this.#db.prepare(`SELECT ${columns} FROM rooms ORDER BY code`).all();
  }

  byCode(code) {
    return this.#db.prepare(`SELECT ${columns} FROM rooms WHERE code = ?`).get(code);
  }
}
