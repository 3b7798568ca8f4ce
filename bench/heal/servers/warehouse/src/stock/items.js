import { Problem } from './problem.js';

const onHandSql = '(SELECT coalesce(sum(m.quantity), 0) FROM movements m WHERE m.sku = i.sku)';

export class Items {
  #db;

  constructor(db) {
    this.#db = db;
  }

  list({ category = null, limit }) {
    return this.#db
      .prepare(
        `SELECT i.*, ${onHandSql} AS on_hand FROM items i
         WHERE (? IS NULL OR i.category = ?) AND i.discontinued = 0
         ORDER BY i.name LIMIT ?`,
      )
      .all(category, category, limit)
      .map((row) => this.#fromRow(row));
  }

  get(sku) {
    const row = this.#db.prepare(`SELECT i.*, ${onHandSql} AS on_hand FROM items i WHERE i.sku = ?`).get(sku);
    if (row === undefined) throw new Problem(404, `no item ${sku}`);
    return this.#fromRow(row);
  }

  below(count) {
    return this.#db
      .prepare(
        `SELECT i.sku, i.name, ${onHandSql} AS on_hand FROM items i
         WHERE i.discontinued = 0 AND on_hand < ? ORDER BY on_hand, i.sku`,
      )
      .all(count);
  }

  #fromRow(row) {
    const { color = null } = JSON.parse(row.attributes);
    return {
      sku: row.sku,
      name: row.name,
      category: row.category,
      price: row.price_cents / 100,
      weightKg: row.weight_grams === null ? null : row.weight_grams / 1000,
      color,
      onHand: row.on_hand,
    };
  }
}
