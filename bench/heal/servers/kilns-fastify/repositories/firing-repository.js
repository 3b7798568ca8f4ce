export class FiringRepository {
  constructor(db) {
    this.db = db;
    this.insertLoad = db.prepare('INSERT INTO loads (firing_id, piece_id, shelf, cost_cents) VALUES (?, ?, ?, ?)');
    this.insertFiring = db.prepare('INSERT INTO firings (kiln_id, kind, starts_on, opened_by) VALUES (?, ?, ?, ?)');
  }

  kiln(id) {
    return this.db.prepare('SELECT id, label, shelf_count FROM kilns WHERE id = ?').get(id);
  }

  find(id) {
    return this.db
      .prepare(
        `SELECT f.id, f.kind, f.starts_on, k.label AS kiln, k.shelf_count, p.name AS opened_by
           FROM firings f
           JOIN kilns k ON k.id = f.kiln_id
           JOIN potters p ON p.id = f.opened_by
          WHERE f.id = ?`,
      )
      .get(id);
  }

  upcoming(from) {
    return this.db
      .prepare('SELECT f.id, f.kind, f.starts_on, k.label AS kiln FROM firings f JOIN kilns k ON k.id = f.kiln_id WHERE f.starts_on >= ? ORDER BY f.starts_on')
      .all(from);
  }

  loadsOf(firingId) {
    return this.db
      .prepare('SELECT l.shelf, l.cost_cents, w.title, p.name AS potter FROM loads l JOIN pieces w ON w.id = l.piece_id JOIN potters p ON p.id = w.potter_id WHERE l.firing_id = ? ORDER BY l.shelf')
      .all(firingId);
  }

  open({ kilnId, kind, startsOn }, stewardId) {
    const { lastInsertRowid } = this.insertFiring.run(kilnId, kind, startsOn, stewardId);
    return this.find(Number(lastInsertRowid));
  }

  load(firing, piece, { shelf, costCents }) {
    this.insertLoad.run(firing.id, piece.id, shelf, costCents);
  }

  revenueByPotter() {
    return this.db
      .prepare(
        `SELECT p.name, COUNT(l.piece_id) AS pieces, COALESCE(SUM(l.cost_cents), 0) AS cents
           FROM potters p
           LEFT JOIN pieces w ON w.potter_id = p.id
           LEFT JOIN loads l ON l.piece_id = w.id
          GROUP BY p.id
          ORDER BY cents DESC, p.name`,
      )
      .all();
  }
}
