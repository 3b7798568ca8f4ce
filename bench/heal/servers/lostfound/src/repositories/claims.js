const db = require('../db');

const select = `SELECT c.id, c.item_id AS itemId, c.name, c.email, c.phone, c.note, c.claimed_on AS claimedOn, c.state, c.reason,
  i.description AS item FROM claims c JOIN items i ON i.id = c.item_id`;

class ClaimRepository {
  list(state) {
    if (!state) return db.all(`${select} ORDER BY c.claimed_on DESC`);
    return db.all(`${select} WHERE c.state = ? ORDER BY c.claimed_on DESC`, [state]);
  }

  byId(id) {
    return db.get(`${select} WHERE c.id = ?`, [id]);
  }

  openFor(itemId) {
    return db.all(`${select} WHERE c.item_id = ? AND c.state = 'open'`, [itemId]);
  }

  insert(claim) {
    const { lastInsertRowid } = db.run(
      'INSERT INTO claims (item_id, name, email, phone, note, claimed_on) VALUES (?, ?, ?, ?, ?, ?)',
      [claim.itemId, claim.name, claim.email, claim.phone ?? null, claim.note ?? null, claim.claimedOn],
    );
    return Number(lastInsertRowid);
  }

  close(id, state, reason = null) {
    db.run('UPDATE claims SET state = ?, reason = ? WHERE id = ?', [state, reason, id]);
  }
}

module.exports = new ClaimRepository();
