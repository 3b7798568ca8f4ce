export class PotterRepository {
  #db;
  #insert;

  constructor(db) {
    this.#db = db;
    this.#insert = db.prepare('INSERT INTO potters (name, email, token, joined_on) VALUES (?, ?, ?, ?)');
  }

  count() {
    return this.#db.prepare('SELECT COUNT(*) AS total FROM potters').get().total;
  }

  find(id) {
    return this.#db.prepare('SELECT id, name, email, role, joined_on FROM potters WHERE id = ?').get(id);
  }

  findByToken(token) {
    return this.#db.prepare('SELECT id, name, role FROM potters WHERE token = ?').get(token);
  }

  findByEmail(email) {
    return this.#db.prepare('SELECT id FROM potters WHERE email = ?').get(email);
  }

  list() {
    return this.#db
      .prepare(
        `SELECT p.id, p.name, p.joined_on, COUNT(w.id) AS piece_count
           FROM potters p
           LEFT JOIN pieces w ON w.potter_id = p.id
          GROUP BY p.id
          ORDER BY p.name`,
      )
      .all();
  }

  add({ name, email }, token, joinedOn) {
    const { lastInsertRowid } = this.#insert.run(name, email, token, joinedOn);
    return this.find(Number(lastInsertRowid));
  }

  rename(id, name) {
    this.#db.prepare('UPDATE potters SET name = ? WHERE id = ?').run(name, id);
    return this.find(id);
  }
}
