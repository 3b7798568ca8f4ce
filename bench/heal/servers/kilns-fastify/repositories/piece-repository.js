const columns = 'id, potter_id, title, weight_grams, glaze, state, made_at';

export class PieceRepository {
  constructor(db) {
    this.db = db;
    this.statements = {
      byId: db.prepare(`SELECT ${columns} FROM pieces WHERE id = ?`),
      byPotter: db.prepare(`SELECT ${columns} FROM pieces WHERE potter_id = ? ORDER BY made_at DESC`),
      insert: db.prepare('INSERT INTO pieces (potter_id, title, weight_grams, glaze, made_at) VALUES (?, ?, ?, ?, ?)'),
      setState: db.prepare('UPDATE pieces SET state = ? WHERE id = ?'),
      remove: db.prepare('DELETE FROM pieces WHERE id = ?'),
    };
  }

  find(id) {
    const row = this.statements.byId.get(id);
    return row ? toPiece(row) : null;
  }

  ofPotter(potterId) {
    return this.statements.byPotter.all(potterId).map(toPiece);
  }

  search({ state, q, limit }) {
    const where = [];
    const values = [];
    if (state) {
      where.push('state = ?');
      values.push(state);
    }
    if (q) {
      where.push('title LIKE ?');
      values.push(`%${q}%`);
    }
    const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
    return this.db
      .prepare(`SELECT ${columns} FROM pieces ${filter} ORDER BY made_at, id LIMIT ?`)
      .all(...values, limit)
      .map(toPiece);
  }

  add(potterId, { title, weightGrams, glaze = null }) {
    const madeAt = new Date().toISOString();
    const { lastInsertRowid } = this.statements.insert.run(potterId, title, weightGrams, glaze, madeAt);
    return this.find(Number(lastInsertRowid));
  }

  setState(id, state) {
    this.statements.setState.run(state, id);
  }

  remove(id) {
    return this.statements.remove.run(id).changes > 0;
  }
}

function toPiece(row) {
  return {
    id: row.id,
    potterId: row.potter_id,
    title: row.title,
    weightGrams: row.weight_grams,
    glaze: row.glaze,
    state: row.state,
    madeOn: row.made_at.slice(0, 10),
  };
}
