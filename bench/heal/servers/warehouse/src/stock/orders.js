import { Problem } from './problem.js';
import { priceOf } from './pricing.js';

export class Orders {
  #db;
  #items;

  constructor(db, items) {
    this.#db = db;
    this.#items = items;
  }

  #row(id) {
    const row = this.#db.prepare('SELECT * FROM orders WHERE id = ?').get(id);
    if (row === undefined) throw new Problem(404, `no order ${id}`);
    return row;
  }

  lines(id) {
    return this.#db
      .prepare(
        `SELECT l.sku, i.name, l.quantity, i.price_cents AS priceCents
         FROM order_lines l JOIN items i USING (sku) WHERE l.order_id = ? ORDER BY l.sku`,
      )
      .all(id);
  }

  get(id) {
    const row = this.#row(id);
    const lines = this.lines(id);
    return {
      id: row.id,
      customer: row.customer,
      shipped: row.shipped_at?.slice(0, 10) ?? null,
      lines: lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
      ...priceOf(lines, row.coupon),
    };
  }

  picklist(id) {
    const row = this.#row(id);
    if (row.shipped_at !== null) throw new Problem(409, `order ${id} is shipped`);
    return this.lines(id).map(({ sku, quantity }) => {
      const { name, onHand, weightKg } = this.#items.get(sku);
      return { sku, name, quantity, enough: onHand >= quantity, weightKg: weightKg === null ? null : weightKg * quantity };
    });
  }

  ofCustomer(customer) {
    return this.#db.prepare('SELECT id FROM orders WHERE customer = ? ORDER BY placed_at DESC').all(customer);
  }
}
