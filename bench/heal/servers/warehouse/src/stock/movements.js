import { Problem } from './problem.js';

export class Movements {
  #db;

  constructor(db) {
    this.#db = db;
  }

  of(sku) {
    return this.#db
      .prepare('SELECT id, quantity, reason, moved_at AS at FROM movements WHERE sku = ? ORDER BY moved_at, id')
      .all(sku);
  }

  history(sku) {
    let balance = 0;
    return this.of(sku).map(({ quantity, reason, at }) => {
      balance += quantity;
      return { day: at.slice(0, 10), reason, quantity, balance };
    });
  }

  rehearse(lines) {
    const insert = this.#db.prepare("INSERT INTO movements (sku, quantity, reason, moved_at) VALUES (?, ?, 'plan', ?)");
    const left = this.#db.prepare('SELECT sum(quantity) AS quantity FROM movements WHERE sku = ?');
    this.#db.exec('BEGIN');
    try {
      return lines.map(({ sku, quantity }) => {
        insert.run(sku, -quantity, '2026-03-01T00:00:00Z');
        const after = left.get(sku).quantity;
        if (after < 0) throw new Problem(409, `not enough ${sku}`);
        return { sku, left: after };
      });
    } finally {
      this.#db.exec('ROLLBACK');
    }
  }
}
